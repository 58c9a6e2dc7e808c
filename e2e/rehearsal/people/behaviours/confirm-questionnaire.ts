import { saveHomestep } from '@stepwise/shared-contracts/calls/user.calls';
import { armAt } from '../../model/allocation.ts';
import type { Rehearsal } from '../../rehearsal.ts';
import { ALLOCATION_SEED } from '../../stack/stack.ts';
import { look } from '../look.ts';
import type { Person } from '../person.ts';
import { save } from '../save.ts';

/** Says that the external questionnaire is done; a link to confirm the address comes by mail. */
export async function confirmQuestionnaire(rehearsal: Rehearsal, person: Person): Promise<void> {
  await save(rehearsal, person, saveHomestep, { homestep: 3 });
  person.facts.questionnaireConfirmedAt = rehearsal.stack.now();
  rehearsal.expectMail(person.email, 'addressConfirmation');
}

/** Opens the link that came, and is randomised: to the next place of their stratum's list. */
export async function confirmAddress(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { stack, places, watch } = rehearsal;
  const { confirmation, facts } = person;
  if (!confirmation || !facts.survey) return;
  const answer = await person.laptop.fetch(new URL(confirmation).pathname, { method: 'POST' });
  watch.compare('confirmation of the address', person.name, answer.status, 200);
  const { group } = facts.survey;
  const place = places.get(group) ?? 0;
  places.set(group, place + 1);
  facts.randomised = { at: stack.now(), arm: armAt(ALLOCATION_SEED, group, place), stratum: group };
  watch.count('randomised');
  await look(rehearsal, person);
}
