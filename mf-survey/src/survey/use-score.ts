import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { SurveyScore } from '@stepwise/shared-contracts/entities/survey';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useEffect, useState } from 'react';
import { scoreAnswers } from './score-answers.ts';
import { useGo } from './use-survey.ts';

type Outcome = { state: 'checking' } | { state: 'failed' } | { state: 'scored'; score: SurveyScore };

/** Asks for the score. Goes to the first unanswered question when there is one. */
export function useScore(): { outcome: Outcome; tryAgain: () => void } {
  const host = useHost();
  const go = useGo();
  const [outcome, setOutcome] = useState<Outcome>({ state: 'checking' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isShown = true;
    const show = (next: Outcome) => isShown && setOutcome(next);
    const fail = (error: unknown) => {
      const unanswered = host.store.getState().surveyAnswers.indexOf(null);
      const isIncomplete = error instanceof CallError && error.code === 'unprocessable' && unanswered >= 0;
      if (!isIncomplete) show({ state: 'failed' });
      else if (isShown) go({ at: 'question', index: unanswered, missing: true }, { replace: true });
    };
    scoreAnswers(host).then((score) => show({ state: 'scored', score }), fail);
    return () => {
      isShown = false;
    };
  }, [host, go, attempt]);

  const tryAgain = () => {
    setOutcome({ state: 'checking' });
    setAttempt(attempt + 1);
  };
  return { outcome, tryAgain };
}
