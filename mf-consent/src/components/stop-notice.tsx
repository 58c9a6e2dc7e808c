import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';

/** What is said first, whatever someone stops. Earlier servers send no words for it. */
export function StopNotice() {
  const words = useParticipant(({ stopNotice }) => stopNotice);
  return (
    <Notice tone="warning">
      <p>{words ?? 'Do not stop your medicine suddenly. Talk to your doctor before you change it.'}</p>
    </Notice>
  );
}
