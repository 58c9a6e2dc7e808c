import { addDays, dayIn, utcDay } from './local-time.ts';

/** A check-up as it was made on a device, and when the server acknowledged it (ms since 1970). */
export interface CheckUp {
  madeAt: number;
  zone: string;
  /** The own day, where it is of the day before. */
  ofDayBefore: boolean;
  sleep: boolean;
  mood: boolean;
  active: boolean;
  /** In the order of their ids. */
  symptoms: readonly { text: string; redflag: boolean; selfHarm: boolean }[];
  activities: readonly string[];
  arrivedAt: number;
}

export interface RecordTruth extends CheckUp {
  date: string;
  localDate: string;
  /** When a later one replaced it, or when it arrived as an earlier one; null while it is in force. */
  supersededAt: number | null;
  /** It was made before the one in force and arrived after it. */
  isLate: boolean;
}

export interface RecordsTruth {
  /** In force, the oldest own day first; of one day the last one counts. */
  inForce: RecordTruth[];
  /** Every version that is stored, replaced ones included. */
  versions: RecordTruth[];
}

export function ownDay({ madeAt, zone, ofDayBefore }: Pick<CheckUp, 'madeAt' | 'zone' | 'ofDayBefore'>) {
  const day = dayIn(madeAt, zone);
  return ofDayBefore
    ? { date: addDays(day, -1), localDate: addDays(day, -1) }
    : { date: utcDay(madeAt), localDate: day };
}

const answersOf = ({ sleep, mood, active, symptoms, activities }: CheckUp): string =>
  JSON.stringify([sleep, mood, active, symptoms.map(({ text }) => text), activities]);
const hasSelfHarm = ({ symptoms }: CheckUp): boolean => symptoms.some(({ selfHarm }) => selfHarm);
const flagsOf = ({ symptoms }: CheckUp): string => JSON.stringify(symptoms.filter(({ redflag }) => redflag));

interface Folded {
  /** How many check-ups are in it. */
  count: number;
  keys: Map<string, { inForce: RecordTruth; versions: RecordTruth[] }>;
  lastDay: string | null;
}

/** Check-ups are only ever added: each is looked at once. */
const foldedOf = new WeakMap<readonly CheckUp[], Folded>();

/** One in force for each own day and UTC date, the one made last; what is sent again changes nothing, but for self-harm of another instant. */
function fold(checkUps: readonly CheckUp[]): Folded {
  const folded: Folded = foldedOf.get(checkUps) ?? { count: 0, keys: new Map(), lastDay: null };
  foldedOf.set(checkUps, folded);
  const { keys } = folded;
  for (const checkUp of checkUps.slice(folded.count)) {
    folded.count += 1;
    const record: RecordTruth = { ...checkUp, ...ownDay(checkUp), supersededAt: null, isLate: false };
    if (folded.lastDay === null || record.localDate > folded.lastDay) folded.lastDay = record.localDate;
    const key = `${record.date} ${record.localDate}`;
    const known = keys.get(key);
    if (!known) keys.set(key, { inForce: record, versions: [record] });
    else {
      const isKnown = known.versions.some(
        (version) =>
          answersOf(version) === answersOf(record) &&
          (version.madeAt === record.madeAt ||
            (!hasSelfHarm(record) && version === known.inForce && flagsOf(version) === flagsOf(record))),
      );
      if (isKnown) continue;
      known.versions.push(record);
      record.isLate = record.madeAt < known.inForce.madeAt;
      const superseded = record.isLate ? record : known.inForce;
      superseded.supersededAt = record.arrivedAt;
      if (!record.isLate) known.inForce = record;
    }
  }
  return folded;
}

/** What is stored of check-ups, given in the order of their arrival. */
export function recordsOf(checkUps: readonly CheckUp[]): RecordsTruth {
  const all = [...fold(checkUps).keys.values()];
  return {
    inForce: all
      .map(({ inForce }) => inForce)
      .sort((a, b) =>
        a.localDate === b.localDate ? a.madeAt - b.madeAt : a.localDate < b.localDate ? -1 : 1,
      ),
    versions: all.flatMap(({ versions }) => versions),
  };
}

/** The last own day with a record, or null. */
export const lastDayRecorded = (checkUps: readonly CheckUp[]): string | null => fold(checkUps).lastDay;

/** The record in force of the key of a check-up that was given. */
export function recordInForce(checkUps: readonly CheckUp[], checkUp: CheckUp): RecordTruth | null {
  const { date, localDate } = ownDay(checkUp);
  return fold(checkUps).keys.get(`${date} ${localDate}`)?.inForce ?? null;
}
