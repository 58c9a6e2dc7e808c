import type { EntityManager } from '../../platform/database/orm.ts';
import { query } from '../../platform/database/query.ts';
import type { Content } from './load-content.ts';

/** Keeps which content a server started with, and when that was first. Replicas that start at once agree. */
export async function saveContentVersion(
  em: EntityManager,
  { version, versions }: Pick<Content, 'version' | 'versions'>,
  now: Date,
): Promise<void> {
  await query(em)
    .insertInto('content_version')
    .values({ version, files: versions, first_seen_at: now })
    .onConflict((known) => known.doNothing())
    .execute();
}
