import { saveBaseline, saveHomestep } from '@stepwise/shared-contracts/calls/user.calls';
import type { Rehearsal } from '../../context.ts';
import { armAt } from '../../model/allocation.ts';
import { did } from '../../model/person.ts';
import { ALLOCATION_SEED } from '../../stack/stack.ts';
import { look } from '../look.ts';
import type { Person } from '../person.ts';
import { save } from '../save.ts';

/** Says that the external questionnaire is done; a link to confirm the address comes by mail, or the team is notified. */
export async function confirmQuestionnaire(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { medicines, setup } = rehearsal.content;
  const [medicine] = medicines;
  const duration = setup.questions.find(({ sets }) => sets === 'duration')?.options?.[0];
  const [dose] = medicine?.doses ?? [];
  const baseline = {
    medicine: medicine?.setupoption ?? 0,
    dose: dose?.id ?? 0,
    duration: duration?.id ?? 0,
  };
  await save(rehearsal, person, saveBaseline, baseline);
  did(person.facts, 'answers before randomisation');
  person.facts.baseline = { ...baseline, at: rehearsal.stack.now(), mg: dose?.mg ?? dose?.dose ?? 0 };
  await save(rehearsal, person, saveHomestep, { homestep: 3 });
  did(person.facts, 'confirms the questionnaire');
  person.facts.questionnaireConfirmedAt = rehearsal.stack.now();
  if (rehearsal.allocation.isManual) waitForTeam(rehearsal, person);
  else {
    did(person.facts, 'is sent a link to confirm the address');
    rehearsal.expectMail(person.email, 'addressConfirmation');
  }
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
  did(person.facts, 'confirms the address');
  if (allocation.isManual) waitForTeam(rehearsal, person);
  else randomise(rehearsal, person);
  await look(rehearsal, person);
}

/** To the next place of their stratum's list. */
export function randomise(
  { stack, places, watch }: Rehearsal,
  { facts }: Person,
  how: 'is randomised' | 'is randomised by hand' = 'is randomised',
): void {
  did(facts, how);
  const group = facts.survey?.group ?? '';
  const place = places.get(group) ?? 0;
  places.set(group, place + 1);
  facts.randomised = { at: stack.now(), arm: armAt(ALLOCATION_SEED, group, place), stratum: group };
  watch.count('randomised');
}
