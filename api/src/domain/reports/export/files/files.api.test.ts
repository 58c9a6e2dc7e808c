import { beforeEach, expect, test } from '@jest/globals';
import { buildAdverseEvent } from '../../../../testing/build-adverse-event.ts';
import { createTestApi } from '../../../../testing/create-test-api.ts';
import type { ExportFile } from '../../../core/export/export-file.ts';
import { openExportView } from '../open-export-view.ts';
import { adslFile } from './adsl-file.ts';
import { afterLockFile } from './after-lock-file.ts';
import { eventsFile } from './events-file.ts';

const api = await createTestApi();
beforeEach(() => api.removeParticipants('data_lock'));

/** The rows of a file of an export at an instant, without whose they are. */
async function rowsOf({ sql, columns: [, ...columns] }: ExportFile, now: string) {
  const view = await openExportView(api.orm.em.fork(), api.content, new Date(now));
  try {
    const shown = [];
    for await (const rows of view.rows(sql))
      shown.push(...rows.map((row) => columns.map(({ name }) => row[name])));
    return shown;
  } finally {
    await view.close();
  }
}

async function consented(at: string) {
  const { id } = await api.buildParticipant({ stage: 'usualCare' });
  await api.query(
    `with text as (insert into consent_text (hash, version, article) values ('c', '1', '{}') on conflict do nothing)
     insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, 'c', false, $2)`,
    [id, at],
  );
  return id;
}

test('a part in the trial is completed the day after the window of the last follow-up, by the trial’s days', async () => {
  // 10 January in Melbourne.
  const at = '2024-01-09T22:00:00Z';
  const id = await consented(at);
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 0, 'usual-care', $2)`,
    [id, at],
  );
  const status = async (now: string) =>
    (await rowsOf(adslFile(api.content), now)).map((cells) =>
      cells.find((cell) => /ED$|ONGOING/.test(`${cell}`)),
    );
  expect(api.content.followUps).toMatchObject({ window: { after: 42 } });
  // After 24 months and 42 days.
  expect(await status('2026-02-21T12:59:59Z')).toEqual(['ONGOING']);
  expect(await status('2026-02-21T13:00:00Z')).toEqual(['COMPLETED']);
  await api.query(`update participant set data_consent = 'agree' where id = $1`, [id]);
  expect(await status('2026-02-21T13:00:00Z')).toEqual(['DISCONTINUED']);
});

test('adverse events are numbered by when the team knew, without those that are void, and listed from the first lock on', async () => {
  const id = await consented('2026-03-01T01:00:00Z');
  const day = (date: number) => new Date(`2026-03-0${date}T01:00:00Z`);
  const last = '00000000-0000-4000-8000-000000000001';
  await buildAdverseEvent(api, id, { event: last, at: day(6) });
  const voided = await buildAdverseEvent(api, id, { at: day(4) });
  await buildAdverseEvent(api, id, { at: day(5) });
  await buildAdverseEvent(api, id, { at: day(2) });
  await api.query(
    `update adverse_event set voided_at = now(), voided_by = gen_random_uuid(), void_reason = 'duplicate' where id = $1`,
    [voided],
  );
  await api.query(`update adverse_event_version set onset = '2026-03-03' where event_id = $1`, [last]);
  for (const [person, date] of [
    [null, 7],
    [id, 3],
  ] as const)
    await api.query(
      `insert into data_lock (id, participant_id, locked_by, locked_at, hash) values (gen_random_uuid(), $1, gen_random_uuid(), $2, '')`,
      [person, day(date)],
    );
  expect(await rowsOf(eventsFile, '2026-03-10T01:00:00Z')).toEqual([
    ...[
      [1, 'adverse_event', 0, 1],
      [2, 'adverse_event', 0, 2],
      [3, 'consent', 0, null],
    ],
    [4, 'adverse_event', 2, 3],
  ]);
  expect(await rowsOf(afterLockFile, '2026-03-10T01:00:00Z')).toEqual([
    ['adverse_event', 2, 1, 4],
    ['adverse_event', 3, 1, 5],
  ]);
});
