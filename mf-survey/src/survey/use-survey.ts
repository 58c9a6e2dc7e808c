import { surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import type { SurveyQuestion } from '@stepwise/shared-contracts/entities/survey';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useLocation, useNavigate } from '@stepwise/shared-contracts/router';
import { useCallback } from 'react';
import { reachable, readRoute, type SurveyRoute, targetOf } from './survey-route.ts';

/** The questions with this session's answers (option ids, null where unanswered), and how to answer. */
export function useSurvey() {
  const { outbox } = useHost();
  const questions = useParticipant(({ surveyQuestions }) => surveyQuestions);
  const answers = useParticipant(({ surveyAnswers }) => surveyAnswers);
  const answer = ({ id }: SurveyQuestion, optionId: number) =>
    outbox.send(surveySaveOption, { questionId: id, optionId });
  return { questions, answers, answer };
}

/** Goes to a route of the survey; `replace` leaves no way back to the present one. */
export function useGo() {
  const navigate = useNavigate();
  return useCallback(
    (route: SurveyRoute, options: { replace?: boolean } = {}) => {
      const { to, state } = targetOf(route);
      navigate(to, { state, ...options });
    },
    [navigate],
  );
}

/** The route of the URL, and the route to show instead when questions before it are unanswered. */
export function useSurveyRoute(): { route: SurveyRoute; redirect: SurveyRoute | null } {
  const { search, state } = useLocation();
  const { questions, answers } = useSurvey();
  const asked = readRoute(search, state, questions.length);
  const route = reachable(asked, answers);
  return { route, redirect: route === asked ? null : route };
}
