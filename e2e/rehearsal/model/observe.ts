import type { TrialContent } from './content.ts';
import { addDays, dayIn, daysBetween } from './local-time.ts';
import type { PersonFacts } from './person.ts';
import { recordsOf } from './records.ts';

/** The last day observed, and the days on which a record was due: from the first to the day before it, or before leaving the plan. */
export function observe({ timeZone }: TrialContent, { left, leftPlan, checkUps }: PersonFacts, now: number) {
  const until = dayIn(left?.at ?? now, timeZone);
  const days = [...new Set(recordsOf(checkUps).inForce.map(({ localDate }) => localDate))].sort();
  const [first] = days;
  const ends = leftPlan === null ? until : [until, dayIn(leftPlan.at, timeZone)].sort()[0];
  const last = [days.at(-1) ?? '', addDays(ends ?? until, -1)].sort().at(-1) ?? '';
  return { until, first, days, due: first ? daysBetween(first, last) + 1 : 0 };
}
