import type { Rehearsal } from '../../context.ts';
import { waitingOf } from '../../model/dose-questions.ts';
import type { Person } from '../../people/person.ts';
import type { Random } from '../../people/random.ts';
import type { Member } from '../staff-browser.ts';

const WORDS = { 'too-hard': 'This step is too hard', talk: 'I need to talk to someone' } as const;

/** The team's first page lists some of the questions about a dose, and counts the others. */
export async function compareDoseQuestions(
  { watch }: Rehearsal,
  people: readonly Person[],
  { open }: Member,
): Promise<void> {
  const page = await open('/admin');
  const listed = page.match(/<strong>Dose question: /g)?.length ?? 0;
  const more = Number(/(\d+) more: dose questions/.exec(page)?.[1] ?? 0);
  const waiting = people
    .filter(({ facts: { left } }) => left === null || left.as === 'agree')
    .flatMap(({ facts }) => waitingOf(facts.doseQuestions));
  watch.compare('questions about a dose', 'the list of the team', listed + more, waiting.length);
}

/** Talks with a person who asked about the dose and closes what waits, or leaves it for another day. */
export async function answerDoseQuestions(
  { watch }: Rehearsal,
  { id, name, facts }: Person,
  { open, post }: Member,
  random: Random,
): Promise<void> {
  const waiting = waitingOf(facts.doseQuestions);
  if (waiting.length === 0 || (facts.left && facts.left.as !== 'agree')) return;
  const path = `/admin/participants/${id}`;
  const page = await open(path);
  const seen = page.matchAll(/<p><strong>([^<]*)<\/strong>, asked on (\d\d\/\d\d\/\d{4})\./g);
  watch.compare(
    'questions of a person about the dose',
    name,
    [...seen].map(([, words, day]) => [words, day]),
    waiting.map(({ reason, day }) => [WORDS[reason], day.split('-').reverse().join('/')]),
  );
  if (random.chance(0.3)) return;
  const [first] = waiting;
  const question = /name="question" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const answer = await post(`${path}/dose-questions`, page, { question });
  watch.compare('closing a question about the dose', name, answer.status, 303);
  facts.doseQuestions = facts.doseQuestions.map((each) =>
    each === first ? { ...each, isClosed: true } : each,
  );
  watch.count('questions about the dose closed');
}
