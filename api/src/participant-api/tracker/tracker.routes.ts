import * as calls from '@stepwise/shared-contracts/calls/tracker.calls';
import { startPlan } from '../../domain/care/plan/start-plan.command.ts';
import {
  addActivity,
  addSymptom,
  flagSymptom,
  removeActivity,
  removeSymptom,
} from '../../domain/care/tracker/list-items.commands.ts';
import { saveRecord } from '../../domain/care/tracker/save-record.command.ts';
import { presentSymptom } from '../../domain/care/tracker/tracker-lists.ts';
import { byPlanState } from '../route/policies.ts';
import { forSaving } from '../route/route.ts';
import { checkRecordAllowed } from './check-record-allowed.ts';

export const trackerRoutes = {
  addActivity: forSaving(calls.addActivity, [byPlanState], async ({ op, participant, body }) => {
    const { id } = await addActivity(op, participant.id, body.activity.text);
    return { status: 200, body: { id } };
  }),

  deleteActivity: forSaving(calls.deleteActivity, [byPlanState], async ({ op, participant, body }) => {
    await removeActivity(op, participant.id, body.id);
    return { status: 204 };
  }),

  addSymptom: forSaving(calls.addSymptom, [byPlanState], async ({ op, participant, body }) => ({
    status: 200,
    body: presentSymptom(await addSymptom(op, participant.id, body.symptom)),
  })),

  deleteSymptom: forSaving(calls.deleteSymptom, [byPlanState], async ({ op, participant, body }) => {
    await removeSymptom(op, participant.id, body.id);
    return { status: 204 };
  }),

  saveSymptom: forSaving(calls.saveSymptom, [byPlanState], async ({ op, participant, body }) => ({
    status: 200,
    body: presentSymptom(await flagSymptom(op, participant.id, body.symptom)),
  })),

  saveRecord: forSaving(calls.saveRecord, [], async ({ op, participant, body, timeZone }) => {
    const state = await checkRecordAllowed(op, participant, body.recordedAt);
    const saved = await saveRecord(op, participant.id, body, timeZone);
    if (state === 'chosen') await startPlan(op, participant.id, saved.record.localDate);
    return { status: 200, body: saved };
  }),
};
