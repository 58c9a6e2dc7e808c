import type { ConsentReceipt } from '@stepwise/shared-contracts/entities/consent';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { isoInstant, readValues, subquery } from '../../../platform/database/query.ts';
import { Consent, ConsentText } from './consent.entities.ts';

/** What a participant agreed to last, or null; a value for `readValues`. */
export const selectLatestConsent = (participant: string) =>
  jsonObjectFrom(
    subquery
      .selectFrom('consent as c')
      .innerJoin('consent_text as t', 't.hash', 'c.text_hash')
      .select(['t.version', 't.hash', isoInstant('c.agreed_at').as('agreedAt')])
      .where('c.participant_id', '=', participant)
      .orderBy('c.id', 'desc')
      .limit(1),
  );

export const findLatestConsent = async (
  em: EntityManager,
  participant: string,
): Promise<ConsentReceipt | null> =>
  (await readValues(em, { consent: selectLatestConsent(participant) })).consent;

/** The form that a participant agreed to last, as it was then; undefined where they agreed to none. */
export async function findTextAgreedTo(em: EntityManager, participant: string): Promise<Article | undefined> {
  const latest = await em.findOne(Consent, { participant }, { orderBy: { id: 'desc' } });
  return latest ? (await em.findOneOrFail(ConsentText, { hash: latest.text })).article : undefined;
}
