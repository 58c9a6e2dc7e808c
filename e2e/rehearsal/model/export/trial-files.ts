import { numberOf } from '../calendar.ts';
import type { TrialContent } from '../content.ts';
import { dayIn } from '../local-time.ts';
import type { PersonFacts } from '../person.ts';
import { flowOf, trialNumbers } from '../trial.ts';
import type { Cell } from './export-file.ts';

const ARMS = ['reduction', 'usual-care'];

export interface TrialFile {
  columns: string[];
  rows(content: TrialContent, people: readonly PersonFacts[], now: number): Record<string, Cell>[];
}

/** Rows that are alike, once with their number. */
function counted(rows: readonly Record<string, Cell>[], column: string): Record<string, Cell>[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(row));
  return [...groups].map(([row, alike]) => ({ ...JSON.parse(row), [column]: alike.length }));
}

const isDeleted = ({ left }: PersonFacts): boolean => left?.as === 'delete';

/** 1 January 1970 was a Thursday. */
const DAYS_SINCE_MONDAY = 3;

/** First consents and randomisations by weeks, which begin on Monday, from the first of either, by the trial's clock. */
function recruitment({ timeZone }: TrialContent, people: readonly PersonFacts[], now: number) {
  const kept = people.filter((person) => !isDeleted(person));
  const consents = kept.flatMap(({ consent }) => (consent ? [dayIn(consent.at, timeZone)] : []));
  const draws = people.flatMap(({ randomised }) => (randomised ? [dayIn(randomised.at, timeZone)] : []));
  const [first] = [...consents, ...draws].sort();
  if (!first) return [];
  const monday = (day: string) => Math.floor((numberOf(day) + DAYS_SINCE_MONDAY) / 7);
  const weekOf = (day: string) => monday(day) - monday(first) + 1;
  return Array.from({ length: weekOf(dayIn(now, timeZone)) }, (_, index) => ({
    week: index + 1,
    consented: consents.filter((day) => weekOf(day) === index + 1).length,
    randomised: draws.filter((day) => weekOf(day) === index + 1).length,
  }));
}

/** Files that belong to no participant. */
export const TRIAL_FILES: Record<string, TrialFile> = {
  consort: {
    columns: ['box', 'people'],
    rows: (_content, people) =>
      Object.entries(flowOf(people)).map(([box, count]) => ({ box, people: count })),
  },
  consort_by_arm: {
    columns: ['box', 'arm', 'people'],
    rows: (_content, people) =>
      ARMS.flatMap((arm) =>
        Object.entries(flowOf(people.filter(({ randomised }) => randomised?.arm === arm)))
          .filter(([box]) => box !== 'deleted')
          .map(([box, count]) => ({ box, arm, people: count })),
      ),
  },
  deleted_allocations: {
    columns: ['arm', 'stratum', 'people'],
    rows: (_content, people) =>
      counted(
        people.flatMap(({ randomised, left }) =>
          randomised && left?.as === 'delete' ? [{ arm: randomised.arm, stratum: randomised.stratum }] : [],
        ),
        'people',
      ),
  },
  deleted_adverse_events: {
    columns: ['arm', 'serious', 'events'],
    rows: (_content, people) =>
      counted(
        people
          .filter(isDeleted)
          .flatMap(({ randomised, adverseEvents }) =>
            adverseEvents.map(() => ({ arm: randomised?.arm ?? 'none', serious: false })),
          ),
        'events',
      ),
  },
  data_choices: {
    columns: ['choice', 'carried_out_by', 'chosen_year'],
    rows: ({ timeZone }, people) =>
      people.flatMap(({ left }) =>
        (left?.choices ?? []).map(({ at, choice, by }) => ({
          choice,
          carried_out_by: by,
          chosen_year: Number(dayIn(at, timeZone).slice(0, 4)),
        })),
      ),
  },
  recruitment: { columns: ['week', 'consented', 'randomised'], rows: recruitment },
  retention: {
    columns: ['arm', 'months', 'at_risk', 'retained'],
    rows: (content, people, now) => trialNumbers(content, people, now).retention,
  },
};
