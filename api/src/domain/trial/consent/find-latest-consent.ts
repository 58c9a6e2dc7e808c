import type { ConsentReceipt } from '@stepwise/shared-contracts/entities/consent';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { isoInstant, readValues, subquery } from '../../../platform/database/query.ts';

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
