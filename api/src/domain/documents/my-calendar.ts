import { createHmac } from 'node:crypto';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { planCourse } from '@stepwise/shared-contracts/plan/plan-course';
import { ICalAlarmType, ICalCalendar, ICalEventRepeatingFreq } from 'ical-generator';

interface CalendarSource {
  productName: string;
  /** What each event is called, which must say nothing to others. */
  event: string;
  /** Makes the names of events, which disclose no participant and stay the same in a later file. */
  secret: string;
  now: Date;
  /** The participant's own day. */
  today: string;
}

/**
 * A calendar to import (RFC 5545): the hour of the daily reminder and the days of the planned steps. The times are those of
 * the wall clock wherever the calendar is, so that daylight saving and travel move them as people expect.
 */
export function myCalendar(
  {
    user,
    reminder,
    prescriptions,
    doseReports,
  }: Pick<AllData, 'user' | 'reminder' | 'prescriptions' | 'doseReports'>,
  { productName, event: summary, secret, now, today }: CalendarSource,
): string {
  const calendar = new ICalCalendar({
    name: productName,
    prodId: { company: productName, product: 'calendar', language: 'EN' },
  });
  const idOf = (name: string) =>
    createHmac('sha256', secret).update(`calendar ${user.id} ${name}`).digest('base64url');
  if (reminder?.hour != null) {
    const start = new Date(`${addDays(today, 1)}T00:00:00Z`);
    start.setUTCHours(reminder.hour);
    calendar.createEvent({
      id: idOf('daily'),
      stamp: now,
      start,
      end: new Date(start.getTime() + 15 * 60_000),
      floating: true,
      repeating: { freq: ICalEventRepeatingFreq.DAILY },
      summary,
      alarms: [{ type: ICalAlarmType.display, trigger: 0 }],
    });
  }
  const course = planCourse(prescriptions, doseReports, today);
  // A step that waits has no day, nor have those after it.
  const isWaiting = course.some(({ status }) => status === 'waiting');
  for (const [index, { date, status }] of course.entries())
    if (status === 'planned' && !isWaiting)
      calendar.createEvent({
        id: idOf(`step ${index}`),
        stamp: now,
        start: new Date(`${date}T00:00:00Z`),
        allDay: true,
        summary,
      });
  return calendar.toString();
}
