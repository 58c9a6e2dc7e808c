import { prepareStep } from '@stepwise/shared-contracts/calls/plan.calls';
import { SAVE_TEXT, useSave } from '@stepwise/shared-contracts/client/use-save';
import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { CheckboxChoices } from '@stepwise/shared-contracts/design-system/choices';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import type { PlanStep } from '@stepwise/shared-contracts/plan/plan-steps';
import styles from './dose.module.css';

interface PreparationProps {
  steps: readonly PlanStep[];
  /** A dose in words. */
  amount: (dose: number) => string;
  /** The step is named above. */
  isNamed?: boolean;
}

/** What has to be prepared for the steps ahead, each as a task to tick. */
export function Preparation({ steps, amount, isNamed = false }: PreparationProps) {
  const { outbox } = useHost();
  const { status, track } = useSave(prepareStep);
  return (
    <div className={styles.tasks}>
      {steps.map(({ id, dose, prepare, prepared = false, plannedFrom, status: stands }) => (
        <CheckboxChoices
          key={id}
          legend={
            <span className={isNamed ? 'visually-hidden' : undefined}>
              To prepare: {amount(dose)} a day, planned
              {stands === 'waiting' ? '' : ` from ${formatDate(plannedFrom)}`}
            </span>
          }
          hint={!prepared && prepare}
          options={[{ id, text: 'This is prepared' }]}
          values={prepared ? [id] : []}
          onToggle={(step, isTicked) => void track(outbox.send(prepareStep, { step, prepared: isTicked }))}
        />
      ))}
      {!isNamed && <Status text={SAVE_TEXT[status]} />}
    </div>
  );
}
