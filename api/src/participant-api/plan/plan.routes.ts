import * as calls from '@stepwise/shared-contracts/calls/plan.calls';
import { HOME_STEP, type HomeStep } from '@stepwise/shared-contracts/entities/user';
import { changePlan } from '../../domain/care/plan/change-plan.command.ts';
import { findCurrentDose } from '../../domain/care/plan/current-dose.ts';
import { previewCustomPlan, saveCustomPlan } from '../../domain/care/plan/custom-plan.command.ts';
import { askAboutDose } from '../../domain/care/plan/dose-questions.command.ts';
import { findContentOf } from '../../domain/care/plan/find-plan-content.ts';
import { generateSchedule } from '../../domain/care/plan/generate-schedule.ts';
import { lintTaper } from '../../domain/care/plan/lint-taper.ts';
import { checkPlanAllows } from '../../domain/care/plan/plan-state.ts';
import { prepareStep } from '../../domain/care/plan/prepare-step.command.ts';
import { findPlan, findPrescriptions } from '../../domain/care/plan/prescriptions.ts';
import { recommendSchedule } from '../../domain/care/plan/recommend-schedule.ts';
import { reportDose } from '../../domain/care/plan/report-dose.command.ts';
import { saveStrengths } from '../../domain/care/plan/save-strengths.command.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { byPlanState, onlyWhileActing } from '../route/policies.ts';
import { forReading, forSaving } from '../route/route.ts';

export const planRoutes = {
  saveSchedule: forSaving(calls.saveSchedule, [byPlanState], async ({ op, participant, body }) => {
    const { db, content, today } = op;
    const recommended = await recommendSchedule(db, participant.id, content);
    const { schedule, medicine } = findContentOf(content, body.schedule);
    if (medicine.id !== findContentOf(content, recommended.schedule).medicine.id) {
      throw new AppError('unprocessable', 'This schedule is for another medicine.', [
        { path: ['schedule'], message: 'This schedule is for another medicine.' },
      ]);
    }
    const { timesperday } = recommended;
    const startdose = (await findCurrentDose(op, participant, medicine.id)) ?? recommended.startdose;
    await changePlan(op, participant, {
      schedule: schedule.id,
      startdose,
      timesperday,
      steps: generateSchedule({ schedule, startDose: startdose, startDate: today }),
    });
    participant.homeStep = HOME_STEP.timeline;
    return {
      status: 200,
      body: {
        ...(await findPlan(op, participant.id)),
        startdose,
        homestep: participant.homeStep as HomeStep,
        timesperday,
      },
    };
  }),

  saveDose: forSaving(calls.saveDose, [byPlanState], async ({ op, participant, body }) => {
    const { schedule } = findContentOf(op.content, participant.scheduleId);
    const step = schedule.steps.find(({ id }) => id === body.prescription);
    if (!step || step.dose === 0) throw notFound();
    await changePlan(op, participant, {
      schedule: schedule.id,
      startdose: step.dose,
      timesperday: participant.timesPerDay,
      steps: generateSchedule({ schedule, startDose: step.dose, startDate: op.today }),
    });
    return {
      status: 200,
      body: { ...(await findPlan(op, participant.id)), startdose: step.dose },
    };
  }),

  previewMedcustom: forReading(calls.previewMedcustom, [onlyWhileActing], async (request) => {
    const { op, participant, body } = request;
    await checkPlanAllows(op, participant, 'saveMedcustom');
    return { status: 200, body: await previewCustomPlan(op, participant.id, body.customDates) };
  }),

  saveMedcustom: forSaving(calls.saveMedcustom, [byPlanState], async ({ op, participant, body }) => {
    await saveCustomPlan(op, participant, body);
    return { status: 200, body: await findPlan(op, participant.id) };
  }),

  reportDose: forSaving(calls.reportDose, [byPlanState], async ({ op, participant, body }) => {
    await reportDose(op, participant, body);
    return { status: 200, body: await findPlan(op, participant.id) };
  }),

  askAboutDose: forSaving(calls.askAboutDose, [byPlanState], async ({ op, participant, body }) => {
    await askAboutDose(op, participant.id, body.reason);
    return { status: 204 };
  }),

  saveStrengths: forSaving(calls.saveStrengths, [byPlanState], async ({ op, participant, body }) => {
    await saveStrengths(op, participant, body.strengths);
    return { status: 204 };
  }),

  prepareStep: forSaving(calls.prepareStep, [byPlanState], async ({ op, participant, body }) => {
    await prepareStep(op, participant.id, body);
    return { status: 204 };
  }),

  planFindings: forReading(calls.planFindings, [onlyWhileActing], async ({ op, participant }) => {
    if (!participant.scheduleId) return { status: 200, body: { findings: [] } };
    const { db, content, today } = op;
    const { medicine } = findContentOf(content, participant.scheduleId);
    const rows = await findPrescriptions(db, participant.id);
    return {
      status: 200,
      body: { findings: lintTaper(rows, { medicine, limits: content.taperLimits, today }) },
    };
  }),
};
