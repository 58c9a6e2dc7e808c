import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useHelp } from '@stepwise/shared-contracts/help/use-help';
import { useLocation } from '@stepwise/shared-contracts/router';
import { useState } from 'react';
import { useSession } from '../services/shell-services.ts';

/**
 * Whether the numbers come first: help is on, or an answer of the survey has asked for them since it was opened. Another
 * answer takes them away no more, which would also move the answers under the finger.
 */
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
  const [wasAnswered, setWasAnswered] = useState(false);
  const isAsked = isInSurvey && (wasAnswered || isAnswered);
  if (isAsked !== wasAnswered) setWasAnswered(isAsked);
  return help !== null || isAsked;
}
