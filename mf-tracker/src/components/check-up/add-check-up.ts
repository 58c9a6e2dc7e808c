import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { utcDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';
import { type CheckUpBody, recordOf } from '../../records/pending-records.ts';

/**
 * Saves a check-up made at `recordedAt`: shown at once, replaced by the server's record when it answers, taken back
 * when it refuses. Resolves to whether the server took it; without a network that is once there is one again.
 */
export async function addCheckUp(
  { outbox, store, refresh, now }: HostServices,
  checkUp: CheckUpBody & { recordedAt: string },
  timeZone: string,
): Promise<boolean> {
  const { user, records, todayActivities } = store.getState();
  // The answer may come after somebody else logged in on this page.
  const isSamePerson = () => store.getState().user?.id === user?.id;
  const shown = recordOf(checkUp, store.getState(), timeZone);
  const previous = records.find(({ date }) => date === shown.date);
  store.getState().putRecord(shown);
  if (shown.date === utcDate(now())) store.getState().setTodayActivities(shown.activities);
  try {
    const { body } = await outbox.send(saveRecord, checkUp);
    if (!isSamePerson()) return true;
    store.getState().putRecord(body.record);
    store.getState().setTodayActivities(body.todayActivities);
    return true;
  } catch {
    if (!isSamePerson()) return false;
    takeBack(store, shown, previous);
    if (store.getState().todayActivities === shown.activities) store.setState({ todayActivities });
    await refresh().catch(() => {});
    return false;
  }
}

function takeBack(store: HostServices['store'], shown: DailyRecord, previous: DailyRecord | undefined): void {
  const { records, putRecord } = store.getState();
  if (!records.includes(shown)) return;
  if (previous) putRecord(previous);
  else store.setState({ records: records.filter((record) => record !== shown) });
}
