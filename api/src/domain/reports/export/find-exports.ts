import type { EntityManager } from '../../../platform/database/orm.ts';
import { Signature } from '../../people/signatures/signature.entity.ts';

export interface PastExport {
  at: Date;
  /** The member of staff's name; null once their account is gone. */
  staff: string | null;
  reason: string;
  isMasked: boolean;
  /** How it ended; null while it runs, and for ever when the server was killed meanwhile. */
  end: 'finished' | 'cut-off' | null;
  participants: number | null;
  sha256: string | null;
  /** Null for one that was cut off, or made before exports were signed. */
  signature: { name: string; signedAt: Date; meaning: string; hash: string } | null;
}

/** The exports in the audit log, the newest first. */
export async function findExports(
  em: EntityManager,
  limit: number,
  { isMaskedOnly }: { isMaskedOnly: boolean },
): Promise<PastExport[]> {
  const rows = await em.execute<(Omit<PastExport, 'signature'> & { release: string | null })[]>(
    `select s.at, staff.name as staff, sv.after->>'reason' as reason, coalesce((sv.after->>'masked')::boolean, false) as "isMasked", substr(e.type, 8) as end,
       (ev.after->'counts'->>'participants')::int as participants, ev.after->>'sha256' as sha256, ev.after->>'release' as release
     from audit_event s
     join audit_values sv on sv.event_id = s.id
     left join staff on 'staff:' || staff.id = s.actor
     left join audit_event e on e.request_id = s.request_id and e.type in ('export.finished', 'export.cut-off')
     left join audit_values ev on ev.event_id = e.id
     where s.type = 'export.started' and (sv.after->>'masked' = 'true' or not ?) order by s.id desc limit ?`,
    [isMaskedOnly, limit],
  );
  const targets = rows.flatMap(({ release }) => release ?? []);
  const signatures = await em.find(Signature, { kind: 'data-release', target: targets });
  return rows.map(({ release, ...row }) => ({
    ...row,
    signature: signatures.find(({ target }) => target === release) ?? null,
  }));
}
