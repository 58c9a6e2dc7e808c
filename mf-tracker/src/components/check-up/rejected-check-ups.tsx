import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import type { OutboxEntry } from '@stepwise/shared-contracts/client/outbox-storage';
import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { clockTime } from '@stepwise/shared-contracts/dates/time-of-day';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { recordOf } from '@stepwise/shared-contracts/optimistic/records';
import { useStore } from 'zustand';
import { recordInWords } from '../../records/answer-icons.ts';

/** Check-ups that the server rejected. They stay on the device until the person sends or removes them. */
export function RejectedCheckUps() {
  const { outbox } = useHost();
  const rejected = useStore(outbox.state, (state) => state.rejected);
  return rejected.map((entry) => <RejectedCheckUp key={entry.id} entry={entry} />);
}

function RejectedCheckUp({ entry }: { entry: OutboxEntry }) {
  const { outbox } = useHost();
  const symptoms = useParticipant((state) => state.symptoms);
  const activities = useParticipant((state) => state.activities);
  const checkUp = saveRecord.body.safeParse(entry.body);
  if (entry.path !== saveRecord.path || !checkUp.success) return null;
  const record = recordOf({ symptoms, activities }, checkUp.data, entry);
  const { localDate, recordedAt, timeZone } = record;
  // Sent with what is still on the lists: an item that is gone may be why it was rejected. The rejected one goes last, so
  // that the check-up is on the device all the time.
  const sendAgain = () => {
    void outbox.send(saveRecord, {
      ...checkUp.data,
      symptoms: record.symptoms.map(({ id }) => id),
      activities: record.activities.map(({ id }) => id),
      recordedAt,
    });
    void outbox.dismiss(entry.id);
  };
  return (
    <Notice tone="warning" title="A check-up could not be saved." announced>
      <p>
        {formatDateInWords(localDate)}, {clockTime(recordedAt, timeZone)}: {recordInWords(record)}.
      </p>
      <p>{entry.rejection}</p>
      <div className="row">
        <Button variant="quiet" onClick={sendAgain}>
          Try again
        </Button>
        <Button variant="link" onClick={() => outbox.dismiss(entry.id)}>
          Remove it
        </Button>
      </div>
    </Notice>
  );
}
