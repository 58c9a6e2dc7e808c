import type { MikroORM } from '@mikro-orm/postgresql';
import { hash as hashPassword } from '@node-rs/argon2';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { DoseReport } from '../domain/care/plan/dose-report.entity.ts';
import { generateSchedule } from '../domain/care/plan/generate-schedule.ts';
import { Prescription } from '../domain/care/plan/prescription.entity.ts';
import { SetupAnswer } from '../domain/care/plan/setup-answer.entity.ts';
import { addDefaultLists } from '../domain/care/tracker/tracker-lists.ts';
import type { Content } from '../domain/core/content/load-content.ts';
import { Participant } from '../domain/people/participants/participant.entity.ts';
import { BaselineRow } from '../domain/trial/baseline/baseline.entity.ts';

export const PASSWORD = 'seven quiet lanterns';
let passwordHash: Promise<string> | undefined;
let count = 0;

const eligible = { surveyDone: true, stratum: 'low', predict: 1 };
const consented = { ...eligible, consentAgree: true };
const stages = {
  eligibility: { homeStep: HOME_STEP.eligibility },
  consent: { ...eligible, homeStep: HOME_STEP.consent },
  questionnaire: { ...consented, homeStep: HOME_STEP.questionnaire },
  plan: { ...consented, homeStep: HOME_STEP.plan, randomise: true },
  usualCare: { ...consented, homeStep: HOME_STEP.plan, randomise: false },
  timeline: { ...consented, homeStep: HOME_STEP.timeline, randomise: true },
} as const;

export type ParticipantOverrides = Partial<Participant> & { stage?: keyof typeof stages };

/** Setup answers of a participant on sertraline, 100 mg once a day, to whom the standard schedule (11) is recommended. */
export const SETUP_ANSWERS: readonly [question: number, option: number][] = [
  [1, 106],
  [2, 201],
  [3, 363],
  [4, 401],
  [5, 501],
  [6, 601],
  [7, 701],
  [8, 801],
  [9, 901],
  [10, 1001],
  [11, 1101],
];

/** The same before randomisation. */
export const BASELINE = { medicine: 106, dose: 363, duration: 501 };

/** A participant at a stage, with the trial's lists; on the timeline with the plan that the stage needs. */
export async function buildParticipant(
  orm: MikroORM,
  content: Content,
  now: Date,
  { stage = 'timeline', ...overrides }: ParticipantOverrides,
): Promise<Participant> {
  // As weak as it can be, so that a test's log-in costs little; the API's own hashing is tested by signing up.
  passwordHash ??= hashPassword(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  count += 1;
  const name = `pat${count}`;
  const hash = await passwordHash;
  return orm.em.fork().transactional(async (em) => {
    const participant = em.create(Participant, {
      firstName: name,
      lastName: 'Taylor',
      email: `${name}@example.org`,
      passwordHash: hash,
      createdAt: now,
      ...stages[stage],
      ...overrides,
    });
    addDefaultLists(em, participant.id, content);
    await em.flush();
    if (participant.consentAgree)
      em.create(BaselineRow, { participant: participant.id, ...BASELINE, savedAt: now });
    if (stage === 'timeline') await addPlan();
    await em.flush();
    return participant;

    async function addPlan(): Promise<void> {
      const schedule = content.schedules.find(({ id }) => id === 11);
      if (!schedule) throw new Error('The demonstration content has no schedule 11.');
      const startDate = localDate(now, content.product.timeZone);
      Object.assign(participant, { scheduleId: 11, startDose: 100 });
      const steps = generateSchedule({ schedule, startDose: 100, startDate });
      const [first] = steps.map((step, index) =>
        em.create(Prescription, {
          participant: participant.id,
          ...step,
          planned: step.date,
          current: index === 0,
        }),
      );
      await em.flush();
      em.create(DoseReport, {
        participant: participant.id,
        day: startDate,
        dose: 100,
        scheduleId: 11,
        prescription: first?.id ?? null,
        kind: 'starting',
        reportedAt: now,
        reportedBy: 'participant',
      });
      for (const [questionId, optionId] of SETUP_ANSWERS) {
        em.create(SetupAnswer, { participant: participant.id, questionId, optionId });
      }
    }
  });
}
