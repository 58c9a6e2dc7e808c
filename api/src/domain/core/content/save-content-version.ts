import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import type { ContentFile } from './content.schema.ts';
import type { Content } from './load-content.ts';

/** Keeps which content a server started with, word for word, and when that was first. Replicas that start at once agree. */
export async function saveContentVersion(
  em: EntityManager,
  { version, versions, sources }: Pick<Content, 'version' | 'versions' | 'sources'>,
  now: Date,
): Promise<void> {
  const files = Object.entries(versions) as [ContentFile, string][];
  await query(em)
    .insertInto('content_file')
    .values(files.map(([file, hash]) => ({ hash, text: sources[file] })))
    .onConflict((known) => known.doNothing())
    .execute();
  await query(em)
    .insertInto('content_version')
    .values({ version, files: versions, first_seen_at: now })
    .onConflict((known) => known.doNothing())
    .execute();
}
