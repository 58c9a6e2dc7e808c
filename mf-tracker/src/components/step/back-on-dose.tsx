import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { fillIn } from '@stepwise/shared-contracts/entities/fill-in';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { CareCalls } from '../dose/care-calls.tsx';

interface BackOnDoseProps {
  /** The dose before, mg a day. */
  dose: number;
  isFromZero: boolean;
  amount: (dose: number) => string;
  onReport: () => void;
  onCancel: () => void;
}

/** Confirms that one is back on the dose before, and says whom to call; from 0 mg, to talk first. */
export function BackOnDose({ dose, isFromZero, amount, onReport, onCancel }: BackOnDoseProps) {
  const texts = useParticipant((state) => state.doseCard);
  const text = isFromZero ? texts?.goBackFromZero : texts?.goBack;
  return (
    <Notice title={`Back on ${amount(dose)}?`} announced>
      {text && <p>{fillIn(text, { dose: amount(dose) })}</p>}
      <CareCalls />
      <div className="stack">
        <Button variant="quiet" onClick={onReport}>
          Yes, I take {amount(dose)} again
        </Button>
        <Button variant="link" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </Notice>
  );
}
