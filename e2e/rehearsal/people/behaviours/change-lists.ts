import { addActivity, addSymptom, saveSymptom } from '@stepwise/shared-contracts/calls/tracker.calls';
import type { Rehearsal } from '../../context.ts';
import { did } from '../../model/person.ts';
import { look } from '../look.ts';
import type { Person } from '../person.ts';
import { save } from '../save.ts';

/** Adds items in own words and flags one as a warning sign. */
export async function changeLists(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { facts, random, lastName } = person;
  const activity = `Choir of ${lastName}`;
  await save(rehearsal, person, addActivity, { activity: { text: activity } });
  facts.activities.push(activity);
  const text = `Ringing ears of ${lastName}`;
  await save(rehearsal, person, addSymptom, { symptom: { text, category: 'active' } });
  facts.symptoms.push({ text, category: 'active', redflag: false, selfHarm: false });
  const { symptoms } = await look(rehearsal, person);
  // The app offers no flag on what is about self-harm.
  const flagged = random.pick(symptoms.filter(({ selfHarm }) => !selfHarm));
  did(facts, 'changes the lists');
  const { id, category, redflag } = flagged;
  await save(rehearsal, person, saveSymptom, {
    symptom: { id, text: flagged.text, category, redflag: !redflag },
  });
  const fact = facts.symptoms.find((each) => each.text === flagged.text);
  if (fact) fact.redflag = !redflag;
  await look(rehearsal, person);
}
