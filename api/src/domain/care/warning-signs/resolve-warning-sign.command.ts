import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { type WarningAction, WarningSign, WarningStep } from './warning-sign.entities.ts';

/** Records that a member of staff saw the newest record of the day, once. */
export const recordWarningView = (
  op: Operation,
  staffId: string,
  { id, date, participant, newestAt }: WarningSign,
): Promise<void> =>
  inTransaction(op, async (op) => {
    await lockParticipantOf(op.db, id);
    const seen = await op.db.count(WarningStep, { sign: id, staff: staffId, at: { $gte: newestAt } });
    if (seen > 0) return;
    op.db.create(WarningStep, { sign: id, staff: staffId, at: op.now });
    await op.db.flush();
    await op.audit('warning-sign.looked-at', participant, { after: { date } });
  });

/**
 * Locks the participant's row, as every save of theirs does before the audit log's lock: a check-up or a withdrawal at
 * the same moment comes before this or after it. Throws not-found when the sign was erased.
 */
async function lockParticipantOf(tx: EntityManager, signId: string): Promise<void> {
  const locked = await query(tx)
    .selectFrom('participant')
    .select('id')
    .where('id', '=', (of) =>
      of.selectFrom('warning_sign as w').select('w.participant_id').where('w.id', '=', signId),
    )
    .forUpdate()
    .execute();
  if (locked.length === 0) throw notFound();
}

interface WarningResponse {
  staffId: string;
  action: WarningAction;
  note: string;
  /** The newest record that the form was about. */
  newestAt: Date;
}

/**
 * Saves what was done about a warning sign, and takes it out of the queue, or puts it back when the participant was not
 * reached. False, with nothing saved, when a newer record arrived since the form was shown. Throws not-found.
 */
export const resolveWarningSign = (
  op: Operation,
  id: string,
  { staffId, action, note, newestAt }: WarningResponse,
): Promise<boolean> =>
  inTransaction(op, async (op) => {
    await lockParticipantOf(op.db, id);
    const sign = await op.db.findOne(WarningSign, { id }, { refresh: true });
    if (!sign) throw notFound();
    if (sign.newestAt.getTime() !== newestAt.getTime()) return false;
    op.db.create(WarningStep, { sign: id, staff: staffId, at: op.now, action, note });
    sign.closedAt = action === 'not-reached' ? null : op.now;
    await op.db.flush();
    await op.audit('warning-sign.dealt-with', sign.participant, { after: { date: sign.date, action, note } });
    return true;
  });

interface JointResponse extends Omit<WarningResponse, 'newestAt'> {
  /** The days that the form was about, each with its newest record. */
  days: readonly { id: string; newestAt: Date }[];
}

/**
 * The same for several days of one participant at once. False, with nothing saved, when one of them has a newer record
 * since the form was shown. Throws not-found, also where a day is not the participant's.
 */
export const resolveWarningSigns = (
  op: Operation,
  participantId: string,
  { days, ...response }: JointResponse,
): Promise<boolean> =>
  inTransaction(op, async (op) => {
    await lockParticipant(op.db, participantId);
    const isTheirs = { id: days.map(({ id }) => id), participant: participantId };
    const signs = await op.db.find(WarningSign, isTheirs, { refresh: true });
    const newest = new Map(days.map(({ id, newestAt }) => [id, newestAt.getTime()]));
    if (signs.length !== newest.size) throw notFound();
    if (signs.some((sign) => sign.newestAt.getTime() !== newest.get(sign.id))) return false;
    for (const { id, newestAt } of signs) await resolveWarningSign(op, id, { ...response, newestAt });
    return true;
  });
