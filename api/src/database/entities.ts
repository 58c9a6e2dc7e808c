import { IdempotentReply } from '../http/idempotent-reply.entity.ts';
import { Allocation, AllocationCounter } from '../modules/allocation/allocation.entities.ts';
import { AuditEvent, AuditValues } from '../modules/audit/audit.entities.ts';
import { Consent, ConsentText, DataConsentReceipt } from '../modules/consent/consent.entities.ts';
import { ContentVersion } from '../modules/content/content-version.entity.ts';
import { KeptMessage } from '../modules/mail/kept-message.entity.ts';
import { ParticipantNote } from '../modules/notes/participant-note.entity.ts';
import { EmailChangeNotice } from '../modules/participant/email-change-notice.entity.ts';
import { Helper } from '../modules/participant/helper.entity.ts';
import { Participant } from '../modules/participant/participant.entity.ts';
import {
  PasswordResetRequest,
  PasswordResetToken,
} from '../modules/password-reset/password-reset.entities.ts';
import { ReleaseReport } from '../modules/release-report/release-report.entity.ts';
import { MonthReminder } from '../modules/reminder/month-reminder.entity.ts';
import { Prescription } from '../modules/schedule/prescription.entity.ts';
import { SessionRow } from '../modules/session/session.entity.ts';
import { SetupAnswer } from '../modules/setup/setup-answer.entity.ts';
import { RecoveryCode, Staff } from '../modules/staff/staff.entity.ts';
import {
  DailyRecord,
  DailyRecordActivity,
  DailyRecordSymptom,
} from '../modules/tracker/daily-record.entities.ts';
import { Activity, Symptom } from '../modules/tracker/tracker-list.entities.ts';
import { WarningSign, WarningStep } from '../modules/warning-signs/warning-sign.entities.ts';

/** Every table that the ORM knows. */
export const entities = [
  Participant,
  Helper,
  SetupAnswer,
  Prescription,
  Activity,
  Symptom,
  DailyRecord,
  DailyRecordSymptom,
  DailyRecordActivity,
  WarningSign,
  WarningStep,
  ParticipantNote,
  ConsentText,
  Consent,
  DataConsentReceipt,
  ContentVersion,
  AllocationCounter,
  Allocation,
  Staff,
  RecoveryCode,
  SessionRow,
  AuditEvent,
  AuditValues,
  IdempotentReply,
  PasswordResetRequest,
  PasswordResetToken,
  MonthReminder,
  EmailChangeNotice,
  KeptMessage,
  ReleaseReport,
];
