import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import { isAskedFor } from '@stepwise/shared-contracts/stage/follow-ups';
import { changePlan } from '../../domain/care/plan/change-plan.command.ts';
import { askAboutDose } from '../../domain/care/plan/dose-questions.command.ts';
import { findDoseReports } from '../../domain/care/plan/dose-reports.ts';
import { findContentOf } from '../../domain/care/plan/find-plan-content.ts';
import { generateSchedule } from '../../domain/care/plan/generate-schedule.ts';
import { findPrescriptions, planOf } from '../../domain/care/plan/prescriptions.ts';
import { recommendSchedule } from '../../domain/care/plan/recommend-schedule.ts';
import { reportDose } from '../../domain/care/plan/report-dose.command.ts';
import { saveSetupAnswer } from '../../domain/care/plan/save-setup-answer.command.ts';
import { offeredOptions } from '../../domain/care/plan/score-setup.ts';
import { startPlan } from '../../domain/care/plan/start-plan.command.ts';
import { saveRecord } from '../../domain/care/tracker/save-record.command.ts';
import { Activity, Symptom } from '../../domain/care/tracker/tracker-list.entities.ts';
import { addDefaultLists } from '../../domain/care/tracker/tracker-lists.ts';
import { inTransaction, type Operation } from '../../domain/core/operation/operation.ts';
import { Helper } from '../../domain/people/participants/helper.entity.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { saveBaseline } from '../../domain/trial/baseline/save-baseline.command.ts';
import { giveConsent } from '../../domain/trial/consent/give-consent.command.ts';
import { leavePlan } from '../../domain/trial/consent/leave-plan.command.ts';
import { withdrawParticipant } from '../../domain/trial/consent/withdraw.command.ts';
import { completeFollowUp } from '../../domain/trial/follow-ups/complete-follow-up.command.ts';
import { findFollowUps } from '../../domain/trial/follow-ups/find-follow-ups.ts';
import { confirmQuestionnaire } from '../../domain/trial/randomisation/confirm-questionnaire.command.ts';
import type { Script } from './simulated-person.ts';
import { asParticipant, type Simulation } from './simulation.ts';

/** A simulated person with what came of their script so far. */
export interface Person {
  script: Script;
  passwordHash: string;
  id: string | null;
  isReducing: boolean;
  hasLeft: boolean;
  hasPlan: boolean;
  hasStarted: boolean;
  /** The day on which they went back up, after which the next step waits. */
  waitsSince: string | null;
  symptoms: { id: number; category: string; redflag: boolean; selfHarm: boolean }[];
  activities: number[];
}

/** All that a person does on one day, at an instant of it. */
export async function actAsPerson(
  simulation: Simulation,
  person: Person,
  day: string,
  at: Date,
): Promise<void> {
  const { script } = person;
  if (day < script.joinsOn || person.hasLeft) return;
  if (day === script.joinsOn) await join(simulation, person, at);
  const { id } = person;
  if (!id || script.until !== 'randomised') return;
  if (day === script.randomisedOn) await beRandomised(simulation, person, id, at);
  if (day < script.randomisedOn) return;
  if (script.stop?.on === day && (script.stop.as !== 'plan' || person.hasStarted)) {
    await stop(simulation, person, id, at);
    if (person.hasLeft) return;
  }
  const isFollowed = Math.floor(script.random() * 20) === 0;
  if (isFollowed) await answerFollowUp(simulation, id, at);
  if (!person.isReducing) return;
  if (day === script.plansOn) await makePlan(simulation, person, id, at);
  const records = person.hasPlan && day > script.plansOn && day <= script.recordsUntil;
  if (records && script.random() < script.records) await recordDay(simulation, person, id, day, at);
}

async function join(simulation: Simulation, person: Person, at: Date): Promise<void> {
  const { operation, content } = simulation;
  const { script, passwordHash } = person;
  const { firstName, lastName, index } = script;
  const isEligible = script.until !== 'survey';
  await inTransaction(operation(at, 'visitor'), async (op) => {
    const participant = op.db.create(Participant, {
      ...{
        firstName,
        lastName,
        email: `${firstName}.${lastName}${index}@example.org`.toLowerCase(),
        passwordHash,
      },
      ...{
        phone: `0491 57${String(index).padStart(4, '0')}`,
        createdAt: at,
        contentVersion: content.version,
      },
      ...{
        surveyDone: true,
        surveyIneligible: !isEligible,
        stratum: content.survey.groups[index % content.survey.groups.length]?.group,
      },
      ...{ predict: index % 5, homeStep: isEligible ? HOME_STEP.consent : HOME_STEP.eligibility },
    });
    addDefaultLists(op.db, participant.id, content);
    await op.db.flush();
    await op.audit('account.registered', participant.id, {
      after: { firstName, lastName, email: participant.email ?? '' },
    });
    person.id = participant.id;
  });
  const { id } = person;
  if (!id || script.until === 'survey' || script.until === 'account') return;
  await asParticipant(simulation, id, at, (op, participant) =>
    giveConsent(op, participant, { consentAgree: true, futureContact: index % 3 === 0 }),
  );
}

/** What a person takes: every medicine of the trial comes up. */
function takenBy({ content }: Simulation, { index }: Script) {
  const medicine = content.medicines[index % content.medicines.length];
  const dose = medicine?.doses[index % Math.min(medicine.doses.length, 3)];
  if (!medicine || !dose) throw new Error('The content has no medicine.');
  return { medicine, dose };
}

