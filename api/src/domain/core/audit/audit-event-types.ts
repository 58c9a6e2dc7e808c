import type { CheckUpAnswers } from '@stepwise/shared-contracts/entities/check-up-fields';

/** The closed vocabulary of the audit log: each event with the old and new values it carries. */
export interface AuditPayloads {
  'account.registered': { after: { firstName: string; lastName: string; email: string } };
  'session.logged-in': { after?: { kept?: true; passkey?: true } };
  /** A device that stays logged in began another session. */
  'session.resumed': Record<never, never>;
  'device.logged-out': { before: { name: string } };
  'device.token-reused': Record<never, never>;
  'session.logged-out': Record<never, never>;
  'account.passkey-added': { after: { name: string } };
  'account.passkey-renamed': { before: { name: string }; after: { name: string } };
  'account.passkey-removed': { before: { name: string } };
  'session.log-in-failed': FailedAccessCount;
  'session.locked-out': FailedAccessCount;
  'session.password-check-failed': FailedAccessCount;
  'acting.started': { after: { reason: string; until: string } };
  /** Empty where the member of staff ended it. Otherwise its time was up, or another actor ended it: then it has who acted. */
  'acting.ended': { after?: { byItself: true } | { staffId: string } };
  /** With the name, so that the log names an id whose account was removed. */
  'staff.added': { after: { name: string; roles: string[] } };
  'staff.role-changed': { before: { roles: string[] }; after: { roles: string[] } };
  'staff.removed': { before: { name: string; roles: string[] } };
  'staff.password-replaced': Record<never, never>;
  'staff.password-link-asked-for': Record<never, never>;
  'staff.password-changed': Record<never, never>;
  'staff.second-factor-added': Record<never, never>;
  'staff.second-factor-removed': Record<never, never>;
  'staff.second-factor-reset': Record<never, never>;
  'staff.passkey-added': { after: { name: string } };
  'staff.passkey-renamed': { before: { name: string }; after: { name: string } };
  'staff.passkey-removed': { before: { name: string } };
  'staff.recovery-code-used': { after: { codesLeft: number } };
  'staff.logged-in': { after?: { passkey: true } };
  'staff.logged-out': Record<never, never>;
  'staff.sessions-ended': { after: { count: number } };
  'staff.log-in-failed': FailedAccessCount;
  'staff.locked-out': FailedAccessCount;
  'staff.password-check-failed': FailedAccessCount;
  'staff.right-refused': FailedAccessCount;
  /** A link by which a tester may look at a release that no one gets yet; about that account, where there is one. */
  'preview.link-made': { after: { package: string; version: string; until: string; by: string } };
  /** A tester looks at it; `until` is an instant. */
  'preview.started': { after: { package: string; version: string; until: string } };
  'participants.listed': Record<never, never>;
  'participant.viewed': Record<never, never>;
  'audit.exported': Record<never, never>;
  /** `event` was hashed with `subject` in these letters; its row holds the same id in small ones. */
  'audit.break-explained': { after: { event: number; subject: string } };
  /** The database's own: from here on its clock says when. Not in a log that began with it. */
  'audit.clock-guarded': Record<never, never>;
  'survey.scored': { after: { eligible: boolean; predict: number; group: string } };
  'consent.given': { after: { version: string; hash: string; futureContact: boolean } };
  'consent.answered': { after: { version: string; hash: string; answer: string } };
  'data-consent.chosen': { after: { choice: string } };
  /** Written after an erasure, so that it stays: each value is one of a closed list and identifies no participant. */
  'data-consent.carried-out': { after: { choice: string; identifiedBy: string; reason: string } };
  'details.changed': { before: PersonalDetails; after: PersonalDetails };
  'address.confirmed': { after: { email: string } };
  'address-confirmation.sent': Record<never, never>;
  'address.confirmed-by-link': { after: { email: string } };
  'password.changed': Record<never, never>;
  'password-reset.sent': Record<never, never>;
  'password-reset.used': Record<never, never>;
  'doctor.changed': { before: ContactDetails | null; after: ContactDetails };
  'support.changed': { before: ContactDetails | null; after: ContactDetails };
  'helpers.revealed': { after: { reason: string } };
  'questionnaire-link.changed': { before: { link: string | null }; after: { link: string | null } };
  'note.added': { after: { text: string } };
  'baseline.saved': { before: BaselineAnswers | null; after: BaselineAnswers };
  'questionnaire.confirmed': Record<never, never>;
  'home-step.changed': { before: { homestep: number }; after: { homestep: number } };
  /** Many confirmed from one network at once, or what they share with another account. */
  'randomisation.held': { after: { reasons: ('burst' | 'phone' | 'name-and-doctor' | 'address')[] } };
  /** Discloses neither the place nor the arm; see commitment.ts. */
  'allocation.drawn': { after: { seal: string } };
  'allocation.reported': Record<never, never>;
  /** Which analysis the content declares, from then on. */
  'analysis.declared': { after: { version: string; hash: string } };
  'export.started': { after: { reason: string; masked?: true; dates?: true } };
  /** `release` is what the signature is of. */
  'export.finished': {
    after: { counts: Record<string, number>; bytes: number; sha256: string; release: string };
  };
  'export.cut-off': Record<never, never>;
  'setup.answered': { before: SetupAnswer; after: SetupAnswer };
  /** With the reason of a researcher who put the dose up, or set a start far away. */
  'plan.changed': { before: PlanState; after: PlanState & { reason?: string } };
  /** The first daily record came after the plan's first day and moved each of its dates. */
  'plan.started': { before: { date: string }; after: { date: string } };
  'dose.reported': {
    before: ReportedDose | null;
    /** `stay`: until which day the person stays on the dose. Earlier releases wrote none. */
    after: ReportedDose & { kind: string; planned: string | null; stay?: string };
  };
  /** What the strengths are called; null until the participant said which they have. */
  'strengths.changed': { before: { strengths: string[] | null }; after: { strengths: string[] } };
  /** Earlier releases wrote nothing of a talk. */
  'step.prepared': { after: { dose: number; planned: string; prepared: boolean; talked?: boolean } };
  'dose-question.asked': { after: { reason: string } };
  'dose-question.closed': { after: { reason: string } };
  'reminder.chosen': { before: { hour: number | null }; after: { hour: number | null } };
  'reminder.stopped-by-link': { before: { hour: number } };
  'step-messages.chosen': { before: { on: boolean }; after: { on: boolean } };
  'step-messages.stopped-by-link': Record<never, never>;
  'notifications.turned-on': Record<never, never>;
  'notifications.turned-off': Record<never, never>;
  'plan.left': { after: { reason: string } };
  'plan.resumed': Record<never, never>;
  'follow-up.opened': { after: { months: number } };
  'follow-up.done': { after: { months: number; doneOn: string } };
  'contact-attempt.added': { after: { months: number; channel: string; outcome: string; note: string } };
  'activity.added': { after: { id: number; text: string } };
  'activity.removed': { before: { id: number; text: string } };
  'symptom.added': { after: { id: number; text: string; category: string } };
  'symptom.removed': { before: { id: number; text: string; category: string } };
  'symptom.flagged': { before: FlaggedSymptom; after: FlaggedSymptom };
  /** `before` is the record of the same day that this one replaced. Earlier releases wrote none, and no words. */
  'record.saved': { before: RecordInWords | null; after: RecordInWords };
  'record.kept-as-earlier': { after: RecordInWords };
  'warning-sign.looked-at': { after: { date: string } };
  'warning-sign.dealt-with': { after: { date: string; action: string; note: string } };
  'warning-sign.owner-changed': { before: { staffId: string | null }; after: { staffId: string | null } };
  'data.locked': { after: { lock: string; hash: string; reason: string } };
  'questionnaire-results.imported': {
    after: { version: number; sha256: string; codebook: string; rows: number };
  };
  'linkage.started': { after: { lock: string; reason: string } };
  'linkage.released': {
    after: { lock: string; lockHash: string; sha256: string; people: number; reason: string };
  };
  'linkage.downloaded': { after: { sha256: string; people: number } };
  'participation.closed': { after: { reason: string } };
  'participation.reopened': { before: { reason: string } };
  'data.unlocked': { after: { lock: string; reason: string } };
  'data-query.raised': {
    after: { query: string; about: string; day: string | null; event: string | null; text: string };
  };
  'data-query.raised-by-rule': { after: { query: string; day: string; rule: string } };
  'data-query.answered': { after: { query: string; text: string } };
  'data-query.closed': { after: { query: string; text: string } };
  'data-query.reopened': { after: { query: string; text: string } };
  /** `text` is the reason, `note` the source. */
  'value.corrected': {
    before: CorrectedValue;
    after: CorrectedValue & { text: string; note: string; query: string | null };
  };
  'value.verified': { after: CorrectedValue };
  /** What applies from then on. Releases are versions by package; settings are those that matter for the trial. */
  'configuration.applied': {
    before: Configuration | null;
    after: Configuration & { changes: string[] };
  };
  'adverse-event.recorded': { after: AdverseEventState };
  'adverse-event.changed': { before: AdverseEventState; after: AdverseEventState & { reason: string } };
  'signature.added': {
    after: { kind: string; target: string; meaning: string; proof: string; hash: string };
  };
  'adverse-event.voided': { after: { event: string; reason: string } };
  'adverse-event.signed': { after: { event: string; version: number } };
}

