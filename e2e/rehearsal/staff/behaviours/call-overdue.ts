import type { Rehearsal } from '../../context.ts';
import { addDays, dayIn } from '../../model/local-time.ts';
import { followUpsOf } from '../../model/person.ts';
import type { Person } from '../../people/person.ts';
import type { Random } from '../../people/random.ts';
import type { Member } from '../staff-browser.ts';

const CALLED_AFTER_DAYS = 1;
const OUTCOMES = {
  'will-do-it': 'Reached them, they will do it',
  'message-left': 'Left a message',
  'not-reached': 'Did not reach them',
} as const;

/** The list of follow-ups counts those that are asked for and those that were missed. */
export async function compareFollowUps(
  { content, stack, watch }: Rehearsal,
  people: readonly Person[],
  { open }: Member,
): Promise<void> {
  const states = people
    .filter(({ facts: { left } }) => left?.as !== 'delete')
    .flatMap(({ facts }) => followUpsOf(content, facts, stack.now()).map(({ state }) => state));
  const page = await open('/admin/follow-ups');
  watch.compare(
    'follow-ups of everyone',
    'the list of the team',
    ['Due', 'Missed'].map((word) => Number(new RegExp(`${word} \\((\\d+)\\)`).exec(page)?.[1])),
    [
      states.filter((state) => state === 'due' || state === 'reminded').length,
      states.filter((state) => state === 'missed').length,
    ],
  );
}

/** Calls a person whose follow-up is overdue, and notes what came of it. */
export async function callOverdue(
  { content, stack, watch }: Rehearsal,
  { id, name, facts }: Person,
  { open, post }: Member,
  random: Random,
): Promise<void> {
  if (facts.left) return;
  const today = dayIn(stack.now(), content.timeZone);
  const overdue = followUpsOf(content, facts, stack.now()).find(
    ({ state, dueOn }) => state === 'reminded' && addDays(dueOn, CALLED_AFTER_DAYS) <= today,
  );
  if (!overdue || random.chance(0.3)) return;
  const page = `/admin/participants/${id}`;
  const text = await open(page);
  const outcome = random.pick(Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]);
  const answer = await post(`${page}/contact-attempts`, text, {
    attemptId: /name="attemptId" value="([^"]+)"/.exec(text)?.[1] ?? '',
    months: String(overdue.months),
    channel: 'phone',
    outcome,
    attemptNote: '',
  });
  watch.compare('contact attempt', name, answer.status, 303);
  facts.contactAttempts.push({ at: stack.now(), months: overdue.months, outcome });
  const [, table = ''] = /aria-label="Contact attempts">(.*?)<\/table>/s.exec(await open(page)) ?? [];
  const cells = [...table.matchAll(/data-label="Outcome"><span>(.*?)<\/span>/g)];
  watch.compare(
    'contact attempts of a person',
    name,
    cells.map(([, cell = '']) => cell.replaceAll(/<[^>]*>/g, '')),
    facts.contactAttempts.map((each) => Reflect.get(OUTCOMES, each.outcome)).reverse(),
  );
  watch.count('contact attempts noted');
}
