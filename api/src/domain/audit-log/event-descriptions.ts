import type { AuditEventType } from '../audit/audit-event-types.ts';

/** What was done, in words that follow the name of the actor. `{whose}` is the participant whose data it is about. */
const DESCRIPTIONS: Record<AuditEventType, string> = {
  'account.registered': 'made {whose} account',
  'session.logged-in': 'logged in',
  'session.resumed': 'came back on a device that stays logged in',
  'device.logged-out': 'logged {whom} out on another device',
  'device.token-reused': 'used an old copy of the log-in on {whose} device, which ended it',
  'session.logged-out': 'logged out',
  'session.log-in-failed': 'tried to log in to {whose} account and failed',
  'session.locked-out': 'tried to log in to {whose} account after too many tries',
  'session.password-check-failed': 'was asked for the current password of {whose} account and failed',
  'acting.started': 'began to act for {whom}',
  'acting.ended': 'ended the team’s acting for {whom}',
  'staff.added': 'added a member of the team',
  'staff.role-changed': 'changed the role of a member of the team',
  'staff.removed': 'removed a member of the team',
  'staff.password-replaced': 'gave a member of the team a new password',
  'staff.password-link-asked-for': 'asked for a link to choose a new password on the team',
  'staff.password-changed': 'chose a new password on the team',
  'staff.second-factor-added': 'added a second factor',
  'staff.second-factor-removed': 'removed a second factor',
  'staff.second-factor-reset': 'reset the second factor of a member of the team',
  'staff.recovery-code-used': 'logged in to the team’s pages with a recovery code',
  'staff.logged-in': 'logged in to the team’s pages',
  'staff.logged-out': 'logged out of the team’s pages',
  'staff.log-in-failed': 'tried to log in to the team’s pages and failed',
  'staff.locked-out': 'tried to log in to the team’s pages after too many tries',
  'staff.password-check-failed': 'was asked for their password on the team and failed',
  'staff.right-refused': 'asked for a page that their role does not allow',
  'participants.listed': 'saw a list of participants',
  'participant.viewed': 'looked at {whose} page',
  'audit.exported': 'exported the audit log',
  'audit.break-explained': 'explained a break of the audit log',
  'survey.scored': 'did {whose} eligibility survey',
  'consent.given': 'gave {whose} consent',
  'data-consent.chosen': 'chose what happens to {whose} data',
  'data-consent.carried-out': 'carried out the request about {whose} data',
  'details.changed': 'changed {whose} personal details',
  'address.confirmed': 'confirmed {whose} new email address',
  'address-confirmation.sent': 'sent a link to confirm {whose} email address',
  'address.confirmed-by-link': 'confirmed {whose} email address by a link',
  'password.changed': 'changed {whose} password',
  'password-reset.sent': 'sent a link to choose a new password',
  'password-reset.used': 'chose a new password by a link',
  'doctor.changed': 'changed {whose} doctor or nurse',
  'support.changed': 'changed {whose} support person',
  'questionnaire-link.changed': 'changed {whose} questionnaire link',
  'note.added': 'wrote a note about {whom}',
  'questionnaire.confirmed': 'confirmed {whose} questionnaire',
  'home-step.changed': 'moved {whom} on to the next step',
  'randomisation.held': 'had {whose} randomisation wait for the team',
  'allocation.drawn': 'randomised {whom}',
  'export.started': 'began an export of the data',
  'export.finished': 'finished an export of the data',
  'export.cut-off': 'had an export of the data cut off',
  'setup.answered': 'answered a question of {whose} plan',
  'plan.changed': 'changed {whose} plan',
  'plan.started': 'started {whose} plan by the first daily record',
  'dose.reported': 'reported {whose} dose',
  'strengths.changed': 'changed {whose} strengths at home',
  'step.prepared': 'said whether a step of {whose} plan is prepared',
  'dose-question.asked': 'asked to talk about {whose} dose',
  'dose-question.closed': 'closed {whose} question about a dose',
  'reminder.chosen': 'chose {whose} daily reminder',
  'reminder.stopped-by-link': 'stopped {whose} daily reminder by a link',
  'activity.added': 'added to {whose} activities',
  'activity.removed': 'removed one of {whose} activities',
  'symptom.added': 'added to {whose} symptoms',
  'symptom.removed': 'removed one of {whose} symptoms',
  'symptom.flagged': 'changed a warning sign among {whose} symptoms',
  'record.saved': 'saved {whose} record of a day',
  'record.kept-as-earlier': 'sent an earlier version of {whose} record of a day',
  'warning-sign.looked-at': 'looked at a warning sign in {whose} record',
  'warning-sign.dealt-with': 'noted what was done about {whose} warning sign',
};

export const AUDIT_EVENT_TYPES = Object.keys(DESCRIPTIONS) as AuditEventType[];

/** For the team: `changed the participant's plan`. A type of an earlier release is shown as it is. */
export const describeForTeam = (type: string): string =>
  describe(type, 'the participant’s', 'the participant');

/** For the participant whom it is about: `changed your plan`. */
export const describeForParticipant = (type: string): string => describe(type, 'your', 'you');

const describe = (type: string, whose: string, whom: string): string =>
  ((DESCRIPTIONS as Record<string, string>)[type] ?? type).replace('{whose}', whose).replace('{whom}', whom);
