import type { AuditEventType } from '../../core/audit/audit-event-types.ts';
import type { Viewer } from '../../people/staff/viewer.ts';
import type { AuditRow } from './read-audit-log.ts';

/**
 * The events whose values have no name, contact detail or free text of a participant, but for notes and the reason of a plan. The values
 * of all others about a participant are withheld from those who see no names.
 */
const WITHOUT_NAMES: ReadonlySet<string> = new Set<AuditEventType>([
  'survey.scored',
  'consent.given',
  'consent.answered',
  'data-consent.chosen',
  'data-consent.carried-out',
  'baseline.saved',
  'home-step.changed',
  'randomisation.held',
  'allocation.drawn',
  'setup.answered',
  'plan.changed',
  'plan.started',
  'plan.left',
  'plan.resumed',
  'participation.closed',
  'participation.reopened',
  'follow-up.opened',
  'follow-up.done',
  'contact-attempt.added',
  'dose.reported',
  'strengths.changed',
  'step.prepared',
  'dose-question.asked',
  'dose-question.closed',
  'reminder.chosen',
  'reminder.stopped-by-link',
  'step-messages.chosen',
  'step-messages.stopped-by-link',
  'notifications.turned-on',
  'notifications.turned-off',
  'symptom.flagged',
  'record.saved',
  'record.kept-as-earlier',
  'warning-sign.looked-at',
  'signature.added',
  'value.corrected',
  'value.verified',
]);

/** Whether the viewer may not see the values of an event about a participant. */
export const isWithheld = ({ names }: Viewer, { type }: Pick<AuditRow, 'type'>): boolean =>
  !names && !WITHOUT_NAMES.has(type);

/** The event with what the viewer may see of its values. */
export function valuesFor(viewer: Viewer, event: AuditRow): AuditRow {
  if (viewer.names) return event;
  const shown = (values: unknown) => (isWithheld(viewer, event) ? null : withoutFreeText(event.type, values));
  return { ...event, before: shown(event.before), after: shown(event.after) };
}

/** What people wrote, the words of own items among them. */
const FREE_TEXTS: ReadonlySet<string> = new Set(['note', 'text', 'symptomTexts', 'activityTexts']);

/** The reason of a changed plan is typed; those of other events are ids of a list. */
const isFreeText = (type: string, name: string): boolean =>
  FREE_TEXTS.has(name) || (type === 'plan.changed' && name === 'reason');

const withoutFreeText = (type: string, values: unknown): unknown =>
  JSON.parse(JSON.stringify(values, (name, value) => (isFreeText(type, name) ? undefined : value)));
