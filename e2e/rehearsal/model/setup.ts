import type { TrialContent } from './content.ts';
import type { Step } from './plan.ts';

export interface SetupTruth {
  schedule: number;
  timesperday: number;
  startdose: number;
  /** Doses in mg a day, each with its number of days, from the dose taken now down to 0 mg. */
  steps: Step[];
}

/** By what a question sets: the option that was chosen, and the times a day that this option stands for. */
interface Chosen {
  option: number | undefined;
  times: number | undefined;
}

function chosenFor(
  { setup }: TrialContent,
  answers: ReadonlyMap<number, number>,
): ReadonlyMap<string, Chosen> {
  const chosen = new Map<string, Chosen>();
  for (const { id, sets, options } of setup.questions) {
    if (sets === undefined) continue;
    const option = answers.get(id);
    const times = options?.find((each) => each.id === option)?.timesperday;
    chosen.set(sets, { option, times });
  }
  return chosen;
}

/** What docs/content.md has the setup recommend for answers (question to option). */
export function recommend(content: TrialContent, answers: ReadonlyMap<number, number>): SetupTruth {
  const chosen = chosenFor(content, answers);
  for (const medicine of content.medicines) {
    if (medicine.setupoption !== chosen.get('medicine')?.option) continue;
    for (const { id, dose } of medicine.doses) {
      if (id !== chosen.get('dose')?.option) continue;
      const isSlow = [...answers.values()].some((option) => content.setup.slowerWhen.includes(option));
      const fitting = content.schedules.filter(({ medication }) => medication === medicine.id);
      const schedule = fitting.find(({ kind }) => (kind === 'slower') === isSlow);
      if (!schedule) throw new Error(`Medicine ${medicine.id} has no schedule that fits.`);
      const [own = 1] = medicine.timesperday;
      const asked = chosen.get('timesperday')?.times ?? own;
      const timesperday = medicine.timesperday.includes(asked) ? asked : own;
      return { schedule: schedule.id, timesperday, startdose: dose, steps: stepsFrom(schedule, dose) };
    }
  }
  throw new Error('The answers name no medicine and dose of the content.');
}

/** The dose taken now, for the days of its own step or, where it is none, of the first; then every lower step. */
export function stepsFrom({ steps }: Pick<TrialContent['schedules'][number], 'steps'>, dose: number): Step[] {
  let { days = 0, howToTake: note = '' } = steps[0] ?? {};
  const lower: Step[] = [];
  for (const step of steps) {
    const { howToTake = '' } = step;
    if (step.dose === dose) [days, note] = [step.days, howToTake];
    if (step.dose < dose) lower.push({ dose: step.dose, days: step.days, note: howToTake });
  }
  return [{ dose, days, note }, ...lower];
}