async function beRandomised(simulation: Simulation, person: Person, id: string, at: Date): Promise<void> {
  const { medicine, dose } = takenBy(simulation, person.script);
  const durations = simulation.content.setup.questions.find(({ sets }) => sets === 'duration')?.options ?? [];
  person.isReducing = await asParticipant(simulation, id, at, async (op, participant) => {
    await saveBaseline(op, participant, {
      ...{ medicine: medicine.setupoption, dose: dose.id },
      duration: durations[person.script.index % durations.length]?.id ?? 0,
    });
    await confirmQuestionnaire(op, participant, {
      ...{ allocation: 'automatic', auditKey: undefined, allocationSeed: simulation.allocationSeed },
      ...{ confirmsAddress: false, isBurst: async () => false },
    });
    return participant.randomise;
  });
}

async function makePlan(simulation: Simulation, person: Person, id: string, at: Date): Promise<void> {
  const { content } = simulation;
  const { medicine, dose } = takenBy(simulation, person.script);
  const { index } = person.script;
  await asParticipant(simulation, id, at, async (op, participant) => {
    op.db.create(Helper, {
      ...{ participant: id, kind: 'doctor', name: `Dr ${person.script.lastName.charAt(0)}. Example` },
      phone: '0355-500-011',
    });
    const answers = new Map<number, number>();
    for (const question of content.setup.questions) {
      const fixed = {
        medicine: medicine.setupoption,
        dose: dose.id,
        timesperday: undefined,
        duration: undefined,
      };
      const offered = offeredOptions(content, question, answers);
      const optionId = (question.sets && fixed[question.sets]) ?? offered[index % offered.length]?.id;
      if (optionId === undefined) continue;
      await saveSetupAnswer(op, id, { questionId: question.id, optionId }, { question, answers });
      answers.set(question.id, optionId);
    }
    await op.db.flush();
    const { schedule, startdose, timesperday } = await recommendSchedule(op.db, id, content);
    await changePlan(op, participant, {
      ...{ schedule, startdose, timesperday },
      steps: generateSchedule({
        ...{ schedule: findContentOf(content, schedule).schedule, startDose: startdose, startDate: op.today },
      }),
    });
    participant.homeStep = HOME_STEP.timeline;
    person.symptoms = await op.db.find(Symptom, { participant: id });
    person.activities = (await op.db.find(Activity, { participant: id })).map((activity) => activity.id);
  });
  person.hasPlan = true;
}

async function recordDay(
  simulation: Simulation,
  person: Person,
  id: string,
  day: string,
  at: Date,
): Promise<void> {
  const { random, goesBackUp } = person.script;
  const { timeZone } = simulation.content.product;
  await asParticipant(simulation, id, at, async (op, participant) => {
    const good = { sleep: random() < 0.75, mood: random() < 0.8, active: random() < 0.75 };
    const symptoms = person.symptoms.filter(({ category, redflag, selfHarm }) => {
      const isGood = good[category as keyof typeof good];
      return random() < (selfHarm ? 0.0008 : redflag ? 0.006 : isGood ? 0.002 : 0.15);
    });
    const { record } = await saveRecord(
      op,
      id,
      {
        ...good,
        symptoms: symptoms.map((symptom) => symptom.id),
        activities: good.active ? person.activities.filter(() => random() < 0.2) : [],
        recordedAt: op.now.toISOString(),
      },
      timeZone,
    );
    if (!person.hasStarted) await startPlan(op, id, record.localDate);
    person.hasStarted = true;
    const due = participant.nextStepDue;
    if (due && due <= day && random() < 0.6) await takeStep(op, participant);
    else if (goesBackUp && due && addDays(due, -20) === day)
      person.waitsSince = (await goBackUp(op, participant)) ? day : null;
    else if (random() < 0.004) await askAboutDose(op, id, random() < 0.5 ? 'talk' : 'too-hard');
  });
}

const courseOf = async ({ db, today }: Operation, id: string) =>
  planSteps(planOf(await findPrescriptions(db, id)), await findDoseReports(db, id), today);

async function takeStep(op: Operation, participant: Participant): Promise<void> {
  const steps = await courseOf(op, participant.id);
  const next = steps.find(({ status }) => status !== 'taken' && status !== 'passed');
  if (next) await reportDose(op, participant, { day: op.today, dose: next.dose, step: next.id });
}

async function goBackUp(op: Operation, participant: Participant): Promise<boolean> {
  const taken = (await courseOf(op, participant.id)).filter(({ status }) => status === 'taken');
  const before = taken.at(-2);
  if (before) await reportDose(op, participant, { day: op.today, dose: before.dose, step: null });
  return before !== undefined;
}

async function stop(simulation: Simulation, person: Person, id: string, at: Date): Promise<void> {
  const as = person.script.stop?.as;
  if (as === 'plan') {
    person.hasPlan = false;
    await leavePlan(simulation.operation(at, `participant:${id}`), id, 'effort');
  } else if (as) {
    person.hasLeft = true;
    await asParticipant(simulation, id, at, (op, participant) =>
      withdrawParticipant(op, participant, as, { carriedOutBy: 'participant', reason: 'none-given' }),
    );
  }
}

/** The first that is asked for, where there is one. */
async function answerFollowUp(simulation: Simulation, id: string, at: Date): Promise<void> {
  const op = simulation.operation(at, `participant:${id}`);
  const open = (await findFollowUps(op, id)).find(isAskedFor);
  if (open) await completeFollowUp(op, id, { months: open.months });
}
