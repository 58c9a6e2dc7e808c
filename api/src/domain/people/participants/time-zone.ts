import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Content } from '../../core/content/load-content.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Participant } from './participant.entity.ts';

type Zones = Pick<Participant, 'timeZone' | 'deviceTimeZone'>;

/** Where the participant is (IANA): as they chose, else as their device said last, else the trial's. */
export const timeZoneOf = ({ timeZone, deviceTimeZone }: Zones, { product }: Content): string =>
  timeZone ?? deviceTimeZone ?? product.timeZone;

/** Any name that a browser may have for a time zone, older ones included. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** Stores the time zone that a participant's own device names, where it has changed. */
export async function noteTimeZone(
  { db, onBehalfOf }: Operation,
  participant: Participant,
  deviceTimeZone: string | undefined,
): Promise<void> {
  if (onBehalfOf || !deviceTimeZone || deviceTimeZone === participant.deviceTimeZone) return;
  await db.nativeUpdate(Participant, { id: participant.id }, { deviceTimeZone });
  participant.deviceTimeZone = deviceTimeZone;
}

/** The calendar day and the hour (0 to 23) that a clock in `timeZone` (IANA) shows. */
export const clockIn = (timeZone: string, instant: Date): { today: string; hour: number } => ({
  today: localDate(instant, timeZone),
  hour: Number(
    new Intl.DateTimeFormat('en-AU', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(instant),
  ),
});
