import { addDays, dayIn } from '../local-time.ts';
import { type PlanEvent, planOn } from '../plan.ts';
import { type Exported, exportFile } from './export-file.ts';

const isAnonymous = ({ facts }: Exported): boolean => facts.left?.as === 'anonymous';

/** Each time a plan was saved or moved; what it was is erased with the audit log's values of anonymous people. */
function changesIn(of: Exported) {
  if (isAnonymous(of)) return [];
  const { plan } = of.facts;
  const first = plan.find(({ kind }) => kind === 'saved')?.day ?? '';
  // The first record moves a plan only where it comes after the plan's first day.
  return plan
    .map((event, index) => ({ event, events: plan.slice(0, index + 1) }))
    .filter(({ event: { kind, day } }) => kind !== 'reported' && (kind !== 'started' || day > first));
}

/** A plan as it was saved, with the day of each step. */
function datedSteps(event: PlanEvent, events: readonly PlanEvent[]) {
  if (event.kind === 'step-day') return planOn(events, event.day)?.rows ?? [];
  let day = event.day;
  return (event.kind === 'saved' || event.kind === 'changed' ? event.steps : []).map(({ dose, days }) => {
    const row = { day, dose, days };
    day = addDays(day, days);
    return row;
  });
}

const plannedIn = (of: Exported) =>
  changesIn(of).flatMap(({ event, events }, index) =>
    datedSteps(event, events).map((row, step) => ({ ...row, change: index + 1, step: step + 1 })),
  );

const takenIn = ({ facts, now }: Exported) => planOn(facts.plan, dayIn(now, facts.zone))?.taken ?? [];

/** The plan, each change of it, and the doses reported. */
export const PLAN_FILES = {
  plan_changes: exportFile(changesIn, {
    change: (_change, _of, number) => number,
    change_day: ({ event }, { studyAt }) => studyAt(event.at),
    made_by: ({ event: { kind } }) => (kind === 'changed' || kind === 'step-day' ? 'team' : 'participant'),
    kind: ({ event }) =>
      event.kind === 'saved'
        ? 'first'
        : event.kind === 'started'
          ? 'started'
          : event.kind === 'changed' && event.isOtherSchedule
            ? 'schedule'
            : 'steps',
    reason_given: () => false,
  }),
  planned_steps: exportFile(plannedIn, {
    change: ({ change }) => change,
    step: ({ step }) => step,
    planned_day: ({ day }, { study }) => study(day),
    dose: ({ dose }) => dose,
    days: ({ days }) => days,
  }),
  dose_reports: exportFile(takenIn, {
    taken_day: ({ day }, { study }) => study(day),
    dose: ({ dose }) => dose,
    stays: () => false,
    stay_until_day: () => null,
  }),
};
