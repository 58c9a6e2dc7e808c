import { followUpsAt } from '../follow-ups.ts';
import { dayIn } from '../local-time.ts';
import { observe } from '../observe.ts';
import { type Exported, exportFile, onePerPerson } from './export-file.ts';

const isAnonymous = ({ facts }: Exported): boolean => facts.left?.as === 'anonymous';
/** Rows of the team's own keep it. */
const startDose = ({ facts: { plan } }: Exported): number | null => {
  const begun = plan.findLast(
    (event) => event.kind === 'saved' || (event.kind === 'changed' && event.isOtherSchedule),
  );
  return begun && 'steps' in begun ? (begun.steps[0]?.dose ?? null) : null;
};

/** The first stop of all contact. */
const firstStop = ({ facts }: Exported) => facts.left?.stops[0] ?? null;

/** How the part of a person in the trial ended, or that its last window is over. */
function statusOf({ content, facts, now }: Exported): string {
  if (facts.left) return 'DISCONTINUED';
  if (!facts.randomised) return 'ONGOING';
  const { at } = facts.randomised;
  const last = followUpsAt(
    content,
    { randomisedAt: at, done: new Map(), sent: new Map(), stoppedOn: null },
    now,
  )
    .map(({ closesOn }) => closesOn)
    .sort()
    .at(-1);
  return last && last < dayIn(now, content.timeZone) ? 'COMPLETED' : 'ONGOING';
}

/** Who people are, what they consented to, and how long they were observed. */
export const PEOPLE_FILES = {
  participants: onePerPerson({
    consent_year: ({ consent, content }) => Number(dayIn(consent.at, content.timeZone).slice(0, 4)),
    home_step: ({ facts }) => (facts.schedule !== null ? 4 : facts.questionnaireConfirmedAt !== null ? 3 : 2),
    questionnaire_day: ({ facts, studyAt }) =>
      facts.questionnaireConfirmedAt && studyAt(facts.questionnaireConfirmedAt),
    schedule_id: ({ facts }) => facts.schedule,
    start_dose: startDose,
    times_per_day: ({ facts }) => facts.timesperday,
    data_choice: ({ facts }) => facts.left?.as ?? null,
    strengths_said: ({ facts }) => facts.strengths !== null,
  }),
  survey_outcomes: onePerPerson({
    eligible: ({ facts }) => facts.survey?.eligible ?? null,
    predict: ({ facts }) => facts.survey?.predict ?? null,
    stratum: ({ facts }) => facts.survey?.group ?? null,
    acting_done: () => false,
    acting_ineligible: () => false,
  }),
  consents: exportFile(({ facts }) => facts.consents, {
    consent: (_consent, _of, number) => number,
    consent_day: ({ at }, { studyAt }) => studyAt(at),
    form_version: ({ version }) => version,
    future_contact: ({ futureContact }) => futureContact,
  }),
  allocations: onePerPerson(
    {
      arm: ({ facts }) => facts.randomised?.arm ?? null,
      draw_day: ({ facts, studyAt }) => facts.randomised && studyAt(facts.randomised.at),
    },
    ({ facts }) => facts.randomised !== null,
  ),
  baseline: onePerPerson(
    {
      medicine_id: ({ facts }) => facts.baseline?.medicine ?? null,
      dose_id: ({ facts }) => facts.baseline?.dose ?? null,
      dose_mg: ({ facts }) => facts.baseline?.mg ?? null,
      duration_id: ({ facts }) => facts.baseline?.duration ?? null,
      baseline_day: ({ facts, studyAt }) => facts.baseline && studyAt(facts.baseline.at),
    },
    ({ facts }) => facts.baseline !== null,
  ),
  setup_answers: exportFile(({ facts }) => [...facts.setupAnswers].sort(([a], [b]) => a - b), {
    question_id: ([question]) => question,
    option_id: ([, option]) => option,
  }),
  strengths: exportFile(({ facts }) => [...(facts.strengths ?? [])].sort((a, b) => a - b), {
    form_id: (form) => form,
  }),
  observation: onePerPerson({
    consent_day: () => 0,
    draw_day: ({ facts, studyAt }) => facts.randomised && studyAt(facts.randomised.at),
    withdrawal_day: (of) => (firstStop(of) ? of.studyAt(firstStop(of)?.at ?? 0) : null),
    left_plan_day: ({ facts, studyAt }) =>
      facts.leftPlan && !facts.left ? studyAt(facts.leftPlan.at) : null,
    withdrawal_reason: (of) => firstStop(of)?.reason ?? null,
    censoring_day: (of) => of.study(observe(of.content, of.facts, of.now).until),
    censoring_reason: (of) => (of.facts.left ? (isAnonymous(of) ? 'anonymous' : 'withdrew') : 'going-on'),
    export_day: ({ studyAt, now }) => studyAt(now),
    days_observed: (of) => of.study(observe(of.content, of.facts, of.now).until) + 1,
    first_record_day: (of) => {
      const { first } = observe(of.content, of.facts, of.now);
      return first ? of.study(first) : null;
    },
    days_due: (of) => observe(of.content, of.facts, of.now).due,
    days_recorded: (of) => observe(of.content, of.facts, of.now).days.length,
  }),
  adsl: onePerPerson({
    RANDFL: ({ facts }) => (facts.randomised ? 'Y' : 'N'),
    ITTFL: ({ facts }) => (facts.randomised ? 'Y' : 'N'),
    ARM: ({ facts }) => facts.randomised?.arm ?? null,
    STRATAR: ({ facts }) => facts.survey?.group ?? null,
    RANDDY: ({ facts, studyAt }) => facts.randomised && studyAt(facts.randomised.at),
    EOSSTT: statusOf,
    EOSDY: (of) => (firstStop(of) ? of.studyAt(firstStop(of)?.at ?? 0) : null),
    DCSREAS: (of) => firstStop(of)?.reason ?? null,
  }),
};
