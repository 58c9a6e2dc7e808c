import { surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import type { SurveyQuestion } from '@stepwise/shared-contracts/entities/survey';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useLocation, useNavigate } from '@stepwise/shared-contracts/router';
import { useCallback } from 'react';
import { type Place, reachable, readPlace, targetOf } from './place.ts';

/** The questions with this session's answers (option ids, null where unanswered), and how to answer. */
export function useSurvey() {
  const { outbox } = useHost();
  const questions = useParticipant(({ surveyQuestions }) => surveyQuestions);
  const answers = useParticipant(({ surveyAnswers }) => surveyAnswers);
  const answer = ({ id }: SurveyQuestion, optionId: number) =>
    outbox.send(surveySaveOption, { questionId: id, optionId });
  return { questions, answers, answer };
}

/** Goes to a place of the survey; `replace` leaves no way back to the present one. */
export function useGo() {
  const navigate = useNavigate();
  return useCallback(
    (place: Place, options: { replace?: boolean } = {}) => {
      const { to, state } = targetOf(place);
      navigate(to, { state, ...options });
    },
    [navigate],
  );
}

/** Where the address says the person is, and the place to show instead when questions before it are unanswered. */
export function usePlace(): { place: Place; redirect: Place | null } {
  const { search, state } = useLocation();
  const { questions, answers } = useSurvey();
  const asked = readPlace(search, state, questions.length);
  const place = reachable(asked, answers);
  return { place, redirect: place === asked ? null : place };
}
