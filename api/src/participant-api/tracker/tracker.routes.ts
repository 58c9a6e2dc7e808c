import * as calls from '@stepwise/shared-contracts/calls/tracker.calls';
import { startPlan } from '../../domain/care/plan/start-plan.command.ts';
import { saveRecord } from '../../domain/care/tracker/save-record.command.ts';
import { Activity, Symptom } from '../../domain/care/tracker/tracker-list.entities.ts';
import { checkMayGo, checkRoom, presentSymptom } from '../../domain/care/tracker/tracker-lists.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { byPlanState } from '../route/policies.ts';
import { forSaving } from '../route/route.ts';
import { checkRecordAllowed } from './check-record-allowed.ts';

export const trackerRoutes = {
  addActivity: forSaving(calls.addActivity, [byPlanState], async ({ op, participant, body }) => {
    const { text } = body.activity;
    await checkRoom(op.db, participant.id, null);
    const activity = op.db.create(Activity, { participant: participant.id, text });
    await op.db.flush();
    await op.audit('activity.added', participant.id, { after: { id: activity.id, text } });
    return { status: 200, body: { id: activity.id } };
  }),

  deleteActivity: forSaving(calls.deleteActivity, [byPlanState], async ({ op, participant, body }) => {
    const activity = await op.db.findOne(Activity, { id: body.id, participant: participant.id });
    if (!activity) throw notFound();
    if (!activity.removedAt) {
      activity.removedAt = op.now;
      await op.audit('activity.removed', participant.id, {
        before: { id: activity.id, text: activity.text },
      });
    }
    return { status: 204 };
  }),

  addSymptom: forSaving(calls.addSymptom, [byPlanState], async ({ op, participant, body }) => {
    await checkRoom(op.db, participant.id, body.symptom.category);
    const symptom = op.db.create(Symptom, { participant: participant.id, ...body.symptom });
    await op.db.flush();
    await op.audit('symptom.added', participant.id, { after: { id: symptom.id, ...body.symptom } });
    return { status: 200, body: presentSymptom(symptom) };
  }),

  deleteSymptom: forSaving(calls.deleteSymptom, [byPlanState], async ({ op, participant, body }) => {
    const symptom = await op.db.findOne(Symptom, { id: body.id, participant: participant.id });
    if (!symptom) throw notFound();
    checkMayGo(op, symptom);
    if (!symptom.removedAt) {
      const { id, text, category } = symptom;
      symptom.removedAt = op.now;
      await op.audit('symptom.removed', participant.id, { before: { id, text, category } });
    }
    return { status: 204 };
  }),

  saveSymptom: forSaving(calls.saveSymptom, [byPlanState], async ({ op, participant, body }) => {
    const { id, redflag } = body.symptom;
    const symptom = await op.db.findOne(Symptom, { id, participant: participant.id, removedAt: null });
    if (!symptom) throw notFound();
    if (!redflag) checkMayGo(op, symptom);
    if (symptom.redflag !== redflag) {
      const { text } = symptom;
      await op.audit('symptom.flagged', participant.id, {
        before: { id, text, redflag: symptom.redflag },
        after: { id, text, redflag },
      });
      symptom.redflag = redflag;
    }
    return { status: 200, body: presentSymptom(symptom) };
  }),

  saveRecord: forSaving(calls.saveRecord, [], async ({ op, participant, body, timeZone }) => {
    const state = await checkRecordAllowed(op, participant, body.recordedAt);
    const saved = await saveRecord(op, participant.id, body, timeZone);
    if (state === 'chosen') await startPlan(op, participant.id, saved.record.localDate);
    return { status: 200, body: saved };
  }),
};
