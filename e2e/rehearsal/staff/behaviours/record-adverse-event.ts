import type { Rehearsal } from '../../context.ts';
import { dayIn, wallClock } from '../../model/local-time.ts';
import type { Person } from '../../people/person.ts';
import type { Random } from '../../people/random.ts';
import type { Member } from '../staff-browser.ts';

const HOUR_MS = 3_600_000;

/** Records an adverse event from the day of a warning sign, of which the team knew an hour ago. */
export async function recordAdverseEvent(
  { watch, stack, content }: Rehearsal,
  { id, name, facts }: Person,
  { open, post }: Member,
  { sign, localDate, random }: { sign: string; localDate: string; random: Random },
): Promise<void> {
  const { safety, timeZone } = content;
  const awareAt = stack.now() - HOUR_MS;
  const { day, hour } = wallClock(awareAt, timeZone);
  const onset = localDate < day ? localDate : day;
  const severity = random.pick(safety.severities).id;
  const one = (list: readonly { id: string; fatal?: boolean }[]) =>
    random.pick(list.filter(({ fatal }) => !fatal)).id;
  const assessed = {
    relatedness: one(safety.relatedness),
    expectedness: one(safety.expectedness),
    outcome: one(safety.outcomes),
    action: one(safety.actions),
  };
  const path = `/admin/participants/${id}/adverse-events`;
  const page = await open(`${path}?sign=${sign}`);
  const hidden = (field: string) => new RegExp(`name="${field}" value="([^"]*)"`).exec(page)?.[1] ?? '';
  const answer = await post(path, page, {
    id: hidden('id'),
    sign: hidden('sign'),
    description: 'Dizzy for a day',
    source: 'warning-sign',
    awareAt: `${day}T${String(hour).padStart(2, '0')}:00`,
    onset,
    ended: '',
    serious: 'no',
    severity,
    ...assessed,
    reportedAt: '',
  });
  watch.compare('adverse event', name, answer.status, 303);
  facts.adverseEvents.push({ onset, awareOn: dayIn(awareAt, timeZone), severity, ...assessed });
  watch.count('adverse events recorded');
}
