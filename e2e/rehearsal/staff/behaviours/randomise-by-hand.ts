import type { Rehearsal } from '../../context.ts';
import { randomise } from '../../people/behaviours/confirm-questionnaire.ts';
import { hasAccount, type Person } from '../../people/person.ts';
import type { Member } from '../staff-browser.ts';

const PAGE = '/admin/allocation';

/** Who said that the questionnaire is done, and waits for a manager or has their address to confirm. */
const waits = (person: Person): boolean =>
  hasAccount(person) && person.facts.questionnaireConfirmedAt !== null && person.facts.randomised === null;

/** Randomises everyone who waits for a manager; a second request changes nothing. */
export async function randomiseByHand(
  rehearsal: Rehearsal,
  people: readonly Person[],
  manager: Member,
): Promise<void> {
  const { watch } = rehearsal;
  const waiting = people.filter(waits);
  const waitingForTeam = waiting.filter(({ facts }) => facts.awaitsTeam);
  if (waitingForTeam.length === 0) return;
  await manager.logIn();
  const heading = /<h2 id="waiting">(\d+) /.exec(await manager.open(PAGE))?.[1];
  watch.compare('list of those who wait to be randomised', 'the team', Number(heading), waiting.length);
  for (const person of waitingForTeam) {
    const form = `/admin/participants/${person.id}/allocate`;
    const page = await manager.open(form);
    const answers = [await manager.post(form, page, {}), await manager.post(form, page, {})];
    const statuses = answers.map(({ status }) => status);
    watch.compare('manual randomisation', person.name, statuses, [303, 303]);
    randomise(rehearsal, person, 'is randomised by hand');
    watch.count('randomised by hand');
  }
}
