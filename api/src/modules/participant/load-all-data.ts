import { utcDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { Content } from '../../content/load-content.ts';
import type { EntityManager } from '../../database/orm.ts';
import { accountOf, type SessionData } from '../../http/session/session-data.ts';
import { findLatestConsent } from '../consent/find-latest-consent.ts';
import {
  presentMedication,
  presentPrescriptionDefaults,
  presentSchedules,
  presentSetupQuestions,
} from '../content/present-content.ts';
import { findPrescriptions, presentPlan } from '../schedule/prescriptions.ts';
import { findSetupAnswers } from '../setup/setup-answers.ts';
import { findRecords } from '../tracker/find-records.ts';
import { findActivities, findSymptoms, presentActivity, presentSymptom } from '../tracker/tracker-lists.ts';
import { findHelpers } from './helpers.ts';
import type { Participant } from './participant.entity.ts';
import { presentUser } from './present-user.ts';

/** Everything a participant's screens show. The number of SQL statements does not depend on how much there is. */
export async function loadAllData(
  em: EntityManager,
  participant: Participant,
  { content, session, now }: { content: Content; session: SessionData; now: Date },
): Promise<AllData> {
  const { id } = participant;
  const records = await findRecords(em, id);
  const answers = await findSetupAnswers(em, id);
  const { doctor, support } = await findHelpers(em, id);
  return {
    user: presentUser(participant, content),
    adminActing: session.acting !== undefined,
    account: accountOf(session),
    consent: await findLatestConsent(em, id),
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
    prescriptionsDefault: presentPrescriptionDefaults(content),
    ...presentPlan(participant, await findPrescriptions(em, id)),
    symptoms: (await findSymptoms(em, id)).map(presentSymptom),
    activities: (await findActivities(em, id)).map(presentActivity),
    records,
    todayActivities: records.find(({ date }) => date === utcDate(now))?.activities ?? [],
  };
}
