import { query } from '../../../platform/database/query.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { lockAuditLog } from '../../core/audit/record-audit-event.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { notifyOfChange } from '../account-notices/send-account-notice.job.ts';
import { endActingIn } from '../sessions/end-acting.command.ts';
import { SessionRow } from '../sessions/session.entity.ts';
import { lockStaff } from './second-factor.command.ts';

/** A browser in which a member of staff is logged in. */
export interface StaffSession {
  /** Names the session in a form. It opens none: the browser's cookie has what this is the hash of. */
  keyHash: string;
  /** Browser and system in plain words; null where the session began before they were stored. */
  browser: string | null;
  loggedInAt: Date;
  /** To the minute. */
  lastUsedAt: Date;
  isActing: boolean;
  isCurrent: boolean;
}

interface Viewed {
  staffId: string;
  /** The session that asks. */
  current: string;
  /** How long a session lasts without use, and at most. */
  idleMs: number;
  absoluteMs: number;
}

/** The sessions of a member of staff that go on: the one that asks first, then those used last. */
export async function findStaffSessions(
  { db, now }: Operation,
  { staffId, current, idleMs, absoluteMs }: Viewed,
): Promise<StaffSession[]> {
  const rows = await query(db)
    .selectFrom('session')
    .select(['key_hash', 'data', 'expires_at'])
    .where('staff_id', '=', staffId)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .orderBy('key_hash')
    .execute();
  return rows
    .filter(({ data }) => data.staffId && data.startedAt + absoluteMs > now.getTime())
    .map(({ key_hash, data, expires_at }) => ({
      keyHash: key_hash,
      browser: data.browser ?? null,
      loggedInAt: new Date(data.startedAt),
      lastUsedAt: new Date(Math.max(expires_at.getTime() - idleMs, data.startedAt)),
      isActing: data.acting !== undefined,
      isCurrent: key_hash === current,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

interface EndedSessions {
  staffId: string;
  /** The session that asks, which goes on. */
  current: string;
  /** One session; all others where it is left out, log-ins that wait for a code included. */
  keyHash?: string;
}

/**
 * Ends one other session of a member of staff, or all others, acting in them included, and notifies them. Says how many. Throws
 * unprocessable where the one is none of theirs, or has ended.
 */
export const endOtherSessions = (
  op: Operation,
  { staffId, current, keyHash }: EndedSessions,
): Promise<number> =>
  inTransaction(op, async (op) => {
    await lockStaff(op.db, staffId);
    await lockAuditLog(op.db);
    const others = await op.db.find(SessionRow, {
      $and: [{ staff: staffId }, { keyHash: { $ne: current } }, ...(keyHash ? [{ keyHash }] : [])],
    });
    if (keyHash && others.length === 0)
      throw new AppError('unprocessable', 'This session has ended already.');
    for (const other of others) await endActingIn(op, other.keyHash);
    await op.db.nativeDelete(SessionRow, { keyHash: { $in: others.map((other) => other.keyHash) } });
    if (others.length > 0) {
      await op.audit('staff.sessions-ended', staffId, { after: { count: others.length } });
      await notifyOfChange(op, 'logged-out-elsewhere', { staff: staffId });
    }
    return others.length;
  });
