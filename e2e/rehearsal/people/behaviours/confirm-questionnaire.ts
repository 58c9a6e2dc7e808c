import { saveBaseline, saveHomestep } from '@stepwise/shared-contracts/calls/user.calls';
import type { Rehearsal } from '../../context.ts';
import { armAt } from '../../model/allocation.ts';
import { ALLOCATION_SEED } from '../../stack/stack.ts';
import { look } from '../look.ts';
import type { Person } from '../person.ts';
import { save } from '../save.ts';

/** Says that the external questionnaire is done; a link to confirm the address comes by mail, or the team is notified. */
export async function confirmQuestionnaire(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { medicines, setup } = rehearsal.content;
  const [medicine] = medicines;
  const duration = setup.questions.find(({ sets }) => sets === 'duration')?.options?.[0];
  await save(rehearsal, person, saveBaseline, {
    medicine: medicine?.setupoption ?? 0,
    dose: medicine?.doses[0]?.id ?? 0,
    duration: duration?.id ?? 0,
  });
  await save(rehearsal, person, saveHomestep, { homestep: 3 });
  person.facts.questionnaireConfirmedAt = rehearsal.stack.now();
  if (rehearsal.allocation.isManual) waitForTeam(rehearsal, person);
  else rehearsal.expectMail(person.email, 'addressConfirmation');
}

function waitForTeam(rehearsal: Rehearsal, person: Person): void {
  person.facts.awaitsTeam = true;
  rehearsal.expectMail(rehearsal.allocation.allocator, 'allocationNotice');
}

/** Opens the link that came, and is randomised, or waits for the team. */
export async function confirmAddress(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { watch, allocation } = rehearsal;
  const { confirmation } = person;
  if (!confirmation) return;
  person.confirmation = null;
  const answer = await person.laptop.fetch(new URL(confirmation).pathname, { method: 'POST' });
  watch.compare('confirmation of the address', person.name, answer.status, 200);
  if (allocation.isManual) waitForTeam(rehearsal, person);
  else randomise(rehearsal, person);
  await look(rehearsal, person);
}

/** To the next place of their stratum's list. */
export function randomise({ stack, places, watch }: Rehearsal, { facts }: Person): void {
  const group = facts.survey?.group ?? '';
  const place = places.get(group) ?? 0;
  places.set(group, place + 1);
  facts.randomised = { at: stack.now(), arm: armAt(ALLOCATION_SEED, group, place), stratum: group };
  watch.count('randomised');
}
