import type { EntityManager } from '../platform/database/orm.ts';
import { query } from '../platform/database/query.ts';

/** What a document says of one release: it showed it, or what went wrong with it. */
export interface Noted {
  package: string;
  version: string;
  /** A page or slot of it mounted, and the page answered for ten seconds. */
  exposures?: number;
  faults?: number;
  hangs?: number;
  failedCalls?: number;
  /** From the navigation to the document's first paint, in ms. */
  firstPaintMs?: number;
}

const MAX_PAINT_MS = 60_000;

/** Adds to the counts of a UTC day. They name no one, and no document. */
export async function countUse(em: EntityManager, noted: readonly Noted[], at: Date): Promise<void> {
  if (noted.length === 0) return;
  const rows = noted.map(({ package: name, version, firstPaintMs, ...counted }) => ({
    package: name,
    version,
    day: dayOf(at),
    exposures: counted.exposures ?? 0,
    faults: counted.faults ?? 0,
    hangs: counted.hangs ?? 0,
    failed_calls: counted.failedCalls ?? 0,
    paints: firstPaintMs === undefined ? 0 : 1,
    paint_ms: Math.min(Math.round(firstPaintMs ?? 0), MAX_PAINT_MS),
  }));
  // In one order, so that two statements cannot wait for one another.
  rows.sort((a, b) => (a.package < b.package ? -1 : 1));
  await query(em)
    .insertInto('release_use')
    .values(rows)
    .onConflict((known) =>
      known.columns(['package', 'version', 'day']).doUpdateSet(({ eb, ref }) => {
        const sum = (column: 'exposures' | 'faults' | 'hangs' | 'failed_calls' | 'paints' | 'paint_ms') =>
          eb(`release_use.${column}`, '+', ref(`excluded.${column}`));
        return {
          exposures: sum('exposures'),
          faults: sum('faults'),
          hangs: sum('hangs'),
          failed_calls: sum('failed_calls'),
          paints: sum('paints'),
          paint_ms: sum('paint_ms'),
        };
      }),
    )
    .execute();
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
