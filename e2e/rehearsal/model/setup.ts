import type { TrialContent } from './content.ts';
import type { Step } from './plan.ts';

export interface SetupTruth {
  schedule: number;
  timesperday: number;
  startdose: number;
  /** Doses in mg a day, each with its number of days, from the dose taken now down to 0 mg. */
  steps: Step[];
}

/** What setup.yaml and schedules.yaml recommend for answers (question to option). */
export function recommend(content: TrialContent, answers: ReadonlyMap<number, number>): SetupTruth {
  const answerTo = (sets: string) => {
    const question = content.setup.questions.find((each) => each.sets === sets);
    const option = answers.get(question?.id ?? 0);
    return { option, chosen: question?.options?.find(({ id }) => id === option) };
  };
  const medicine = content.medicines.find(({ setupoption }) => setupoption === answerTo('medicine').option);
  if (!medicine) throw new Error('No medicine is chosen.');
  const dose = medicine.doses.find(({ id }) => id === answerTo('dose').option)?.dose;
  if (dose === undefined) throw new Error('No dose is chosen.');
  const times = answerTo('timesperday').chosen?.timesperday ?? 1;
  const kind = content.setup.slowerWhen.some((id) => [...answers.values()].includes(id))
    ? 'slower'
    : 'standard';
  const schedule = content.schedules.find((each) => each.medication === medicine.id && each.kind === kind);
  if (!schedule) throw new Error('No schedule fits.');
  return {
    schedule: schedule.id,
    timesperday: medicine.timesperday.includes(times) ? times : (medicine.timesperday[0] ?? 1),
    startdose: dose,
    steps: stepsFrom(schedule, dose),
  };
}

/** The dose taken now, for the days of its own step or of the first one, then the steps below it. */
export function stepsFrom({ steps }: Pick<TrialContent['schedules'][number], 'steps'>, dose: number): Step[] {
  const own = steps.find((step) => step.dose === dose);
  return [
    { dose, days: own?.days ?? steps[0]?.days ?? 0 },
    ...steps.filter((step) => step.dose < dose).map(({ dose, days }) => ({ dose, days })),
  ];
}
