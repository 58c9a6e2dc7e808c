import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import type { TrialStage } from '@stepwise/shared-contracts/stage/trial-stage';
import { StayChoices } from './ask-how-long.tsx';
import type { Answers } from './use-answers.ts';

interface StandsStillProps {
  stage: TrialStage;
  /** The dose in force, mg a day. */
  dose: number;
  amount: string;
  answers: Answers;
  today: string;
}

/** On the dose's card while the next step waits: why, until when, and a way to say when to ask. */
export function StandsStill({ stage: { stage, stayUntil }, dose, amount, answers, today }: StandsStillProps) {
  const words =
    stage === 'gone-back'
      ? `You went back to ${amount}. Your next step waits for a new day.`
      : `You stay on ${amount}. ${stayUntil ? `We ask again on ${formatDate(stayUntil)}.` : 'We ask again when you say.'}`;
  return (
    <>
      <p>{words}</p>
      {answers.open === 'when' ? (
        <>
          <p className="soft small">When shall we ask about your next step?</p>
          <StayChoices answers={answers} dose={dose} today={today} withNow />
        </>
      ) : (
        <div className="screen-only">
          <Button variant="link" onClick={() => answers.setOpen('when')}>
            Choose when we ask
          </Button>
        </div>
      )}
    </>
  );
}
