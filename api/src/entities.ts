import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { DoseQuestion } from './domain/care/plan/dose-question.entity.ts';
import { DoseReport } from './domain/care/plan/dose-report.entity.ts';
import { Prescription } from './domain/care/plan/prescription.entity.ts';
import { SetupAnswer } from './domain/care/plan/setup-answer.entity.ts';
import { DailyReminder, ReminderMessage } from './domain/care/reminders/daily-reminder.entities.ts';
import { MonthReminder } from './domain/care/reminders/month-reminder.entity.ts';
import {
  DailyRecord,
  DailyRecordActivity,
  DailyRecordSymptom,
} from './domain/care/tracker/daily-record.entities.ts';
import { Activity, Symptom } from './domain/care/tracker/tracker-list.entities.ts';
import { WarningSign, WarningStep } from './domain/care/tracker/warning-sign.entities.ts';
import { WarningOwner } from './domain/care/warning-signs/warning-owner.entity.ts';
import { AuditEvent, AuditHead, AuditHeadMailing, AuditValues } from './domain/core/audit/audit.entities.ts';
import { ContentFileText, ContentVersion } from './domain/core/content/content-version.entity.ts';
import type { FailedAccess } from './domain/data/audit-log/failed-access.ts';
import { DataLock } from './domain/data/data-locks/data-lock.entity.ts';
import { DataQuery, DataQueryEntry } from './domain/data/data-queries/data-query.entities.ts';
import {
  PasswordResetRequest,
  PasswordResetToken,
} from './domain/people/accounts/password-reset.entities.ts';
import { AddressConfirmation } from './domain/people/address-confirmation/address-confirmation.entity.ts';
import { EmailChangeNotice } from './domain/people/participants/email-change-notice.entity.ts';
import { Helper } from './domain/people/participants/helper.entity.ts';
import { Participant } from './domain/people/participants/participant.entity.ts';
import { ParticipantNote } from './domain/people/participants/participant-note.entity.ts';
import { Stop } from './domain/people/participants/stop.entity.ts';
import { Passkey } from './domain/people/passkeys/passkey.entity.ts';
import { Device } from './domain/people/sessions/device.entity.ts';
import { SessionRow } from './domain/people/sessions/session.entity.ts';
import { RecoveryCode, Staff } from './domain/people/staff/staff.entity.ts';
import {
  AdverseEvent,
  AdverseEventVersion,
  ErasedAdverseEvents,
} from './domain/trial/adverse-events/adverse-event.entities.ts';
import {
  Consent,
  ConsentAnswer,
  ConsentText,
  DataConsentReceipt,
  Withdrawal,
} from './domain/trial/consent/consent.entities.ts';
import {
  ContactAttempt,
  FollowUpDone,
  FollowUpReminder,
} from './domain/trial/follow-ups/follow-up.entities.ts';
import { Allocation, AllocationCounter } from './domain/trial/randomisation/allocation.entities.ts';
import { VisitorExclusion } from './domain/trial/survey/visitor-exclusion.entity.ts';
import { IdempotentReply } from './participant-api/route/idempotent-reply.entity.ts';
import type {} from './platform/database/query.ts';
import { StoredMessage } from './platform/mail/stored-message.entity.ts';
import {
  CanarySession,
  OpenPage,
  ReleaseChange,
  ReleaseFile,
  ReleaseRow,
  ReleaseSourceMap,
  ReleaseUse,
} from './release-api/release.entities.ts';
import { ReleaseReport } from './release-api/release-report.entity.ts';

/** Every table that the ORM knows. */
export const entities = [
  Participant,
  Helper,
  SetupAnswer,
  Prescription,
  DoseReport,
  DoseQuestion,
  Activity,
  Symptom,
  DailyRecord,
  DailyRecordSymptom,
  DailyRecordActivity,
  WarningSign,
  WarningStep,
  WarningOwner,
  AdverseEvent,
  AdverseEventVersion,
  ErasedAdverseEvents,
  DataQuery,
  DataQueryEntry,
  DataLock,
  ParticipantNote,
  ConsentText,
  Consent,
  ConsentAnswer,
  DataConsentReceipt,
  Withdrawal,
  Stop,
  FollowUpDone,
  FollowUpReminder,
  ContactAttempt,
  ContentVersion,
  ContentFileText,
  VisitorExclusion,
  AllocationCounter,
  Allocation,
  Staff,
  RecoveryCode,
  Passkey,
  Device,
  SessionRow,
  AuditEvent,
  AuditValues,
  AuditHead,
  AuditHeadMailing,
  IdempotentReply,
  AddressConfirmation,
  PasswordResetRequest,
  PasswordResetToken,
  MonthReminder,
  DailyReminder,
  ReminderMessage,
  EmailChangeNotice,
  StoredMessage,
  ReleaseRow,
  ReleaseFile,
  ReleaseSourceMap,
  ReleaseChange,
  OpenPage,
  ReleaseUse,
  CanarySession,
  ReleaseReport,
];

type EntityTables = InferKyselyDB<(typeof entities)[number]>;

declare module './platform/database/query.ts' {
  interface Tables extends EntityTables {
    // Those that no entity stands for.
    allocation_seed: { fingerprint: string };
    failed_access: { type: FailedAccess; account: string; network: string; began_at: Date; count: number };
    rate_limit: { key: string; points: number; expire: number | null };
    study_id_key: { key: string };
  }
}
