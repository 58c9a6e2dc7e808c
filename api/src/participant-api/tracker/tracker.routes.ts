import * as calls from '@stepwise/shared-contracts/calls/tracker.calls';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { saveRecord } from '../../domain/tracker/save-record.command.ts';
import { Activity, Symptom } from '../../domain/tracker/tracker-list.entities.ts';
import { presentSymptom } from '../../domain/tracker/tracker-lists.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { fromHomeStep, inReductionArm, whileAgreed } from '../route/policies.ts';
import { forSaving } from '../route/route.ts';

export const trackerRoutes = {
  addActivity: forSaving(calls.addActivity, [inReductionArm], async ({ em, participant, body, audit }) => {
    const { text } = body.activity;
    const activity = em.create(Activity, { participant: participant.id, text });
    await em.flush();
    await audit('activity.added', { after: { id: activity.id, text } });
    return { status: 200, body: { id: activity.id } };
  }),

  deleteActivity: forSaving(
    calls.deleteActivity,
    [inReductionArm],
    async ({ em, participant, body, now, audit }) => {
      const activity = await em.findOne(Activity, { id: body.id, participant: participant.id });
      if (!activity) throw notFound();
      if (!activity.removedAt) {
        activity.removedAt = now;
        await audit('activity.removed', { before: { id: activity.id, text: activity.text } });
      }
      return { status: 204 };
    },
  ),

  addSymptom: forSaving(calls.addSymptom, [inReductionArm], async ({ em, participant, body, audit }) => {
    const symptom = em.create(Symptom, { participant: participant.id, ...body.symptom });
    await em.flush();
    await audit('symptom.added', { after: { id: symptom.id, ...body.symptom } });
    return { status: 200, body: presentSymptom(symptom) };
  }),

  deleteSymptom: forSaving(
    calls.deleteSymptom,
    [inReductionArm],
    async ({ em, participant, body, now, audit }) => {
      const symptom = await em.findOne(Symptom, { id: body.id, participant: participant.id });
      if (!symptom) throw notFound();
      if (!symptom.removedAt) {
        const { id, text, category } = symptom;
        symptom.removedAt = now;
        await audit('symptom.removed', { before: { id, text, category } });
      }
      return { status: 204 };
    },
  ),

  saveSymptom: forSaving(calls.saveSymptom, [inReductionArm], async ({ em, participant, body, audit }) => {
    const { id, redflag } = body.symptom;
    const symptom = await em.findOne(Symptom, { id, participant: participant.id, removedAt: null });
    if (!symptom) throw notFound();
    if (symptom.redflag !== redflag) {
      await audit('symptom.flagged', { before: { id, redflag: symptom.redflag }, after: { id, redflag } });
      symptom.redflag = redflag;
    }
    return { status: 200, body: presentSymptom(symptom) };
  }),

  saveRecord: forSaving(
    calls.saveRecord,
    [inReductionArm, fromHomeStep(HOME_STEP.timeline), whileAgreed],
    async (request) => ({
      status: 200,
      body: await saveRecord(request),
    }),
  ),
};
