import { createHash } from 'node:crypto';
import { IsolationLevel } from '@mikro-orm/core';
import type { Cell } from '../../../platform/csv/csv.ts';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Content } from '../../core/content/load-content.ts';
import { readStudyIdKey } from '../../people/participants/study-id.ts';
import { type ExportProof, findProof } from '../linkage/find-proof.ts';

export type ExportRow = Record<string, Cell>;

/** What one statement fetches; all that is ever held of a file. */
const BATCH = 1_000;
const BLOCK_BYTES = 64;

/**
 * What every file is selected from: `people`, who gave consent, each under a study id and with the day in the trial's
 * time zone on which they first did; and `given`, the texts of the trial's own lists. The study id is HMAC-SHA-256 spelt
 * out, as in study-id.ts, so that rows can be put in its order: the database's own would disclose who joined before whom.
 */
const PEOPLE_SQL = `with recursive given as materialized (
    select decode(?, 'hex') as inner_key, decode(?, 'hex') as outer_key, ?::text as zone,
      ?::timestamptz as at, ?::jsonb as symptoms, ?::jsonb as activities),
  people as materialized (
    select p.id, p.home_step, p.questionnaire_confirmed_at, p.schedule_id, p.start_dose, p.times_per_day, p.data_consent,
      p.content_version, p.strengths, p.survey_done, p.survey_ineligible, p.acting_done, p.acting_ineligible, p.stratum,
      p.predict, (c.first_at at time zone given.zone)::date as day_zero,
      'S' || left(encode(sha256(given.outer_key || sha256(given.inner_key || convert_to(p.id::text, 'UTF8'))), 'hex'), 16)
        as study_id
    from given cross join participant p
    join (select participant_id, min(agreed_at) as first_at from consent group by participant_id) c
      on c.participant_id = p.id)`;

/** The key of HMAC-SHA-256 as its inner and outer hash start with it. */
function padded(key: string, pad: number): string {
  const bytes = Buffer.alloc(BLOCK_BYTES);
  const short =
    Buffer.byteLength(key) > BLOCK_BYTES ? createHash('sha256').update(key).digest() : Buffer.from(key);
  short.copy(bytes);
  return Buffer.from(bytes.map((byte) => byte ^ pad)).toString('hex');
}

export interface ExportView {
  /** That the data are those locked, and that the ids were linked. */
  proof: ExportProof;
  /** The rows of a file's statement, batch by batch. */
  rows(sql: string): AsyncGenerator<ExportRow[]>;
  close(): Promise<void>;
}

/**
 * Opens a view of the whole database as it is now, read-only: what changes meanwhile is in no file. Every export takes a
 * connection for as long as its download, so there is one at a time over all replicas. Throws too-many-requests.
 */
export async function openExportView(
  parent: EntityManager,
  { product, tracker }: Pick<Content, 'product' | 'tracker'>,
  now: Date,
): Promise<ExportView> {
  const em = parent.fork();
  await em.begin({ isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true });
  const close = () => em.rollback();
  try {
    // Every file reads whole tables. Where statistics are old, a nested loop over two of them takes minutes.
    await em.execute('set local enable_nestloop = off');
    const [lock] = await em.execute<{ taken: boolean }[]>(
      'select pg_try_advisory_xact_lock(724005) as taken',
    );
    if (!lock?.taken) {
      throw new AppError('too-many-requests', 'Another export is running. Please wait until it has ended.');
    }
    const key = await readStudyIdKey(em);
    const textsOf = (list: readonly { text: string }[]) => JSON.stringify(list.map(({ text }) => text));
    const given = [
      padded(key, 0x36),
      padded(key, 0x5c),
      product.timeZone,
      now.toISOString(),
      textsOf(tracker.symptoms),
      textsOf(tracker.activities),
    ];
    return { proof: await findProof(em), close, rows: (sql) => rowsOf(em, sql, given) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* rowsOf(em: EntityManager, sql: string, given: string[]): AsyncGenerator<ExportRow[]> {
  await em.execute(`declare export_rows no scroll cursor for ${PEOPLE_SQL} ${sql}`, given);
  for (;;) {
    const rows = await em.execute<ExportRow[]>(`fetch ${BATCH} from export_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) break;
  }
  await em.execute('close export_rows');
}
