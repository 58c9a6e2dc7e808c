import { addDays } from '@stepwise/shared-contracts/dates/plain-date';

/** Of the trial: its first participant signs up on the first of these days, and the last day is yesterday. */
export const TRIAL_DAYS = 730;
/** The last one signed up so long before today. */
const LAST_JOINED_DAYS_AGO = 6;
/** A participant records for at most this number of days. */
const RECORDING_DAYS = 112;

const FIRST_NAMES =
  'Ada Ben Carla Dev Ella Finn Grace Hugo Isla Jack Kim Leo Mia Noah Olive Priya Quinn Ruth Sam Tess';
const LAST_NAMES =
  'Adams Brown Chen Doyle Evans Fraser Gupta Harris Irwin Jones Kelly Lee Moore Nguyen Owens Patel Reid Smith';

/** How one simulated person goes through the trial, drawn before it begins; days as `YYYY-MM-DD`. */
export interface Script {
  index: number;
  firstName: string;
  lastName: string;
  joinsOn: string;
  /** The last step of the onboarding that they take. */
  until: 'survey' | 'account' | 'consent' | 'randomised';
  randomisedOn: string;
  plansOn: string;
  recordsUntil: string;
  /** The share of days on which they record. */
  records: number;
  stop: { on: string; as: 'plan' | 'agree' | 'anonymous' | 'delete' } | null;
  eventOn: string | null;
  isSerious: boolean;
  /** Goes back up a week after the second step. */
  goesBackUp: boolean;
  random: Random;
}

/** Gives numbers from 0 to below 1. */
export type Random = () => number;

/** Park and Miller's minimal standard: the same seed gives the same people. */
export function createRandom(seed: number): Random {
  let state = (seed * 7919 + 1) % 2_147_483_647;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The scripts of all, in the order in which they join; `today` is the trial's own day. */
export function drawPeople(people: number, today: string): Script[] {
  const first = addDays(today, -TRIAL_DAYS);
  const spread = TRIAL_DAYS - LAST_JOINED_DAYS_AGO;
  return Array.from({ length: people }, (_, index) =>
    drawPerson(index, addDays(first, Math.floor((index * spread) / people)), today),
  );
}

function drawPerson(index: number, joinsOn: string, today: string): Script {
  const random = createRandom(index + 1);
  // The first numbers of near seeds are near one another.
  for (let skipped = 0; skipped < 5; skipped++) random();
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = (names: string) => names.split(' ')[between(0, names.split(' ').length - 1)] ?? '';
  const share = random();
  const until = share < 0.07 ? 'survey' : share < 0.11 ? 'account' : share < 0.14 ? 'consent' : 'randomised';
  const randomisedOn = addDays(joinsOn, between(1, 6));
  const plansOn = addDays(randomisedOn, between(0, 4));
  const stops = (['plan', 'plan', 'agree', 'anonymous', 'delete'] as const)[between(0, 19)];
  const stopsOn = addDays(randomisedOn, between(20, 200));
  return {
    index,
    firstName: pick(FIRST_NAMES),
    lastName: pick(LAST_NAMES),
    joinsOn,
    until,
    randomisedOn,
    plansOn,
    recordsUntil: addDays(plansOn, RECORDING_DAYS),
    records: 0.6 + random() * 0.35,
    stop: stops && stopsOn < today ? { on: stopsOn, as: stops } : null,
    eventOn: random() < 0.2 && until === 'randomised' ? addDays(randomisedOn, between(10, 120)) : null,
    isSerious: random() < 0.15,
    goesBackUp: random() < 0.1,
    random,
  };
}
