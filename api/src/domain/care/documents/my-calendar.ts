import { createHmac } from 'node:crypto';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { stepsAhead } from '@stepwise/shared-contracts/plan/next-dose';
import { hasLeftPlan, planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import { isAskedFor } from '@stepwise/shared-contracts/stage/follow-ups';
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
 * A calendar to import (RFC 5545): the hour of the daily reminder, the days of the planned
 * steps and those on which follow-up questionnaires are due. The times are those of
 * the wall clock wherever the calendar is, so that daylight saving and travel move them as people expect.
 */
export function myCalendar(
  {
    user,
    reminder,
    prescriptions,
    doseReports,
    followUps = [],
  }: Pick<AllData, 'user' | 'reminder' | 'prescriptions' | 'doseReports' | 'followUps'>,
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
  const addDay = (name: string, date: string) =>
    calendar.createEvent({
      id: idOf(name),
      stamp: now,
      start: new Date(`${date}T00:00:00Z`),
      allDay: true,
      summary,
    });
  const steps = hasLeftPlan(user) ? [] : planSteps(prescriptions, doseReports, today);
  for (const step of stepsAhead(steps))
    if (step.status === 'planned') addDay(`step ${steps.indexOf(step)}`, step.date);
  for (const { months, state, dueOn } of followUps)
    if (state === 'planned' || (isAskedFor({ state }) && dueOn >= today))
      addDay(`follow-up ${months}`, dueOn);
  return calendar.toString();
}
