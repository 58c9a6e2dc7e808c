import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import { inTransaction } from '../domain/core/operation/operation.ts';
import { lockParticipant } from '../domain/people/participants/lock-participant.ts';
import { addStop } from '../domain/trial/consent/add-stop.ts';
import { withdrawParticipant } from '../domain/trial/consent/withdraw.command.ts';
import type { Arm } from '../domain/trial/randomisation/permuted-blocks.ts';
import type { TestApi } from './create-test-api.ts';
import { createRandom } from './random.ts';

export const SIMULATED_DAYS = 730;
const START = '2026-03-10';
const BEFORE_RANDOMISATION = [
  'not-assessed',
  'ineligible',
  'not-consented',
  'not-randomised',
  'left-before',
] as const;
const LEAVES = ['agree', 'anonymous', 'delete'] as const;
const CONSENT_HASH = 'c'.repeat(64);

/** One simulated person. Days are calendar days; the arm and what follows are of those who were randomised. */
export interface SimulatedPerson {
  state: (typeof BEFORE_RANDOMISATION)[number] | 'randomised';
  consentedOn: string | null;
  arm: Arm | null;
  randomisedOn: string | null;
  /** `on` is the day of the first stop; a second one may have come later. */
  left: { on: string; as: (typeof LEAVES)[number]; contactFirst: boolean } | null;
  leftPlanOn: string | null;
  recorded: string[];
  reports: { day: string; planned: string; dose: number; isStep: boolean }[];
  lateRecords: number;
  signs: { isSelfHarm: boolean; isClosed: boolean }[];
  isIneligible: boolean;
}

/** Noon of the trial's own clock, in winter and in summer nearly, so that each instant is on its day. */
const noon = (day: string) => `${day}T02:00:00Z`;

/**
 * A trial of the given number of people over two years: rows for what they did, day by day, and the product's own command for each one
 * who leaves. Answers what is true of each, kept apart from the database. `recordDays` is how long at most a person records.
 */
export async function simulateTrial(
  api: TestApi,
  { people, recordDays }: { people: number; recordDays: number },
): Promise<{ truth: SimulatedPerson[]; today: string }> {
  const random = createRandom(people);
  const today = addDays(START, SIMULATED_DAYS);
  await api.query(`insert into consent_text (hash, version, article) values ($1, '1', '{}')`, [CONSENT_HASH]);
  const truth = Array.from({ length: people }, (_, index) =>
    simulatePerson(index, people, today, recordDays, random),
  );
  for (const [index, person] of truth.entries()) await insertPerson(api, index, person, random);
  api.clock.set(noon(today));
  return { truth, today };
}

function simulatePerson(
  index: number,
  people: number,
  today: string,
  recordDays: number,
  random: () => number,
): SimulatedPerson {
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const state =
    index % 6 === 5
      ? (BEFORE_RANDOMISATION[((index - 5) / 6) % BEFORE_RANDOMISATION.length] ?? 'ineligible')
      : 'randomised';
  const joined = addDays(START, Math.floor((index * 600) / people));
  const hasConsent = ['randomised', 'not-randomised', 'left-before'].includes(state);
  const person: SimulatedPerson = {
    state,
    consentedOn: hasConsent ? joined : null,
    arm: null,
    randomisedOn: null,
    left: state === 'left-before' ? { on: addDays(joined, 4), as: 'agree', contactFirst: false } : null,
    leftPlanOn: null,
    recorded: [],
    reports: [],
    lateRecords: 0,
    signs: [],
    isIneligible: state === 'ineligible',
  };
  if (state !== 'randomised') return person;
  const randomisedOn = addDays(joined, between(0, 9));
  person.randomisedOn = randomisedOn;
  person.arm = index % 2 === 0 ? 'reduction' : 'usual-care';
  person.isIneligible = index % 9 === 8;
  if (index % 4 === 3 || index % 7 === 4) {
    const on = addDays(randomisedOn, between(20, 400));
    const as = LEAVES[(index >> 1) % 3] ?? 'agree';
    if (on < today) person.left = { on, as, contactFirst: as === 'anonymous' && index % 3 > 0 };
  }
  if (person.arm !== 'reduction') return person;
  const first = addDays(randomisedOn, between(0, 10));
  if (index % 5 === 0) person.leftPlanOn = addDays(first, between(5, recordDays));
  const end = [
    addDays(first, recordDays),
    addDays(today, -between(0, 1)),
    person.left && addDays(person.left.on, -1),
    person.leftPlanOn && addDays(person.leftPlanOn, -1),
  ]
    .filter((day) => day !== null)
    .sort()[0] as string;
  for (let day = first; day <= end; day = addDays(day, 1)) {
    if (day !== first && random() > 0.8) continue;
    person.recorded.push(day);
  }
  const doses = [100, 75, 50, 25, 50, 25, 0];
  for (const [step, dose] of doses.entries()) {
    const planned = addDays(first, Math.floor(recordDays / 8) * step);
    const day = step > 0 && random() < 0.2 ? addDays(planned, -2) : planned;
    if (day > end) break;
    person.reports.push({ day, planned, dose, isStep: step > 0 });
  }
  return person;
}

