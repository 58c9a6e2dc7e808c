import { prepareStep } from '@stepwise/shared-contracts/calls/plan.calls';
import { SAVE_TEXT, useSave } from '@stepwise/shared-contracts/client/use-save';
import { callHref } from '@stepwise/shared-contracts/contacts/contact-links';
import { daysBetween, formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { NextDose } from '@stepwise/shared-contracts/plan/next-dose';
import { Preparation } from '../dose/preparation.tsx';
import styles from './step-card.module.css';
import { type StepCardProps, StepFrame, useDoctorName } from './step-frame.tsx';

/** A week before a step: what comes, what it needs, and whether it was talked about. */
export function AnnouncedStep({
  next: { step, day },
  answers,
  plannedAmount,
  today,
}: StepCardProps & { next: NextDose }) {
  const { outbox } = useHost();
  const { status, track } = useSave(prepareStep);
  const name = useDoctorName();
  const call = useParticipant(({ doctor }) => callHref(doctor.phone));
  const days = daysBetween(today, day ?? today);
  const when = days === 7 ? 'In a week' : days === 1 ? 'Tomorrow' : `In ${days} days`;
  return (
    <StepFrame
      answers={answers}
      eyebrow={`${when}, on ${formatDateInWords(day ?? today)}`}
      title={`${plannedAmount(step.dose)}, if you and ${name} agree`}
    >
      {step.prepare && <Preparation steps={[step]} amount={plannedAmount} isNamed />}
      {step.talked ? (
        <p className="small">You have talked with {name}.</p>
      ) : (
        <>
          <p>Have you talked to {name}?</p>
          <div className={styles.answers}>
            <Button
              variant="quiet"
              onClick={() => void track(outbox.send(prepareStep, { step: step.id, talked: true }))}
            >
              We have talked
            </Button>
            {call && (
              <AnchorButton variant="quiet" href={call}>
                Call {name}
              </AnchorButton>
            )}
          </div>
        </>
      )}
      <Status text={SAVE_TEXT[status]} />
    </StepFrame>
  );
}
