import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import type { ChoiceStatus } from './use-data-consent.ts';

interface ChoiceOutcomeProps {
  status: ChoiceStatus;
  /** What is said while nothing is saved. */
  note?: string;
}

/** The status of saving a choice, until the thank-you shows. */
export function ChoiceOutcome({ status, note = '' }: ChoiceOutcomeProps) {
  return (
    <>
      {status === 'failed' && (
        <Notice tone="warning" title="We could not confirm that your choice was saved." announced>
          <p>Please check your connection and try again. If it happens again, call the research team.</p>
        </Notice>
      )}
      <Status text={status === 'saving' ? 'Saving your choice…' : note} />
    </>
  );
}