async function insertPerson(
  api: TestApi,
  index: number,
  person: SimulatedPerson,
  random: () => number,
): Promise<void> {
  const { state, consentedOn, randomisedOn, arm, left } = person;
  const isAssessed = state !== 'not-assessed';
  const joined = consentedOn ?? addDays(START, index);
  const [{ id }] = await api.query(
    `insert into participant (id, first_name, email, survey_done, survey_ineligible, stratum, predict, consent_agree, home_step, randomise, created_at)
     values (gen_random_uuid(), 'Simulated', $1, $2, $3, 'low', 1, $4, $5, $6, $7) returning id`,
    [
      `simulated${index}@example.org`,
      isAssessed,
      person.isIneligible,
      consentedOn !== null,
      randomisedOn ? (arm === 'reduction' ? 4 : 3) : 0,
      arm === 'reduction',
      noon(joined),
    ],
  );
  if (consentedOn)
    await api.query(
      'insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, $2, false, $3)',
      [id, CONSENT_HASH, noon(consentedOn)],
    );
  if (randomisedOn)
    await api.query(
      `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', $2, $3, $4)`,
      [id, index, arm, noon(randomisedOn)],
    );
  if (person.recorded.length > 0) await insertRecords(api, id, person, random);
  if (person.leftPlanOn) {
    const op = { ...api.operation(), now: new Date(noon(person.leftPlanOn)) };
    const how = { reason: 'effort', carriedOutBy: 'participant' } as const;
    await inTransaction(op, async (op) => {
      const participant = await lockParticipant(op.db, id);
      participant.leftPlanOn = addStop(op, id, 'plan', how);
      await op.db.flush();
    });
  }
  if (left?.contactFirst) await withdraw(api, id, left.on, 'agree');
  if (left) await withdraw(api, id, left.contactFirst ? addDays(left.on, 90) : left.on, left.as);
}

function withdraw(api: TestApi, id: string, day: string, choice: (typeof LEAVES)[number]): Promise<void> {
  const op = { ...api.operation(), now: new Date(noon(day)) };
  return inTransaction(op, async (op) => {
    const participant = await lockParticipant(op.db, id);
    await withdrawParticipant(op, participant, choice, { carriedOutBy: 'participant' });
  });
}

async function insertRecords(
  api: TestApi,
  id: string,
  person: SimulatedPerson,
  random: () => number,
): Promise<void> {
  const [symptom] = await api.query(
    `insert into symptom (participant_id, text, category, redflag) values ($1, 'Panic', 'mood', true) returning id`,
    [id],
  );
  const records = person.recorded.map((day) => {
    const isLate = random() < 0.05;
    const isReplaced = random() < 0.05;
    const hasSign = random() < 0.1;
    if (isLate) person.lateRecords += 1;
    if (hasSign) person.signs.push({ isSelfHarm: random() < 0.2, isClosed: random() < 0.7 });
    return { day, isLate, isReplaced, hasSign, ...(hasSign && person.signs.at(-1)) };
  });
  const values = [id, JSON.stringify(records)];
  const days = `jsonb_to_recordset($2::jsonb) as d (day date, "isLate" boolean, "isReplaced" boolean, "hasSign" boolean, "isSelfHarm" boolean, "isClosed" boolean)`;
  const at = `(d.day + time '02:00') at time zone 'UTC'`;
  await api.query(
    `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at, superseded_at)
     select $1::uuid, d.day, true, not d."hasSign", true, ${at} - interval '1 hour', 'Australia/Melbourne', d.day, ${at}, ${at}
     from ${days} where d."isReplaced"
     union all
     select $1::uuid, d.day, true, not d."hasSign", true, ${at}, 'Australia/Melbourne', d.day,
       ${at} + case when d."isLate" then interval '26 hours' else interval '1 second' end, null from ${days}`,
    values,
  );
  await api.query(
    `insert into daily_record_symptom (record_id, symptom_id, redflag)
     select r.id, $3, true from ${days} join daily_record r on r.participant_id = $1 and r.local_date = d.day
     where d."hasSign" and r.superseded_at is null`,
    [...values, symptom.id],
  );
  await api.query(
    `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at, closed_at)
     select gen_random_uuid(), $1, d.day, d.day, d."isSelfHarm", ${at}, ${at}, case when d."isClosed" then ${at} + interval '2 days' end
     from ${days} where d."hasSign"`,
    values,
  );
  for (const { day, planned, dose, isStep } of person.reports)
    await api.query(
      `insert into dose_report (participant_id, day, dose, schedule_id, planned, kind, reported_at, reported_by)
       values ($1, $2, $3, 11, $4, $5, $6, 'participant')`,
      [id, day, dose, planned, isStep ? 'step' : 'starting', noon(day)],
    );
}

