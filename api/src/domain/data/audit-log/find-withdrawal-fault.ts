import type { EntityManager } from '../../../platform/database/orm.ts';
import type { AuditFault } from './verify-audit-log.ts';

/** The deletion screen promises it. */
const ERASURE_TIMEOUT = `interval '7 days'`;

/** Compares the withdrawals of the log with the participants, their values and the receipts, all at one moment. */
const FIND_FAULTS = `
  with chosen as (
    select e.id, e.subject, v.after->>'choice' as choice from audit_event e join audit_values v on v.event_id = e.id
    where e.type = 'data-consent.chosen'
  )
  select min(chosen.id) as id, 'it withdraws a participant who is still there' as reason
    from chosen join participant p on p.id = subject where choice <> 'agree'
  union all select min(id), 'it withdraws a participant, and the database did not carry it out'
    from chosen left join withdrawal w using (subject) where chosen.choice <> 'agree' and w.subject is null
  union all select min(id), 'its participant is gone without a withdrawal'
    from audit_event e where type = 'account.registered'
      and not exists (select from participant p where p.id = e.subject)
      and not exists (select from withdrawal w where w.subject = e.subject)
  union all select min(e.id), 'its values are there more than seven days after the withdrawal'
    from withdrawal w join audit_event e on e.subject = w.subject join audit_values v on v.event_id = e.id
    where e.type not in ('data-consent.chosen', 'data-consent.carried-out') and (v.before is not null or v.after is not null)
      and w.at < (select at from audit_event order by id desc limit 1) - ${ERASURE_TIMEOUT}
  union all select coalesce((select max(id) from chosen), 0), 'the receipts are not as many as the withdrawals'
    where (select count(*) from data_consent_receipt) <> (select count(*) from chosen)
  order by id nulls last limit 1`;

/** The first event that they contradict; null where they agree. */
export async function findWithdrawalFault(em: EntityManager): Promise<AuditFault | null> {
  const [fault] = await em.execute<{ id: number | null; reason: string }[]>(FIND_FAULTS);
  return fault?.id == null ? null : { id: fault.id, reason: fault.reason };
}
