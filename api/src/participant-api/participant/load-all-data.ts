import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { isTrialOver } from '@stepwise/shared-contracts/stage/follow-ups';
import { type RawBuilder, sql } from 'kysely';
import { presentPlan, selectPlan } from '../../domain/care/plan/prescriptions.ts';
import { selectSetupAnswers } from '../../domain/care/plan/setup-answers.ts';
import { presentReminder, selectReminder } from '../../domain/care/reminders/daily-reminders.ts';
import { selectRecords } from '../../domain/care/tracker/find-records.ts';
import { selectSelfHarm } from '../../domain/care/tracker/select-self-harm.ts';
import { selectActivities, selectSymptoms } from '../../domain/care/tracker/tracker-lists.ts';
import {
  presentCourseQuestions,
  presentMedication,
  presentPrescriptionDefaults,
  presentSchedules,
  presentSetupQuestions,
} from '../../domain/core/content/present-content.ts';
import type { Operation } from '../../domain/core/operation/operation.ts';
import { presentHelpers, selectHelpers } from '../../domain/people/participants/helpers.ts';
import type { Participant } from '../../domain/people/participants/participant.entity.ts';
import { selectBaseline } from '../../domain/trial/baseline/find-baseline.ts';
import { consentDemand, selectInformed } from '../../domain/trial/consent/consent-demand.ts';
import { selectLatestConsent } from '../../domain/trial/consent/find-latest-consent.ts';
import {
  ofParticipant,
  presentFollowUps,
  selectFollowUpFacts,
} from '../../domain/trial/follow-ups/find-follow-ups.ts';
import { readValues } from '../../platform/database/query.ts';
import { JsonText } from '../../platform/http/json-text.ts';
import { accountOf, type SessionData } from '../../platform/sessions/session-data.ts';
import { presentUser } from './present-user.ts';

type Asked = [op: Operation, participant: Participant, session: SessionData, linkSecret: string];

/** Everything a participant's screens show, by few SQL statements however much there is. */
export const loadAllData = (...asked: Asked): Promise<AllData> => load(selectRecords, ...asked);

/** The same as text. The records, most of it after a year, are sent as the database writes them. */
export async function loadAllDataText(...asked: Asked): Promise<JsonText<AllData>> {
  const asText = (id: string): RawBuilder<string> => sql`${selectRecords(id)}::text`;
  const { records, ...others } = await load(asText, ...asked);
  return new JsonText(`${JSON.stringify(others).slice(0, -1)},"records":${records}}`);
}

async function load<R>(
  records: (participant: string) => RawBuilder<R>,
  ...[op, participant, session, linkSecret]: Asked
): Promise<Omit<AllData, 'records'> & { records: R }> {
  const { db, content, today } = op;
  const { id } = participant;
  const asks = { participant, device: session.acting ? undefined : session.deviceId };
  const values = await readValues(db, {
    consent: selectLatestConsent(id),
    helpers: selectHelpers(id),
    answers: selectSetupAnswers(id),
    baseline: selectBaseline(id),
    ...selectPlan(id),
    symptoms: selectSymptoms(id),
    activities: selectActivities(id),
    followUps: selectFollowUpFacts(ofParticipant(id)),
    informed: selectInformed(id, content.versions.consent),
    selfHarm: selectSelfHarm(id),
    choices: selectReminder(asks),
    recordsOfToday: selectRecords(id, today),
    records: records(id),
  });
  const {
    helpers,
    answers,
    plan,
    doseReports,
    choices,
    recordsOfToday,
    selfHarm,
    followUps,
    informed,
    ...read
  } = values;
  const given = {
    consentAgree: participant.consentAgree,
    agreedTo: read.consent?.hash ?? null,
    isInformed: Number(informed) > 0,
  };
  const reminder = presentReminder(content, asks, choices);
  const shownFollowUps = presentFollowUps(op, followUps, linkSecret);
  const answerTo = new Map(answers.map(({ question, option }) => [question, option]));
  return {
    ...read,
    user: presentUser(participant, content),
    adminActing: session.acting !== undefined,
    account: accountOf(session),
    ...presentHelpers(helpers),
    setupQuestions: presentSetupQuestions(content),
    setupAnswers: content.setup.questions.map((question) => ({
      qid: question.id,
      oid: answerTo.get(question.id) ?? null,
    })),
    baselineWords: content.setup.baseline,
    medication: presentMedication(content),
    schedules: presentSchedules(content),
    schedule: participant.scheduleId ?? null,
    doseCard: content.doses.card,
    prepareDays: content.prepareDays,
    homeTexts: {
      saved: content.tracker.saved,
      lookBack: content.course.lookBack,
      closing: content.followUps.closing,
    },
    courseQuestions: presentCourseQuestions(content),
    prescriptionsDefault: presentPrescriptionDefaults(content),
    ...presentPlan({ plan, doseReports }, today),
    strengths: participant.strengths ?? null,
    ...(reminder && !isTrialOver(shownFollowUps) && { reminder }),
    reconsent: consentDemand(content, given, op.now) ?? null,
    help: { ...content.safety.help, selfHarm },
    stopNotice: content.product.stopNotice,
    followUps: shownFollowUps,
    todayActivities: recordsOfToday.at(-1)?.activities ?? [],
  };
}
