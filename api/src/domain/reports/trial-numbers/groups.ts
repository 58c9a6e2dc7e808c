/**
 * The people behind each number of the trial. A group's condition is on a row `o` of `observed` (observed.ts), so that the
 * number and the list behind it are of the same people.
 */
export const GROUPS = {
  accounts: { text: 'Made an account', sql: 'true' },
  'not-assessed': { text: 'Survey not done yet', sql: 'o.consented_on is null and not o.is_assessed' },
  ineligible: {
    text: 'Not eligible by the survey',
    sql: 'o.consented_on is null and o.is_assessed and o.is_ineligible',
  },
  'not-consented': {
    text: 'Eligible, no consent given yet',
    sql: 'o.consented_on is null and o.is_assessed and not o.is_ineligible',
  },
  consented: { text: 'Consented', sql: 'o.consented_on is not null' },
  'left-before': {
    text: 'Left after the consent, before randomisation',
    sql: 'o.consented_on is not null and o.randomised_on is null and o.data_consent is not null',
  },
  'not-randomised': {
    text: 'Consented, not randomised yet',
    sql: 'o.consented_on is not null and o.randomised_on is null and o.data_consent is null',
  },
  randomised: { text: 'Randomised', sql: 'o.randomised_on is not null' },
  recording: {
    text: 'Recorded at least one day',
    sql: 'o.randomised_on is not null and o.first_record is not null',
  },
  'left-plan': {
    text: 'Left the plan, in the follow-up',
    sql: 'o.randomised_on is not null and o.data_consent is null and o.left_plan_on is not null',
  },
  withdrew: {
    text: 'Stopped, information kept',
    sql: `o.randomised_on is not null and o.data_consent = 'agree'`,
  },
  anonymous: { text: 'Made anonymous', sql: `o.randomised_on is not null and o.data_consent = 'anonymous'` },
  'going-on': {
    text: 'Taking part or in the follow-up',
    sql: 'o.randomised_on is not null and o.data_consent is null',
  },
  'waiting-sign': {
    text: 'With a warning sign that waits',
    sql: `o.data_consent is distinct from 'anonymous' and exists (
      select 1 from warning_sign w where w.participant_id = o.id and w.closed_at is null)`,
  },
  'early-step': {
    text: 'Took a step of the plan before its day',
    sql: `exists (select 1 from dose_report d where d.participant_id = o.id and d.kind = 'step' and d.day < d.planned)`,
  },
  'late-record': {
    text: 'With a record that arrived more than a day after it was made',
    sql: `exists (select 1 from daily_record r where r.participant_id = o.id
      and r.received_at > r.recorded_at + interval '1 day')`,
  },
  'randomised-ineligible': {
    text: 'Randomised though not eligible',
    sql: 'o.randomised_on is not null and o.is_ineligible',
  },
} as const;
export type Group = keyof typeof GROUPS;
export const groups = Object.keys(GROUPS) as Group[];

/** Groups of what only one arm has. */
export const ONE_ARM_GROUPS: readonly Group[] = [
  'recording',
  'left-plan',
  'waiting-sign',
  'early-step',
  'late-record',
];
