import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';

/** A visible page asks every 15 seconds; one that has not asked for this time is closed or hidden. */
const OPEN_FOR_MS = 60_000;
/** A page that shows the same as before is written down this often. */
const NOTED_EVERY_MS = 20_000;

interface OpenPageNote {
  page: string;
  /** By package. */
  shows: ReadonlyMap<string, string>;
}

/** Notes which releases an open page shows. */
export async function noteOpenPage(
  em: EntityManager,
  { page, shows }: OpenPageNote,
  at: Date,
): Promise<void> {
  const text = [...shows].map(([name, version]) => `${name}@${version}`).join(',');
  await query(em)
    .insertInto('open_page')
    .values({ id: page, shows: text, seen_at: at })
    .onConflict((known) =>
      known
        .column('id')
        .doUpdateSet({ shows: text, seen_at: at })
        .where(({ eb, or }) =>
          or([
            eb('open_page.shows', '!=', text),
            eb('open_page.seen_at', '<', new Date(at.getTime() - NOTED_EVERY_MS)),
          ]),
        ),
    )
    .execute();
}

/** The open pages that show a release of a package, and which. */
export async function findOpenPages(
  em: EntityManager,
  name: string,
  now: Date,
): Promise<{ page: string; version: string }[]> {
  const rows = await query(em)
    .selectFrom('open_page')
    .select(['id', 'shows'])
    .where('seen_at', '>', new Date(now.getTime() - OPEN_FOR_MS))
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id, shows }) => {
    const version = parseShows(shows).get(name);
    return version ? [{ page: id, version }] : [];
  });
}

/** `mf-plan@1.0.0,shell@2.0.0` by package; what is not understood is left out. */
export const parseShows = (text: string): Map<string, string> =>
  new Map(
    text.split(',').flatMap((each) => {
      const [, name, version] = /^([a-z][a-z0-9-]{0,63})@([\w.+-]{1,64})$/.exec(each) ?? [];
      return name && version ? [[name, version] as const] : [];
    }),
  );