/** How often in the quarter of an hour from an instant, and a mark of the network, which discloses no address. */
interface FailedAccessCount {
  after: { count: number; from: string; network: string };
}
interface PersonalDetails {
  firstName: string;
  lastName: string;
  phone: string;
  email: string | null;
  /** Where it was given; null for the device's own. */
  timeZone?: string | null;
  /** Of a correction by the team: why, and where the values are from, each one of a closed list. */
  reason?: string;
  source?: string;
}
interface ContactDetails {
  name: string;
  phone: string;
  email: string;
}
interface SetupAnswer {
  questionId: number;
  optionId: number | null;
  /** The answer as it was worded; null for none. */
  answer: string | null;
}
/** As they were worded. */
interface BaselineAnswers {
  medicine: string;
  dose: string;
  duration: string;
}
interface ReportedDose {
  day: string;
  dose: number;
  schedule: number;
  /** As it was called then; null where the content has it no longer. Earlier releases wrote none. */
  scheduleName: string | null;
}
interface PlanState {
  schedule: number | null;
  /** As it was called then. Earlier releases wrote none. */
  scheduleName: string | null;
  startdose: number | null;
  timesperday: number;
  steps: { date: string; dose: number; days: number; note: string }[];
}
interface CorrectedValue {
  kind: string;
  target: string;
  field: string;
  value: string;
}
export interface Configuration {
  software: string;
  /** SHA-256 of each content file. */
  content: Record<string, string>;
  releases: Record<string, string>;
  settings: Record<string, string>;
}
/** Choices are ids in safety.yaml. */
interface AdverseEventState {
  event: string;
  description: string;
  source: string;
  criteria: string[];
  severity: string;
  relatedness: string;
  expectedness: string;
  outcome: string;
  action: string;
  onset: string;
  ended: string | null;
  awareAt: string;
  reportedAt: string | null;
  /** Earlier releases wrote none of these. */
  ethicsReportedAt?: string | null;
  term?: string;
  termCode?: string;
  concomitant?: string;
}
export interface RecordState extends CheckUpAnswers {
  date: string;
  localDate: string;
  symptoms: number[];
  activities: number[];
}

/** With each symptom and activity as it was called then. */
export interface RecordInWords extends RecordState {
  symptomTexts: string[];
  activityTexts: string[];
}
interface FlaggedSymptom {
  id: number;
  text: string;
  redflag: boolean;
}

export type AuditEventType = keyof AuditPayloads;
