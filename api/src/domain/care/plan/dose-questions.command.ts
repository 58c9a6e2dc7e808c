import { randomUUID } from 'node:crypto';
import { notFound } from '../../../platform/errors/app-error.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { DoseQuestion } from './dose-question.entity.ts';

/** Puts a question about a dose into the team's list. One for the same reason that still waits is left as it is. */
export async function askAboutDose(
  op: Operation,
  participant: string,
  reason: DoseQuestion['reason'],
): Promise<void> {
  if (await op.db.findOne(DoseQuestion, { participant, reason, closedAt: null })) return;
  op.db.create(DoseQuestion, { id: randomUUID(), participant, reason, day: op.today, askedAt: op.now });
  await op.db.flush();
  await op.audit('dose-question.asked', participant, { after: { reason } });
}

/** Closes a question once the team has talked with the participant. A closed one stays closed; throws not-found. */
export async function closeDoseQuestion(
  op: Operation,
  participant: string,
  id: string,
  staffId: string,
): Promise<void> {
  const question = await op.db.findOne(DoseQuestion, { id, participant });
  if (!question) throw notFound();
  if (question.closedAt) return;
  Object.assign(question, { closedAt: op.now, closedBy: staffId });
  await op.db.flush();
  await op.audit('dose-question.closed', participant, { after: { reason: question.reason } });
}
