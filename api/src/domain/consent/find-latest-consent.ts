import type { ConsentReceipt } from '@stepwise/shared-contracts/entities/consent';
import type { EntityManager } from '../../platform/database/orm.ts';

export async function findLatestConsent(
  em: EntityManager,
  participantId: string,
): Promise<ConsentReceipt | null> {
  const [consent] = await em.execute<{ version: string; hash: string; agreedAt: Date }[]>(
    `select t.version, t.hash, c.agreed_at as "agreedAt"
     from consent c join consent_text t on t.hash = c.text_hash
     where c.participant_id = ? order by c.id desc limit 1`,
    [participantId],
  );
  return consent
    ? { version: consent.version, hash: consent.hash, agreedAt: consent.agreedAt.toISOString() }
    : null;
}
