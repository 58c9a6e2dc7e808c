import type { EntityManager } from '../../platform/database/orm.ts';
import type { Content } from './load-content.ts';

export interface FileVersion {
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
  /** How many signed up before versions were kept. */
  unknown: number;
}

/** Each version of each content file that a server has ever started with, and who started under it. */
export async function findContentUse(em: EntityManager, content: Content): Promise<ContentUse> {
  const rows = await em.execute<(Omit<FileVersion, 'firstSeenAt' | 'isLoaded'> & { firstSeenAt: string })[]>(
    `with started as (select content_version as version, count(*)::int as people
                      from participant where content_version is not null group by content_version)
     select f.key as file, f.value as hash, min(v.first_seen_at) as "firstSeenAt",
       coalesce(sum(s.people), 0)::int as participants
     from content_version v cross join jsonb_each_text(v.files) f left join started s on s.version = v.version
     group by f.key, f.value order by min(v.first_seen_at) desc`,
  );
  const [unknown] = await em.execute<{ people: number }[]>(
    'select count(*)::int as people from participant where content_version is null',
  );
  const versions = Object.entries(content.versions).flatMap(([file, loaded]) =>
    rows
      .filter((row) => row.file === file)
      .map((row) => ({
        ...row,
        firstSeenAt: new Date(row.firstSeenAt),
        isLoaded: row.hash === loaded,
      })),
  );
  return { versions, unknown: unknown?.people ?? 0 };
}
