import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { recordOn } from '@stepwise/shared-contracts/optimistic/records';
import { findLatestConsent } from '../../domain/consent/find-latest-consent.ts';
import {
  presentCourseQuestions,
  presentMedication,
  presentPrescriptionDefaults,
  presentSchedules,
  presentSetupQuestions,
} from '../../domain/content/present-content.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { findHelpers } from '../../domain/participants/helpers.ts';
import type { Participant } from '../../domain/participants/participant.entity.ts';
import { presentPlan } from '../../domain/plan/prescriptions.ts';
import { findSetupAnswers } from '../../domain/plan/setup-answers.ts';
import { findReminder } from '../../domain/reminders/daily-reminders.ts';
import { findRecords } from '../../domain/tracker/find-records.ts';
import {
  findActivities,
  findSymptoms,
  presentActivity,
  presentSymptom,
} from '../../domain/tracker/tracker-lists.ts';
import { accountOf, type SessionData } from '../../platform/sessions/session-data.ts';
import { presentUser } from './present-user.ts';

/** Everything a participant's screens show. The number of SQL statements does not depend on how much there is. */
export async function loadAllData(
  op: Operation,
  participant: Participant,
  session: SessionData,
): Promise<AllData> {
  const { db, content, today } = op;
  const { id } = participant;
  const records = await findRecords(db, id);
  const answers = await findSetupAnswers(db, id);
  const { doctor, support } = await findHelpers(db, id);
  const reminder = await findReminder(op, participant);
  return {
    user: presentUser(participant, content),
    adminActing: session.acting !== undefined,
    account: accountOf(session),
    consent: await findLatestConsent(db, id),
    doctor,
    support,
    setupQuestions: presentSetupQuestions(content),
    setupAnswers: content.setup.questions.map((question) => ({
      qid: question.id,
      oid: answers.get(question.id) ?? null,
    })),
    medication: presentMedication(content),
    schedules: presentSchedules(content),
    schedule: participant.scheduleId ?? null,
    doseCard: content.doses.card,
    prepareDays: content.prepareDays,
    courseQuestions: presentCourseQuestions(content),
    prescriptionsDefault: presentPrescriptionDefaults(content),
    ...(await presentPlan(op, id)),
    strengths: participant.strengths ?? null,
    symptoms: (await findSymptoms(db, id)).map(presentSymptom),
    activities: (await findActivities(db, id)).map(presentActivity),
    records,
    ...(reminder && { reminder }),
    todayActivities: recordOn(records, today)?.activities ?? [],
  };
}
