import { browserTimeZone, localDate } from '../dates/plain-date.ts';
import { useHost, useParticipant } from '../host/host-services.tsx';
import { doseInForce } from './dose-reports.ts';

/** The dose (mg a day) that the participant reported as taken on their own today; null where none is known. */
export function useDoseInForce(): number | null {
  const { now } = useHost();
  const reports = useParticipant(({ doseReports }) => doseReports);
  return doseInForce(reports, localDate(now(), browserTimeZone()));
}
