import type { Medicine, Schedule, Setup, SetupQuestion } from '../../core/content/content.schema.ts';

export type SetupContent = { setup: Setup; medicines: Medicine[]; schedules: Schedule[] };

/** `schedule` is a schedule's id, `startdose` the current dose in mg a day as schedules store it. */
export type SetupOutcome = { schedule: number; timesperday: 1 | 2; startdose: number };

/** Either the outcome, or the ids of the questions still without a valid answer, in the order they are asked. */
export type SetupScoring =
  | { complete: true; outcome: SetupOutcome }
  | { complete: false; unanswered: number[] };

/**
 * The options a setup question offers, given the answers so far (question id to option id). The dose question offers
 * the doses of the chosen medicine, and none before a medicine is chosen.
 */
export function offeredOptions(
  content: SetupContent,
  question: SetupQuestion,
  answers: ReadonlyMap<number, number>,
): { id: number; text: string }[] {
  return question.sets === 'dose' ? (chosenMedicine(content, answers)?.doses ?? []) : question.options;
}

/**
 * The recommended schedule by the rules in content: the slower one of the chosen medicine when any `slowerWhen` option
 * is chosen, else the standard one. Times a day follow the answer, where the medicine is taken that often at all;
 * otherwise the medicine's own. An answer the question no longer offers (the dose of another medicine) counts as none.
 */
export function scoreSetup(content: SetupContent, answers: ReadonlyMap<number, number>): SetupScoring {
  const { questions, slowerWhen } = content.setup;
  const unanswered = questions
    .filter((question) => {
      const answer = answers.get(question.id);
      return !offeredOptions(content, question, answers).some((option) => option.id === answer);
    })
    .map((question) => question.id);
  if (unanswered.length > 0) return { complete: false, unanswered };

  const medicine = chosenMedicine(content, answers);
  const startdose = medicine?.doses.find(({ id }) => id === answerTo('dose', content, answers))?.dose;
  const timesAnswer = answerTo('timesperday', content, answers);
  const timesAsked = questions
    .flatMap((question) => question.options)
    .find((option) => option.id === timesAnswer)?.timesperday;
  const timesperday = medicine?.timesperday.find((times) => times === timesAsked) ?? medicine?.timesperday[0];

  const chosen = new Set(questions.map((question) => answers.get(question.id)));
  const kind = slowerWhen.some((option) => chosen.has(option)) ? 'slower' : 'standard';
  const schedule = content.schedules.find(
    (each) => each.medication === medicine?.id && each.kind === kind,
  )?.id;
  // The loader rejects content that could cause this.
  if (schedule === undefined || timesperday === undefined || startdose === undefined) {
    throw new Error('the setup rules give no schedule');
  }
  return { complete: true, outcome: { schedule, timesperday, startdose } };
}

function chosenMedicine(content: SetupContent, answers: ReadonlyMap<number, number>): Medicine | undefined {
  const answer = answerTo('medicine', content, answers);
  return content.medicines.find((medicine) => medicine.setupoption === answer);
}

function answerTo(
  sets: NonNullable<SetupQuestion['sets']>,
  { setup }: SetupContent,
  answers: ReadonlyMap<number, number>,
): number | undefined {
  const question = setup.questions.find((each) => each.sets === sets);
  return question && answers.get(question.id);
}
