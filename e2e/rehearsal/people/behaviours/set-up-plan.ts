import { saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { setupSaveOption, setupScore } from '@stepwise/shared-contracts/calls/setup.calls';
import { saveDoctor, saveSupport } from '@stepwise/shared-contracts/calls/user.calls';
import type { Rehearsal } from '../../context.ts';
import { did } from '../../model/person.ts';
import { recommend } from '../../model/setup.ts';
import { look } from '../look.ts';
import { mistype } from '../mistype.ts';
import { type Person, todayOf } from '../person.ts';
import { save } from '../save.ts';
import { sayStrengths } from './say-strengths.ts';

/** Enters helpers, answers the questions of the plan and takes the schedule that is recommended. */
export async function setUpPlan(rehearsal: Rehearsal, person: Person): Promise<void> {
  const { content, watch } = rehearsal;
  const { random, facts } = person;
  await look(rehearsal, person);
  const doctor = `Doctor ${person.lastName} senior`;
  const email = `doctor${person.index}@clinic.example`;
  await mistype(
    rehearsal,
    person.phone,
    saveDoctor,
    { name: doctor, phone: '', email: 'clinic.example' },
    'bad-request',
  );
  await save(rehearsal, person, saveDoctor, { name: doctor, phone: '', email });
  const [friend, phone] = [`Friend of ${person.lastName}`, `0491-570-${100 + (person.index % 900)}`];
  await save(rehearsal, person, saveSupport, { name: friend, phone });
  did(facts, 'names helpers');
  facts.contacts = { doctor: [doctor, '', email], support: [friend, phone] };
  person.identifying.push(email);
  const answers = new Map<number, number>();
  const medicine = random.pick(content.medicines);
  for (const { id, sets, options = [] } of content.setup.questions) {
    const optionId =
      sets === 'medicine'
        ? medicine.setupoption
        : sets === 'dose'
          ? random.pick(medicine.doses).id
          : random.pick(options).id;
    answers.set(id, optionId);
    facts.setupAnswers.set(id, optionId);
    await save(rehearsal, person, setupSaveOption, { questionId: id, optionId });
  }
  const truth = recommend(content, answers);
  const { schedule, timesperday, startdose } = (await person.phone.send(setupScore, undefined)).body;
  watch.compare(
    'recommended schedule',
    person.name,
    { schedule, timesperday, startdose },
    {
      schedule: truth.schedule,
      timesperday: truth.timesperday,
      startdose: truth.startdose,
    },
  );
  await save(rehearsal, person, saveSchedule, { schedule: truth.schedule });
  facts.schedule = truth.schedule;
  facts.timesperday = truth.timesperday;
  facts.plan.push({
    kind: 'saved',
    at: rehearsal.stack.now(),
    day: todayOf(rehearsal, person),
    steps: truth.steps,
  });
  if (random.chance(0.8)) await sayStrengths(rehearsal, person);
  watch.count('plans set up');
}
