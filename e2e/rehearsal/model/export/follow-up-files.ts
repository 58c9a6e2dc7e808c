import { followUpsOf } from '../person.ts';
import { type Exported, exportFile } from './export-file.ts';

/** Those of everyone who was randomised, whatever they stopped. */
const followUpsIn = ({ content, facts, now }: Exported) =>
  followUpsOf(content, { ...facts, left: null }, now);

/** In the order in which they stopped. */
const stopsIn = ({ facts }: Exported) => [
  ...(facts.leftPlan ? [{ ...facts.leftPlan, degree: 'plan', by: 'participant' }] : []),
  ...(facts.left?.stops ?? []),
];

/** Reminders, follow-ups, calls about them, and what was stopped. */
export const FOLLOW_UP_FILES = {
  reminders: exportFile(({ facts }) => facts.remindersSent, {
    arm: (_day, { facts }) => facts.randomised?.arm ?? null,
    study_day: (day, { study }) => study(day),
    kind: (day, { facts }) => (facts.lastReminders.includes(day) ? 'last' : 'daily'),
    outcome: () => 'sent',
  }),
  follow_ups: exportFile(followUpsIn, {
    months: ({ months }) => months,
    due_day: ({ dueOn }, { study }) => study(dueOn),
    done_day: ({ months }, { facts, study }) => {
      const done = facts.followUpsDone.get(months);
      return done ? study(done) : null;
    },
    reported_by: ({ months }, { facts }) => (facts.followUpsDone.has(months) ? 'participant' : null),
    reminders: ({ months }, { facts }) => facts.followUpsSent.get(months)?.length ?? 0,
    contacts: ({ months }, { facts }) =>
      facts.contactAttempts.filter((attempt) => attempt.months === months).length,
  }),
  follow_up_contacts: exportFile(({ facts }) => facts.contactAttempts, {
    contact: (_attempt, _of, number) => number,
    months: ({ months }) => months,
    contact_day: ({ at }, { studyAt }) => studyAt(at),
    channel: () => 'phone',
    outcome: ({ outcome }) => outcome,
  }),
  stops: exportFile(stopsIn, {
    stop: (_stop, _of, number) => number,
    degree: ({ degree }) => degree,
    reason: ({ reason }) => reason,
    stop_day: ({ at }, { studyAt }) => studyAt(at),
    consent: ({ at }, { facts }) => facts.consents.filter((given) => given.at <= at).length,
    carried_out_by: ({ by }) => by,
  }),
};