/** The numbers of the trial as the words of the protocol define them, from what the simulation knows of each person. */
export function countTruth(truth: readonly SimulatedPerson[], today: string) {
  // Of those who were deleted nothing is left but that they were randomised.
  const kept = truth.filter(({ left }) => left?.as !== 'delete');
  const deleted = truth.filter(({ left }) => left?.as === 'delete');
  const randomised = kept.filter(({ randomisedOn }) => randomisedOn !== null);
  const until = ({ left }: SimulatedPerson): string => left?.on ?? today;
  const due = (person: SimulatedPerson): string[] => {
    const [first] = person.recorded;
    const days: string[] = [];
    if (!first) return days;
    const end = [until(person), person.leftPlanOn ?? today].sort()[0] as string;
    for (let day = first; day < end || day <= (person.recorded.at(-1) ?? ''); day = addDays(day, 1))
      days.push(day);
    return days;
  };
  const count = (of: (person: SimulatedPerson) => boolean) => ({
    all: kept.filter(of).length,
    reduction: kept.filter((person) => person.arm === 'reduction' && of(person)).length,
    'usual-care': kept.filter((person) => person.arm === 'usual-care' && of(person)).length,
  });
  const isRandomised = ({ randomisedOn }: SimulatedPerson) => randomisedOn !== null;
  const isEarly = ({ day, planned, isStep }: SimulatedPerson['reports'][number]) => isStep && day < planned;
  const flow = {
    accounts: count(() => true),
    'not-assessed': count(({ state }) => state === 'not-assessed'),
    ineligible: count(({ state }) => state === 'ineligible'),
    'not-consented': count(({ state }) => state === 'not-consented'),
    consented: count(({ consentedOn }) => consentedOn !== null),
    'left-before': count(({ state }) => state === 'left-before'),
    'not-randomised': count(({ state }) => state === 'not-randomised'),
    randomised: count(isRandomised),
    recording: count(({ recorded }) => recorded.length > 0),
    'left-plan': count((person) => person.left === null && person.leftPlanOn !== null),
    withdrew: count((person) => isRandomised(person) && person.left?.as === 'agree'),
    anonymous: count((person) => isRandomised(person) && person.left?.as === 'anonymous'),
    'going-on': count((person) => isRandomised(person) && person.left === null),
    'waiting-sign': count(
      ({ left, signs }) => left?.as !== 'anonymous' && signs.some(({ isClosed }) => !isClosed),
    ),
    'early-step': count(({ reports }) => reports.some(isEarly)),
    'late-record': count(({ lateRecords }) => lateRecords > 0),
    'randomised-ineligible': count((person) => isRandomised(person) && person.isIneligible),
    'randomised-deleted': {
      all: deleted.length,
      reduction: deleted.filter(({ arm }) => arm === 'reduction').length,
      'usual-care': deleted.filter(({ arm }) => arm === 'usual-care').length,
    },
  };
  const weeks = new Map<number, { people: Set<SimulatedPerson>; days_due: number; days_recorded: number }>();
  const ago = new Map<number, { people: number; recorded: number }>();
  for (const person of kept)
    for (const [index, day] of due(person).entries()) {
      const number = Math.floor(index / 7) + 1;
      const week = weeks.get(number) ?? { people: new Set(), days_due: 0, days_recorded: 0 };
      const isRecorded = person.recorded.includes(day);
      week.people.add(person);
      week.days_due += 1;
      week.days_recorded += Number(isRecorded);
      weeks.set(number, week);
      const back = daysBetween(day, today);
      if (back > 27) continue;
      const last = ago.get(back) ?? { people: 0, recorded: 0 };
      ago.set(back, { people: last.people + 1, recorded: last.recorded + Number(isRecorded) });
    }
  const signs = kept.flatMap((person) => person.signs.map((sign) => ({ ...sign, person })));
  return {
    flow,
    retention: (['reduction', 'usual-care'] as const).flatMap((arm) =>
      [3, 6, 12, 18, 24].flatMap((months) => {
        const at = ({ randomisedOn }: SimulatedPerson) => addDays(randomisedOn ?? '', 30 * months);
        const risk = randomised.filter((person) => person.arm === arm && at(person) <= today);
        const retained = risk.filter((person) => !person.left || until(person) >= at(person));
        return risk.length > 0 ? [{ arm, months, at_risk: risk.length, retained: retained.length }] : [];
      }),
    ),
    adherence: [...weeks]
      .sort(([a], [b]) => a - b)
      .map(([week, { people, ...days }]) => ({ week, people: people.size, ...days })),
    lastDays: [...ago].sort(([a], [b]) => a - b).map(([days_ago, days]) => ({ days_ago, ...days })),
    events: {
      signs: signs.length,
      'signs-self-harm': signs.filter(({ isSelfHarm }) => isSelfHarm).length,
      'signs-waiting': signs.filter(({ isClosed, person }) => !isClosed && person.left?.as !== 'anonymous')
        .length,
      'early-steps': kept.flatMap(({ reports }) => reports.filter(isEarly)).length,
      'late-records': kept.reduce((sum, { lateRecords }) => sum + lateRecords, 0),
      'randomised-ineligible': randomised.filter(({ isIneligible }) => isIneligible).length,
    },
    consented: kept.filter(({ consentedOn }) => consentedOn).length,
    randomised: randomised.length + deleted.length,
  };
}
