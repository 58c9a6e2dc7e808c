import type { TrialContent } from './content.ts';
import { addDays, dayIn, daysBetween } from './local-time.ts';
import { observe } from './observe.ts';
import type { PersonFacts } from './person.ts';
import { recordsOf } from './records.ts';
import { signsOf } from './signs.ts';

const DAY_MS = 24 * 3_600_000;
const DAYS_OF_MONTH = 30;

/** What arrives a day later to the minute arrives some milliseconds after it. */
const late = ({ checkUps }: PersonFacts): number =>
  recordsOf(checkUps).versions.filter(({ madeAt, arrivedAt }) => arrivedAt >= madeAt + DAY_MS).length;

/** How many people are in each box of the participant flow; of those whose information is deleted only that they were. */
export function flowOf(people: readonly PersonFacts[]) {
  const kept = people.filter(({ left }) => left?.as !== 'delete');
  const deleted = people.filter(({ left }) => left?.as === 'delete');
  const count = (of: (person: PersonFacts) => boolean): number => kept.filter(of).length;
  const isRandomised = ({ randomised }: PersonFacts): boolean => randomised !== null;
  return {
    accounts: kept.length,
    'not-assessed': count(({ survey, consent }) => survey === null && !consent),
    ineligible: count(({ survey, consent }) => survey?.eligible === false && !consent),
    'not-consented': count(({ survey, consent }) => survey?.eligible === true && !consent),
    consented: count(({ consent }) => consent !== null),
    'left-before': count(
      (person) => person.consent !== null && !isRandomised(person) && person.left !== null,
    ),
    'not-randomised': count(
      (person) => person.consent !== null && !isRandomised(person) && person.left === null,
    ),
    randomised: count(isRandomised),
    recording: count(({ checkUps }) => checkUps.length > 0),
    'left-plan': count(({ left, leftPlan }) => !left && leftPlan !== null),
    withdrew: count((person) => isRandomised(person) && person.left?.as === 'agree'),
    anonymous: count((person) => isRandomised(person) && person.left?.as === 'anonymous'),
    'going-on': count((person) => isRandomised(person) && person.left === null),
    'waiting-sign': count(
      ({ left, checkUps, resolvedSigns }) =>
        left?.as !== 'anonymous' &&
        signsOf(checkUps, resolvedSigns).some(({ closedAt }) => closedAt === null),
    ),
    // No one takes a step before its day, or is randomised without being eligible.
    'early-step': 0,
    'randomised-ineligible': 0,
    'late-record': count((person) => late(person) > 0),
    deleted: deleted.length,
    'randomised-deleted': deleted.filter(isRandomised).length,
  };
}

/** The numbers of the trial as docs/research-team.md defines them, with those of whose information nothing is left. */
export function trialNumbers(content: TrialContent, people: readonly PersonFacts[], now: number) {
  const kept = people.filter(({ left }) => left?.as !== 'delete');
  const signs = kept.flatMap((person) => signsOf(person.checkUps, person.resolvedSigns));
  const waiting = kept
    .filter(({ left }) => left?.as !== 'anonymous')
    .flatMap((person) => signsOf(person.checkUps, person.resolvedSigns))
    .filter(({ closedAt }) => closedAt === null);
  const today = dayIn(now, content.timeZone);
  const retention = ['reduction', 'usual-care'].flatMap((arm) =>
    content.followUps.months.flatMap((months) => {
      const at = ({ randomised }: PersonFacts) =>
        addDays(dayIn(randomised?.at ?? 0, content.timeZone), DAYS_OF_MONTH * months);
      const risk = kept.filter((person) => person.randomised?.arm === arm && at(person) <= today);
      const retained = risk.filter(
        (person) => !person.left || observe(content, person, now).until >= at(person),
      );
      return risk.length > 0 ? [{ arm, months, at_risk: risk.length, retained: retained.length }] : [];
    }),
  );
  const weeks: { week: number; people: number; days_due: number; days_recorded: number }[] = [];
  for (const person of kept) {
    const { first, days, due } = observe(content, person, now);
    for (let week = 1; first && week <= Math.ceil(due / 7); week++) {
      const row = weeks[week - 1] ?? { week, people: 0, days_due: 0, days_recorded: 0 };
      weeks[week - 1] = row;
      row.people += 1;
      row.days_due += Math.min(7, due - 7 * (week - 1));
      row.days_recorded += days.filter((day) => Math.floor(daysBetween(first, day) / 7) + 1 === week).length;
    }
  }
  return {
    flow: flowOf(people),
    events: {
      signs: signs.length,
      'signs-self-harm': signs.filter(({ selfHarm }) => selfHarm).length,
      'signs-waiting': waiting.length,
      'late-records': kept.reduce((sum, person) => sum + late(person), 0),
    },
    retention,
    adherence: weeks,
  };
}
