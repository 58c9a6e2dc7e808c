import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import type { Content } from '../../core/content/load-content.ts';
import { Participant } from '../../people/participants/participant.entity.ts';

interface FileVersion {
  file: string;
  /** SHA-256 of the file's bytes. */
  hash: string;
  firstSeenAt: Date;
  /** How many participants signed up while it was loaded. */
  participants: number;
  isLoaded: boolean;
}

export interface ContentUse {
  /** By file in the content's order, the newest version of each first. */
  versions: FileVersion[];
  /** How many signed up before versions were recorded. */
  unknown: number;
}

/** Each version of each content file that a server has ever started with, and who started under it. */
export async function findContentUse(em: EntityManager, content: Content): Promise<ContentUse> {
  const rows = await query(em)
    .selectFrom('content_version as v')
    .crossJoin(sql<{ key: string; value: string }>`jsonb_each_text(v.files)`.as('f'))
    .leftJoin('participant as p', 'p.content_version', 'v.version')
    .select(({ fn }) => [
      'f.key as file',
      'f.value as hash',
      fn.min('v.first_seen_at').as('firstSeenAt'),
      fn.count<number>('p.id').as('participants'),
    ])
    .groupBy(['f.key', 'f.value'])
    .orderBy('firstSeenAt', 'desc')
    .execute();
  const unknown = await em.count(Participant, { contentVersion: null });
  const versions = Object.entries(content.versions).flatMap(([file, loaded]) =>
    rows.filter((row) => row.file === file).map((row) => ({ ...row, isLoaded: row.hash === loaded })),
  );
  return { versions, unknown };
}
