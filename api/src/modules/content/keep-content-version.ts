import type { Content } from '../../content/load-content.ts';
import type { EntityManager } from '../../database/orm.ts';

/** Keeps which content a server started with, and when that was first. Replicas that start at once agree. */
export async function keepContentVersion(
  em: EntityManager,
  { version, versions }: Pick<Content, 'version' | 'versions'>,
  now: Date,
): Promise<void> {
  await em.execute(
    'insert into content_version (version, files, first_seen_at) values (?, ?::jsonb, ?) on conflict do nothing',
    [version, JSON.stringify(versions), now],
  );
}
