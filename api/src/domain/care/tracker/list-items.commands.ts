import type { Category } from '@stepwise/shared-contracts/entities/tracker';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Activity, Symptom } from './tracker-list.entities.ts';
import { checkMayGo, checkRoom } from './tracker-lists.ts';

/** Adds an activity to a participant's list. Throws unprocessable for a list that is full. */
export async function addActivity(op: Operation, participant: string, text: string): Promise<Activity> {
  await checkRoom(op.db, participant, null);
  const activity = op.db.create(Activity, { participant, text });
  await op.db.flush();
  await op.audit('activity.added', participant, { after: { id: activity.id, text } });
  return activity;
}

/** Takes an activity off the list. Throws not-found. */
export async function removeActivity(op: Operation, participant: string, id: number): Promise<void> {
  const activity = await op.db.findOne(Activity, { id, participant });
  if (!activity) throw notFound();
  if (activity.removedAt) return;
  activity.removedAt = op.now;
  await op.audit('activity.removed', participant, { before: { id, text: activity.text } });
}

/** Adds a symptom to a participant's list of its category. Throws unprocessable for a list that is full. */
export async function addSymptom(
  op: Operation,
  participant: string,
  { text, category }: { text: string; category: Category },
): Promise<Symptom> {
  await checkRoom(op.db, participant, category);
  const symptom = op.db.create(Symptom, { participant, text, category });
  await op.db.flush();
  await op.audit('symptom.added', participant, { after: { id: symptom.id, text, category } });
  return symptom;
}

/** Takes a symptom off its list. Throws not-found, and unprocessable for one of self-harm. */
export async function removeSymptom(op: Operation, participant: string, id: number): Promise<void> {
  const symptom = await op.db.findOne(Symptom, { id, participant });
  if (!symptom) throw notFound();
  checkMayGo(op, symptom);
  if (symptom.removedAt) return;
  const { text, category } = symptom;
  symptom.removedAt = op.now;
  await op.audit('symptom.removed', participant, { before: { id, text, category } });
}

/** Sets or clears a symptom's flag of a warning sign. Throws not-found, and unprocessable where self-harm loses it. */
export async function flagSymptom(
  op: Operation,
  participant: string,
  { id, redflag }: { id: number; redflag: boolean },
): Promise<Symptom> {
  const symptom = await op.db.findOne(Symptom, { id, participant, removedAt: null });
  if (!symptom) throw notFound();
  if (!redflag) checkMayGo(op, symptom);
  if (symptom.redflag !== redflag) {
    const { text } = symptom;
    await op.audit('symptom.flagged', participant, {
      before: { id, text, redflag: symptom.redflag },
      after: { id, text, redflag },
    });
    symptom.redflag = redflag;
  }
  return symptom;
}
