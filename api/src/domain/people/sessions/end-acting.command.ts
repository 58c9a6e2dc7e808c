import { lockAuditLog } from '../../core/audit/record-audit-event.ts';
import { createOperation, inTransaction, type Operation } from '../../core/operation/operation.ts';

/** The sessions in which acting ends: one session, or all of a member of staff or for a participant. */
interface ActingSessions {
  column: 'key_hash' | 'staff_id' | 'participant_id';
  value: string;
  /** Its time is up, or its session's: no actor ended it. */
  ranOut?: boolean;
}

interface EndedActing {
  staffId: string;
  participantId: string;
  /** Its time was up before, and no request had noticed. */
  ranOut: boolean;
}

/**
 * Ends acting and writes the audit events of it, in one transaction. The member of staff stays logged in, and their next
 * page says that they no longer act; what they searched for is erased, as at log-out. Of several requests that end it at
 * once, one finds it and writes the event: it is looked for under the audit log's lock. True where there was any.
 */
export const endActing = (
  op: Operation,
  { column, value, ranOut = false }: ActingSessions,
): Promise<boolean> =>
  inTransaction(op, async (op) => {
    await lockAuditLog(op.db);
    const ended = await op.db.execute<EndedActing[]>(
      `with acting as (
         select key_hash, staff_id, participant_id,
           expires_at <= ? or (data->'acting'->>'until')::bigint <= ? as ran_out
         from session where ${column} = ? and staff_id is not null and participant_id is not null)
       update session s
       set data = (s.data - '{acting,participantId,participantFilter,auditFilter}'::text[]) || '{"ended": "acting"}',
         participant_id = null, survey_answers = '{}'
       from acting a where s.key_hash = a.key_hash
       returning a.staff_id as "staffId", a.participant_id as "participantId", a.ran_out as "ranOut"`,
      [op.now, op.now.getTime(), value],
    );
    for (const acting of ended) await recordEnd(op, { ...acting, ranOut: ranOut || acting.ranOut });
    return ended.length > 0;
  });

async function recordEnd(op: Operation, { staffId, participantId, ranOut }: EndedActing): Promise<void> {
  // Operations of their own: what a door checks of those who still act is past.
  const own = createOperation({ ...op, actor: `staff:${staffId}`, onBehalfOf: participantId });
  if (ranOut) await own.audit('acting.ended', participantId, { after: { byItself: true } });
  else if (op.actor === own.actor) await own.audit('acting.ended', participantId, {});
  else
    await createOperation({ ...op, onBehalfOf: null }).audit('acting.ended', participantId, {
      after: { staffId },
    });
}

/** Ends acting in one session. False where it does not act, or another request was first. */
export const endActingIn = (op: Operation, keyHash: string): Promise<boolean> =>
  endActing(op, { column: 'key_hash', value: keyHash });
