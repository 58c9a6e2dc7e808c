import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useHelp } from '@stepwise/shared-contracts/help/use-help';
import { useLocation } from '@stepwise/shared-contracts/router';
import { useSession } from '../app/shell-services.ts';

/** Whether the numbers come first: help is on, or an answer of the survey that is shown asks for them. */
export function useUrgentHelp(): boolean {
  const help = useHelp();
  const { pathname } = useLocation();
  const isLoggedIn = useSession((state) => state.isLoggedIn);
  const isInSurvey = pathname === '/survey' || (pathname === '/' && !isLoggedIn);
  const isAnswered = useParticipant(({ surveyQuestions, surveyAnswers }) =>
    surveyQuestions.some(({ options }, index) =>
      options.some(({ id, crisis }) => crisis && id === surveyAnswers[index]),
    ),
  );
  return help !== null || (isInSurvey && isAnswered);
}
