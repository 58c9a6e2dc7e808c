import type { EntityManager } from '../../../platform/database/orm.ts';
import type { Participant } from '../participants/participant.entity.ts';

/** An address that members of staff gave an account while acting, and that is not confirmed yet. */
export interface UnconfirmedAddress {
  /** Who changed it since it was last the participant's. */
  changedBy: string[];
  /** When they last did. */
  changedAt: Date;
}

/**
 * Whether the account's address is known to be the participant's, by the audit log. It is not while it was changed in
 * their place, and they have neither logged in since, which takes the new address and their password, nor had it
 * confirmed by another member of staff. Null where nothing is doubtful.
 */
export async function findUnconfirmedAddress(
  em: EntityManager,
  { id, email }: Pick<Participant, 'id' | 'email'>,
): Promise<UnconfirmedAddress | null> {
  const changes = await em.execute<{ staffId: string; at: Date; former: string | null }[]>(
    `select substr(e.actor, 7) as "staffId", e.at, v.before->>'email' as former
     from audit_event e join audit_values v on v.event_id = e.id
     where e.subject = ? and e.type = 'details.changed' and e.on_behalf_of is not null
       and v.before->>'email' is distinct from v.after->>'email'
       and e.id > coalesce((select max(known.id) from audit_event known
         where known.subject = ? and known.type in ('session.logged-in', 'address.confirmed')), 0)
     order by e.id`,
    [id, id],
  );
  const [first] = changes;
  const last = changes.at(-1);
  if (!first || !last || first.former === email) return null;
  return { changedBy: [...new Set(changes.map(({ staffId }) => staffId))], changedAt: last.at };
}
