import type { OutboxEntry } from '@stepwise/shared-contracts/client/outbox-storage';
import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useStore } from 'zustand';
import { clockTime } from '../../day/today.ts';
import { recordInWords } from '../../records/marks.ts';
import { checkUpOf, recordOf } from '../../records/pending-records.ts';
import { addCheckUp } from './add-check-up.ts';

/** Check-ups that the server did not take. They stay on the device until the person sends or removes them. */
export function RefusedCheckUps({ timeZone }: { timeZone: string }) {
  const { outbox } = useHost();
  const refused = useStore(outbox.state, (state) => state.refused);
  return refused.map((entry) => <RefusedCheckUp key={entry.id} entry={entry} timeZone={timeZone} />);
}

function RefusedCheckUp({ entry, timeZone }: { entry: OutboxEntry; timeZone: string }) {
  const host = useHost();
  const symptoms = useParticipant((state) => state.symptoms);
  const activities = useParticipant((state) => state.activities);
  const checkUp = checkUpOf(entry);
  if (!checkUp) return null;
  const record = recordOf(checkUp, { symptoms, activities }, timeZone);
  // Sent with what is still on the lists: an item that is gone may be what the server refused. The refused one goes
  // last, so that the check-up is on the device all the time.
  const sendAgain = () => {
    const symptomIds = record.symptoms.map(({ id }) => id);
    const activityIds = record.activities.map(({ id }) => id);
    void addCheckUp(host, { ...checkUp, symptoms: symptomIds, activities: activityIds }, timeZone);
    void host.outbox.dismiss(entry.id);
  };
  return (
    <Notice tone="warning" title="A check-up could not be saved." announced>
      <p>
        {formatDateInWords(record.localDate)}, {clockTime(record.recordedAt, timeZone)}:{' '}
        {recordInWords(record)}.
      </p>
      <p>{entry.refusal}</p>
      <div className="row">
        <Button variant="quiet" onClick={sendAgain}>
          Try again
        </Button>
        <Button variant="link" onClick={() => host.outbox.dismiss(entry.id)}>
          Remove it
        </Button>
      </div>
    </Notice>
  );
}
