import * as calls from '@stepwise/shared-contracts/calls/plan.calls';
import { HOME_STEP, type HomeStep } from '@stepwise/shared-contracts/entities/user';
import { changePlan, rejectOnceStarted } from '../../domain/plan/change-plan.command.ts';
import { findCurrentDose } from '../../domain/plan/current-dose.ts';
import { findContentOf } from '../../domain/plan/find-plan-content.ts';
import { generateSchedule } from '../../domain/plan/generate-schedule.ts';
import { lintTaper } from '../../domain/plan/lint-taper.ts';
import { findPrescriptions, presentPlan } from '../../domain/plan/prescriptions.ts';
import { readCustomRows } from '../../domain/plan/read-custom-rows.ts';
import { recommendSchedule } from '../../domain/plan/recommend-schedule.ts';
import { AppError, notFound, notYet } from '../../platform/errors/app-error.ts';
import { inReductionArm, onlyWhileActing } from '../route/policies.ts';
import { forReading, forSaving } from '../route/route.ts';

export const planRoutes = {
  saveSchedule: forSaving(calls.saveSchedule, [inReductionArm], async (request) => {
    const { em, participant, body, services, today } = request;
    const { content } = services;
    const recommended = await recommendSchedule(em, participant.id, content);
    const { schedule, medicine } = findContentOf(content, body.schedule);
    if (medicine.id !== findContentOf(content, recommended.schedule).medicine.id) {
      throw new AppError('unprocessable', 'This schedule is for another medicine.', [
        { path: ['schedule'], message: 'This schedule is for another medicine.' },
      ]);
    }
    await rejectOnceStarted(request);
    const { timesperday } = recommended;
    const startdose = (await findCurrentDose(request, medicine.id)) ?? recommended.startdose;
    const prescriptions = await changePlan(request, {
      schedule: schedule.id,
      startdose,
      timesperday,
      steps: generateSchedule({ schedule, startDose: startdose, startDate: today }),
    });
    participant.homeStep = HOME_STEP.timeline;
    return {
      status: 200,
      body: {
        ...presentPlan(participant, prescriptions),
        startdose,
        homestep: participant.homeStep as HomeStep,
        timesperday,
      },
    };
  }),

  saveDose: forSaving(calls.saveDose, [inReductionArm], async (request) => {
    const { participant, body, services, today } = request;
    if (!participant.scheduleId) throw notYet('A schedule comes first.');
    const { schedule } = findContentOf(services.content, participant.scheduleId);
    const step = schedule.steps.find(({ id }) => id === body.prescription);
    if (!step || step.dose === 0) throw notFound();
    await rejectOnceStarted(request);
    const prescriptions = await changePlan(request, {
      schedule: schedule.id,
      startdose: step.dose,
      timesperday: participant.timesPerDay,
      steps: generateSchedule({ schedule, startDose: step.dose, startDate: today }),
    });
    return {
      status: 200,
      body: { ...presentPlan(participant, prescriptions), startdose: step.dose },
    };
  }),

  saveMedcustom: forSaving(calls.saveMedcustom, [onlyWhileActing, inReductionArm], async (request) => {
    const { participant, body, services } = request;
    if (!participant.scheduleId) throw notYet('A schedule comes first.');
    const plan = findContentOf(services.content, participant.scheduleId);
    const prescriptions = await changePlan(request, {
      schedule: participant.scheduleId,
      startdose: participant.startDose ?? null,
      timesperday: participant.timesPerDay,
      steps: readCustomRows(body.customDates, plan),
    });
    return { status: 200, body: presentPlan(participant, prescriptions) };
  }),

  planFindings: forReading(calls.planFindings, [onlyWhileActing], async ({ em, participant, services }) => {
    if (!participant.scheduleId) return { status: 200, body: { findings: [] } };
    const { content } = services;
    const { medicine } = findContentOf(content, participant.scheduleId);
    const rows = await findPrescriptions(em, participant.id);
    return { status: 200, body: { findings: lintTaper(rows, { medicine, limits: content.taperLimits }) } };
  }),
};
