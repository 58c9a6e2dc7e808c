import type { EntityManager } from '../../../platform/database/orm.ts';

/** A consent form that participants who take part agreed to last. */
export interface ConsentUse {
  hash: string;
  version: string;
  participants: number;
}

/** The text that a participant of the table `p` agreed to last. */
export const NEWEST_TEXT_SQL =
  '(select c.text_hash from consent c where c.participant_id = p.id order by c.id desc limit 1)';

/** Each version of the consent form that someone agreed to, the newest first, with how many who take part agreed to it last. */
export const findConsentUse = (em: EntityManager): Promise<ConsentUse[]> =>
  em.execute<ConsentUse[]>(
    `select t.hash, t.version, count(p.id)::int as participants
     from consent_text t
     left join participant p on p.consent_agree and ${NEWEST_TEXT_SQL} = t.hash
     where exists (select 1 from consent c where c.text_hash = t.hash)
     group by t.hash, t.version
     order by (select min(c.agreed_at) from consent c where c.text_hash = t.hash) desc`,
  );
