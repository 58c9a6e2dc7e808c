import type { TrialContent } from './content.ts';
import { followUpsAt } from './follow-ups.ts';
import { addDays, dayIn, daysBetween } from './local-time.ts';
import type { PersonFacts } from './person.ts';
import { planOn } from './plan.ts';
import { recordsOf } from './records.ts';
import { signsOf } from './signs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DAYS_OF_MONTH = 30;

/** The last day observed, and the days on which a record was due: from the first to the day before it, or before leaving the plan. */
function observe({ timeZone }: TrialContent, { left, leftPlanAt, checkUps }: PersonFacts, now: number) {
  const until = dayIn(left?.at ?? now, timeZone);
  const days = [...new Set(recordsOf(checkUps).inForce.map(({ localDate }) => localDate))].sort();
  const [first] = days;
  const ends = leftPlanAt === null ? until : [until, dayIn(leftPlanAt, timeZone)].sort()[0];
  const last = [days.at(-1) ?? '', addDays(ends ?? until, -1)].sort().at(-1) ?? '';
  return { until, first, days, due: first ? daysBetween(first, last) + 1 : 0 };
}

/** The numbers of the trial as docs/research-team.md defines them, with those of whose information nothing is left. */
export function trialNumbers(content: TrialContent, people: readonly PersonFacts[], now: number) {
  const kept = people.filter(({ left }) => left?.as !== 'delete');
  const deleted = people.filter(({ left }) => left?.as === 'delete');
  const count = (of: (person: PersonFacts) => boolean): number => kept.filter(of).length;
  const isRandomised = ({ randomised }: PersonFacts): boolean => randomised !== null;
  // What arrives a day later to the minute arrives some milliseconds after it.
  const late = ({ checkUps }: PersonFacts) =>
    recordsOf(checkUps).versions.filter(({ madeAt, arrivedAt }) => arrivedAt >= madeAt + DAY_MS).length;
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
    flow: {
      accounts: kept.length,
      ineligible: count(({ survey, consent }) => survey?.eligible === false && !consent),
      consented: count(({ consent }) => consent !== null),
      randomised: count(isRandomised),
      recording: count(({ checkUps }) => checkUps.length > 0),
      'left-plan': count(({ left, leftPlanAt }) => !left && leftPlanAt !== null),
      withdrew: count((person) => isRandomised(person) && person.left?.as === 'agree'),
      anonymous: count((person) => isRandomised(person) && person.left?.as === 'anonymous'),
      'going-on': count((person) => isRandomised(person) && person.left === null),
      'late-record': count((person) => late(person) > 0),
      deleted: deleted.length,
      'randomised-deleted': deleted.filter(isRandomised).length,
    },
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

/** What the export has of one person who consented, without anything that names them; days count from the consent. */
export function exportOf(content: TrialContent, facts: PersonFacts, now: number) {
  const { consent, survey, randomised, left, plan, checkUps } = facts;
  if (!consent || left?.as === 'delete') return null;
  const zero = dayIn(consent.at, content.timeZone);
  const study = (day: string) => daysBetween(zero, day);
  const studyAt = (at: number) => study(dayIn(at, content.timeZone));
  const { inForce, versions } = recordsOf(checkUps);
  const { due, days } = observe(content, facts, now);
  const stopped = [
    ...(facts.leftPlanAt === null ? [] : [['plan', studyAt(facts.leftPlanAt)]]),
    ...(left?.stops.map(({ at, degree }) => [degree, studyAt(at)]) ?? []),
  ];
  return {
    stratum: survey?.group ?? '',
    predict: survey?.predict ?? 0,
    arm: randomised?.arm ?? '',
    drawn: randomised ? studyAt(randomised.at) : null,
    stopped,
    due,
    recorded: days.length,
    records: inForce.map((record, index) => {
      const signs = record.symptoms.filter(({ redflag }) => redflag).length;
      return [
        study(record.localDate),
        inForce[index + 1]?.localDate === record.localDate ? 0 : 1,
        ...[record.sleep, record.mood, record.active].map(Number),
        record.symptoms.length,
        signs,
        record.activities.length,
      ];
    }),
    versions: versions.length,
    doses: (planOn(plan, dayIn(now, facts.zone))?.taken ?? []).map(({ day, dose }) => [study(day), dose]),
    signs: signsOf(checkUps, facts.resolvedSigns).map(({ localDate, selfHarm, raisedAt, closedAt }) => [
      study(localDate),
      Number(selfHarm),
      closedAt === null ? null : Math.round((closedAt - raisedAt) / HOUR_MS),
    ]),
    adverseEvents: facts.adverseEvents.map(({ onset, awareOn, severity }) => [
      study(onset),
      study(awareOn),
      severity,
    ]),
    followUps: randomised
      ? followUpsAt(
          content,
          {
            randomisedAt: randomised.at,
            done: facts.followUpsDone,
            sent: facts.followUpsSent,
            stoppedOn: null,
          },
          now,
        ).map(({ months, dueOn }) => {
          const done = facts.followUpsDone.get(months);
          return [
            months,
            study(dueOn),
            done ? study(done) : null,
            facts.followUpsSent.get(months)?.length ?? 0,
          ];
        })
      : [],
    reminders: facts.remindersSent.map(study),
  };
}
