import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useDoseInForce } from '@stepwise/shared-contracts/plan/use-dose-in-force';

/** What is said first, whatever someone stops who takes the medicine. Earlier servers send no words for it. */
export function StopNotice() {
  const words = useParticipant(({ stopNotice }) => stopNotice);
  if (useDoseInForce() === 0) return null;
  return (
    <Notice tone="warning">
      <p>{words ?? 'Do not stop your medicine suddenly. Talk to your doctor before you change it.'}</p>
    </Notice>
  );
}
