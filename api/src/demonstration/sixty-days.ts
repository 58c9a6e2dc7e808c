import { randomUUID } from 'node:crypto';
import { addDays, localDate, utcDate } from '@stepwise/shared-contracts/dates/plain-date';
import { DoseReport } from '../domain/care/plan/dose-report.entity.ts';
import { findContentOf } from '../domain/care/plan/find-plan-content.ts';
import { generateSchedule } from '../domain/care/plan/generate-schedule.ts';
import { Prescription } from '../domain/care/plan/prescription.entity.ts';
import { SetupAnswer } from '../domain/care/plan/setup-answer.entity.ts';
import {
  DailyRecord,
  DailyRecordActivity,
  DailyRecordSymptom,
} from '../domain/care/tracker/daily-record.entities.ts';
import { selectActivities, selectSymptoms } from '../domain/care/tracker/tracker-lists.ts';
import { WarningSign } from '../domain/care/warning-signs/warning-sign.entities.ts';
import type { Content } from '../domain/core/content/load-content.ts';
import { Helper } from '../domain/people/participants/helper.entity.ts';
import type { Participant } from '../domain/people/participants/participant.entity.ts';
import type { EntityManager } from '../platform/database/orm.ts';
import { readValues } from '../platform/database/query.ts';

const DAYS = 60;
/** Days whose warning signs wait in the team's queue, unresolved. */
const WAITING_DAYS = 14;

/** Gives a demonstration participant a plan that began sixty days ago and a record for each day but today and two more. */
export async function addSixtyDays(
  em: EntityManager,
  participant: Participant,
  content: Content,
  now: Date,
): Promise<void> {
  const { id } = participant;
  const {
    timeZone,
    demonstrationPlan: { schedule: scheduleId, startDose },
  } = content.product;
  const today = localDate(now, timeZone);
  const { schedule, medicine } = findContentOf(content, scheduleId);
  const steps = generateSchedule({ schedule, startDose, startDate: addDays(today, -DAYS) });
  Object.assign(participant, { scheduleId, startDose, timesPerDay: medicine.timesperday[0] });
  const plan = steps.map((step, index) =>
    em.create(Prescription, { participant: id, ...step, planned: step.date, current: index === 0 }),
  );
  await em.flush();
  for (const [index, step] of plan.entries()) {
    if (step.date >= today) break;
    em.create(DoseReport, {
      participant: id,
      day: step.date,
      dose: step.dose,
      scheduleId,
      prescription: step.id,
      planned: step.date,
      kind: index === 0 ? 'starting' : 'step',
      reportedAt: new Date(`${step.date}T09:00:00Z`),
      reportedBy: 'participant',
    });
  }
  em.create(Helper, {
    participant: id,
    kind: 'doctor',
    name: 'Dr Kim Nguyen',
    phone: '0355-500-011',
    email: 'kim.nguyen@example.org',
  });
  em.create(Helper, { participant: id, kind: 'support', name: 'Jo Rivera', phone: '0355-500-022' });
  for (const question of content.setup.questions) {
    const answers = {
      medicine: medicine.setupoption,
      dose: medicine.doses.find(({ dose }) => dose === startDose)?.id,
      timesperday: question.options.find(({ timesperday }) => timesperday === medicine.timesperday[0])?.id,
      duration: undefined,
    };
    const slower = question.options.find(({ id }) => content.setup.slowerWhen.includes(id));
    const option =
      (question.sets && answers[question.sets]) ??
      (schedule.kind === 'slower' ? slower : undefined)?.id ??
      question.options[0]?.id;
    if (option !== undefined)
      em.create(SetupAnswer, { participant: id, questionId: question.id, optionId: option });
  }

  const { symptoms, activities } = await readValues(em, {
    symptoms: selectSymptoms(id),
    activities: selectActivities(id),
  });
  for (let day = DAYS; day >= 1; day--) {
    if (day === 17 || day === 38) continue;
    const recordedAt = new Date(`${addDays(utcDate(now), -day)}T09:00:00Z`);
    // Harder nights some days after each step, and better again: a pattern to look at, not a forecast.
    const sinceStep = (DAYS - day) % 28;
    const feels = {
      sleep: ![3, 4, 5, 8].includes(sinceStep),
      mood: ![4, 5, 6, 20].includes(sinceStep),
      active: sinceStep % 9 !== 5,
    };
    const record = em.create(DailyRecord, {
      participant: id,
      date: utcDate(recordedAt),
      ...feels,
      recordedAt,
      timeZone,
      localDate: localDate(recordedAt, timeZone),
      receivedAt: recordedAt,
    });
    await em.flush();
    let hasWarning = false;
    for (const category of ['sleep', 'mood', 'active'] as const) {
      if (feels[category]) continue;
      const chosen = symptoms
        .filter((symptom) => symptom.category === category && !symptom.selfHarm)
        .slice(0, sinceStep === 5 ? 3 : 1);
      for (const symptom of chosen) {
        em.create(DailyRecordSymptom, { record: record.id, symptom: symptom.id, redflag: symptom.redflag });
        hasWarning ||= symptom.redflag;
      }
    }
    if (hasWarning && day <= WAITING_DAYS) {
      const times = { raisedAt: recordedAt, newestAt: recordedAt };
      const { date, localDate } = record;
      em.create(WarningSign, {
        id: randomUUID(),
        participant: id,
        date,
        localDate,
        selfHarm: false,
        ...times,
      });
    }
    const done = feels.active ? activities.slice(day % 5, (day % 5) + 2) : [];
    for (const activity of done) em.create(DailyRecordActivity, { record: record.id, activity: activity.id });
  }
}
