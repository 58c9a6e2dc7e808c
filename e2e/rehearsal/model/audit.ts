import { type AuditEvent, EVENTS } from './actions.ts';
import type { PersonFacts } from './person.ts';
import { recordsOf } from './records.ts';

/** What the model does not count, and why. */
const SESSIONS = 'Follows from how long sessions last, of which the model knows nothing.';
const ONCE_A_WHILE = 'Those of a quarter of an hour are one event.';
export const EVENTS_NOT_COUNTED: Record<string, string> = {
  'session.logged-in': SESSIONS,
  'session.resumed': SESSIONS,
  'session.logged-out': SESSIONS,
  'session.log-in-failed': ONCE_A_WHILE,
  'session.password-check-failed': ONCE_A_WHILE,
  'participant.viewed': ONCE_A_WHILE,
  'warning-sign.looked-at': ONCE_A_WHILE,
  'data-query.raised-by-rule': 'The rules are in queries.yaml, of which the model knows nothing.',
};

/** How many events of each kind and actor the audit log has about a person, as `kind by actor`. */
export function auditOf(facts: PersonFacts): Record<string, number> {
  const counts = new Map<string, number>();
  const add = ([kind, actor]: AuditEvent, count: number): void => {
    const name = `${kind} by ${actor}`;
    if (count > 0) counts.set(name, (counts.get(name) ?? 0) + count);
  };
  for (const [action, count] of facts.actions) for (const event of EVENTS[action]) add(event, count);
  const { plan, doseQuestions, left } = facts;
  const first = plan.find(({ kind }) => kind === 'saved')?.day ?? '';
  const inPlan = (kind: string): number => plan.filter((event) => event.kind === kind).length;
  const { versions } = recordsOf(facts.checkUps);
  add(['consent.given', 'participant'], facts.consents.length);
  add(['setup.answered', 'participant'], facts.setupAnswers.size);
  add(['plan.changed', 'participant'], inPlan('saved'));
  add(['plan.changed', 'staff'], inPlan('changed') + inPlan('step-day'));
  // The first record moves a plan only where it comes after the plan's first day.
  add(
    ['plan.started', 'participant'],
    plan.filter(({ kind, day }) => kind === 'started' && day > first).length,
  );
  add(['dose.reported', 'participant'], inPlan('reported'));
  add(['dose-question.asked', 'participant'], doseQuestions.length);
  add(['dose-question.closed', 'staff'], doseQuestions.filter(({ isClosed }) => isClosed).length);
  add(['record.saved', 'participant'], versions.filter(({ isLate }) => !isLate).length);
  add(['record.kept-as-earlier', 'participant'], versions.filter(({ isLate }) => isLate).length);
  add(['follow-up.done', 'participant'], facts.followUpsDone.size);
  add(['contact-attempt.added', 'staff'], facts.contactAttempts.length);
  add(['warning-sign.dealt-with', 'staff'], facts.signActions.length);
  add(['adverse-event.recorded', 'staff'], facts.adverseEvents.length);
  add(['plan.left', 'participant'], facts.leftPlan ? 1 : 0);
  add(['data-consent.chosen', 'participant'], left?.choices.length ?? 0);
  return Object.fromEntries([...counts].sort());
}
