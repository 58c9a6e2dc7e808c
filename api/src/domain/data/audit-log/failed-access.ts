import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import type { Actor } from '../../core/audit/record-audit-event.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';

export const FAILED_ACCESS = [
  'session.log-in-failed',
  'session.locked-out',
  'session.password-check-failed',
  'staff.log-in-failed',
  'staff.locked-out',
  'staff.password-check-failed',
  'staff.right-refused',
] as const;
export type FailedAccess = (typeof FAILED_ACCESS)[number];

/** Whose account it was is logged in, so that the attempt is theirs or of the person before their screen. */
const BY_THE_ACCOUNT: Partial<Record<FailedAccess, 'participant' | 'staff'>> = {
  'session.password-check-failed': 'participant',
  'staff.password-check-failed': 'staff',
  'staff.right-refused': 'staff',
};

const QUARTER_HOUR_MS = 15 * 60_000;
/** Events written in one transaction, which holds the log's lock. */
const BATCH = 50;

interface Attempt {
  type: FailedAccess;
  /** The id of the participant or member of staff whose account it was. */
  account: string;
  /** A mark of the network, which discloses no address. */
  network: string;
  now: Date;
}

/** Counts an attempt. It does not lock the log, so that many attempts delay no save. */
export async function countFailedAccess(
  em: EntityManager,
  { type, account, network, now }: Attempt,
): Promise<void> {
  const beganAt = new Date(Math.floor(now.getTime() / QUARTER_HOUR_MS) * QUARTER_HOUR_MS);
  await query(em)
    .insertInto('failed_access')
    .values({ type, account, network, began_at: beganAt, count: 1 })
    .onConflict((known) =>
      known
        .columns(['type', 'account', 'network', 'began_at'])
        .doUpdateSet({ count: sql`failed_access.count + 1` }),
    )
    .execute();
}

/** Writes one event for each account, network and quarter of an hour that is over. */
export async function recordFailedAccess(op: Operation): Promise<void> {
  let written: number;
  do {
    written = await inTransaction(op, recordBatch);
  } while (written === BATCH);
}

async function recordBatch(op: Operation): Promise<number> {
  const over = new Date(op.now.getTime() - QUARTER_HOUR_MS);
  const counts = await op.db.execute<
    { type: FailedAccess; account: string; network: string; beganAt: Date; count: number }[]
  >(
    `delete from failed_access where ctid in (
       select ctid from failed_access where began_at <= ? order by began_at limit ? for update skip locked)
     returning type, account, network, began_at as "beganAt", count`,
    [over, BATCH],
  );
  for (const { type, account, network, beganAt, count } of counts) {
    const kind = BY_THE_ACCOUNT[type];
    const actor: Actor = kind ? `${kind}:${account}` : 'visitor';
    const from = beganAt.toISOString();
    await { ...op, actor, requestId: randomUUID() }.audit(type, account, { after: { count, from, network } });
  }
  return counts.length;
}
