import type { EntityManager } from '../../platform/database/orm.ts';
import type { Content } from './load-content.ts';

/** Keeps which content a server started with, and when that was first. Replicas that start at once agree. */
export async function saveContentVersion(
  em: EntityManager,
  { version, versions }: Pick<Content, 'version' | 'versions'>,
  now: Date,
): Promise<void> {
  await em.execute(
    'insert into content_version (version, files, first_seen_at) values (?, ?::jsonb, ?) on conflict do nothing',
    [version, JSON.stringify(versions), now],
  );
}
