import type { ConsentReceipt } from '@stepwise/shared-contracts/entities/consent';
import type { EntityManager } from '../../platform/database/orm.ts';
import { query } from '../../platform/database/query.ts';

export async function findLatestConsent(
  em: EntityManager,
  participantId: string,
): Promise<ConsentReceipt | null> {
  const consent = await query(em)
    .selectFrom('consent as c')
    .innerJoin('consent_text as t', 't.hash', 'c.text_hash')
    .select(['t.version', 't.hash', 'c.agreed_at as agreedAt'])
    .where('c.participant_id', '=', participantId)
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return consent ? { ...consent, agreedAt: consent.agreedAt.toISOString() } : null;
}
