import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { PasswordResetRequest, PasswordResetToken } from './domain/accounts/password-reset.entities.ts';
import { AddressConfirmation } from './domain/address-confirmation/address-confirmation.entity.ts';
import {
  AdverseEvent,
  AdverseEventVersion,
  ErasedAdverseEvents,
} from './domain/adverse-events/adverse-event.entities.ts';
import { AuditEvent, AuditHead, AuditHeadMailing, AuditValues } from './domain/audit/audit.entities.ts';
import type { FailedAccess } from './domain/audit-log/failed-access.ts';
import {
  Consent,
  ConsentAnswer,
  ConsentText,
  DataConsentReceipt,
  Withdrawal,
} from './domain/consent/consent.entities.ts';
import { ContentFileText, ContentVersion } from './domain/content/content-version.entity.ts';
import { DataLock } from './domain/data-locks/data-lock.entity.ts';
import { DataQuery, DataQueryEntry } from './domain/data-queries/data-query.entities.ts';
import { ContactAttempt, FollowUpDone, FollowUpReminder } from './domain/follow-ups/follow-up.entities.ts';
import { EmailChangeNotice } from './domain/participants/email-change-notice.entity.ts';
import { Helper } from './domain/participants/helper.entity.ts';
import { Participant } from './domain/participants/participant.entity.ts';
import { ParticipantNote } from './domain/participants/participant-note.entity.ts';
import { Stop } from './domain/participants/stop.entity.ts';
import { Passkey } from './domain/passkeys/passkey.entity.ts';
import { DoseQuestion } from './domain/plan/dose-question.entity.ts';
import { DoseReport } from './domain/plan/dose-report.entity.ts';
import { Prescription } from './domain/plan/prescription.entity.ts';
import { SetupAnswer } from './domain/plan/setup-answer.entity.ts';
import { Allocation, AllocationCounter } from './domain/randomisation/allocation.entities.ts';
import { DailyReminder, ReminderMessage } from './domain/reminders/daily-reminder.entities.ts';
import { MonthReminder } from './domain/reminders/month-reminder.entity.ts';
import { Device } from './domain/sessions/device.entity.ts';
import { SessionRow } from './domain/sessions/session.entity.ts';
import { RecoveryCode, Staff } from './domain/staff/staff.entity.ts';
import { VisitorExclusion } from './domain/survey/visitor-exclusion.entity.ts';
import {
  DailyRecord,
  DailyRecordActivity,
  DailyRecordSymptom,
} from './domain/tracker/daily-record.entities.ts';
import { Activity, Symptom } from './domain/tracker/tracker-list.entities.ts';
import { WarningSign, WarningStep } from './domain/tracker/warning-sign.entities.ts';
import { WarningOwner } from './domain/warning-signs/warning-owner.entity.ts';
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
