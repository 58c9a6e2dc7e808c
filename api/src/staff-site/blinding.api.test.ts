import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ExportFile } from '../domain/core/export/export-file.ts';
import type { StaffRole } from '../domain/people/staff/staff.entity.ts';
import { exportFiles, maskFiles } from '../domain/reports/export/files/export-files.ts';
import { type ExportView, openExportView } from '../domain/reports/export/open-export-view.ts';
import { CONCERNS, ORDERS, STAGES } from '../domain/reports/overview/find-participants.ts';
import { groups } from '../domain/reports/trial-numbers/groups.ts';
import { armAt } from '../domain/trial/randomisation/permuted-blocks.ts';
import { createTestApi, type TestApi } from '../testing/create-test-api.ts';
import { buildTeam, liveTrial } from '../testing/live-trial.ts';
import { openEveryPage, withoutRandom } from '../testing/open-every-page.ts';
import { download, unzip } from '../testing/read-export.ts';
import { logInStaff } from '../testing/staff-browser.ts';

/** The acceptance has 50: `npm run test:blinding`. */
const TRIALS = Number(process.env.BLINDING_TRIALS ?? 1);
const LIST = '/admin/participants';
const TRIAL_TIMEOUT_MS = 240_000;

/** Everyone of the first trials gets the other arm; later ones get it by chance. */
const PLACES = Array.from({ length: 12 }, (_, place) => place);
const ALLOCATION_SEED = 'one list of places';
function otherSeed(): string {
  for (let number = 0; ; number++) {
    const seed = `another list of places ${number}`;
    if (PLACES.every((place) => armAt(seed, 'low', place) !== armAt(ALLOCATION_SEED, 'low', place)))
      return seed;
  }
}

const worlds = await Promise.all(
  [ALLOCATION_SEED, otherSeed()].map(async (allocationSeed) => {
    const api = await createTestApi({ allocationSeed, connections: 10 });
    return { api, team: await buildTeam(api) };
  }),
);

/** The masks of the export, each taken away by itself. */
function faults({ content }: TestApi): { fault: string; files: ExportFile[] }[] {
  const files = exportFiles(content);
  const shown = ({ revealsArm: _, ...rest }: ExportFile) => rest;
  return files.flatMap((file) =>
    file.revealsArm
      ? [{ fault: file.name, files: [{ ...shown(file), columns: file.columns }] }]
      : [
          ...(file.maskedSql
            ? [{ fault: `rows of ${file.name}`, files: [{ ...file, maskedSql: file.sql }] }]
            : []),
          ...file.columns
            .filter(({ revealsArm }) => revealsArm)
            .map(({ revealsArm: _, ...column }) => ({
              fault: `${file.name}.${column.name}`,
              files: [
                {
                  ...file,
                  columns: file.columns.map((each) => (each.name === column.name ? column : each)),
                },
              ],
            })),
        ],
  );
}

/** The rows of a masked export, for some of its files. */
async function rowsOf(view: ExportView, files: readonly ExportFile[]): Promise<unknown[]> {
  const shown = [];
  for (const { sql, columns } of maskFiles(files))
    for await (const rows of view.rows(sql))
      shown.push(...rows.map((row) => columns.map(({ name }) => row[name])));
  return shown;
}

/** Only one arm has check-ups, and so corrections of them. */
const correctRecords = (api: TestApi) =>
  api.query(
    `insert into correction (id, participant_id, kind, target, field, old_value, new_value, reason, source, staff_id, at)
     select gen_random_uuid(), participant_id, 'record', date::text, 'sleep', 'true', 'false', '', '', gen_random_uuid(), $1
     from daily_record where superseded_at is null`,
    [api.clock.now()],
  );

/** Every page, list and search of a blinded role, for each participant there is. */
async function pagesFor(api: TestApi, role: StaffRole): Promise<Record<string, string>> {
  const browser = await logInStaff(api, role);
  const shown: Record<string, string> = {};
  const people = await api.query('select id from participant order by created_at, id');
  for (const { id } of people)
    for (const [page, text] of await openEveryPage(browser, role, id)) shown[`${page} of ${id}`] = text;
  for (const group of groups) {
    const { status, text } = await browser.open(`/admin/trial/${group}`);
    shown[`group ${group}`] = `${status} ${withoutRandom(text)}`;
  }
  const search = async (fields: Record<string, string>) => {
    await browser.open(LIST);
    const { status, location } = await browser.submit(LIST, { search: '', stage: '', ...fields });
    const { text } = await browser.open(location ?? LIST);
    shown[`search ${JSON.stringify(fields)}`] = `${status} ${withoutRandom(text)}`;
  };
  for (const stage of Object.keys(STAGES)) await search({ stage });
  for (const concern of Object.keys(CONCERNS)) await search({ concern });
  for (const order of Object.keys(ORDERS)) await search({ order });
  for (const words of ['Reduction', '100 mg', 'My own', 'Dr 1', 'Friend']) await search({ search: words });
  return shown;
}

describe('the same trial with other arms', () => {
  const hidden = new Map(faults(worlds[0]?.api as TestApi).map(({ fault }) => [fault, true]));
  let otherArms = 0;

  beforeAll(async () => {
    // Export ids are made with a key that each database draws.
    for (const { api } of worlds) await api.queryAsOwner(`update study_id_key set key = 'the same in both'`);
  });

  test.each(Array.from({ length: TRIALS }, (_, index) => index + 1))(
    'is the same to blinded roles: trial %i',
    async (seed) => {
      const lives = [];
      for (const { api, team } of worlds) {
        await api.removeParticipants('erased_adverse_events', 'data_consent_receipt');
        const sent = await liveTrial(api, team, seed);
        await correctRecords(api);
        await api.query(
          `insert into data_lock (id, locked_by, locked_at, hash) values (gen_random_uuid(), gen_random_uuid(), $1, '')`,
          [new Date(0)],
        );
        const arms = await api.query('select arm from allocation order by id');
        const statistician = await logInStaff(api, 'blinded-statistician');
        lives.push({
          arms: arms.map(({ arm }) => arm),
          zip: (await download(statistician, api.origin, { variant: 'masked' })).bytes,
          pages: {
            ...(await pagesFor(api, 'blinded-researcher')),
            ...Object.fromEntries(await openEveryPage(statistician, 'blinded-statistician', '')),
          },
          mail: sent
            .filter(({ to }) => to === team.blinded.email)
            .map(({ subject, text }) => ({ subject, text })),
        });
      }
      const [one, other] = lives;
      if (!one || !other) throw new Error('There are two databases.');
      otherArms += one.arms.filter((arm, index) => arm !== other.arms[index]).length;
      expect(unzip(one.zip)).toEqual(unzip(other.zip));
      expect(Buffer.compare(one.zip, other.zip)).toBe(0);
      expect(one.pages).toEqual(other.pages);
      expect(one.mail).toEqual(other.mail);
      const views = await Promise.all(
        worlds.map(({ api: { orm, content, clock } }) => openExportView(orm.em.fork(), content, clock.now())),
      );
      for (const { fault, files } of faults(worlds[0]?.api as TestApi))
        if (hidden.get(fault)) {
          const [first, second] = await Promise.all(views.map((view) => rowsOf(view, files)));
          hidden.set(fault, isDeepStrictEqual(first, second));
        }
      for (const view of views) await view.close();
    },
    TRIAL_TIMEOUT_MS,
  );

  test('differs in arms, and in each thing that the masked export leaves out', () => {
    expect(otherArms).toBeGreaterThan(TRIALS);
    expect([...hidden].filter(([, isHidden]) => isHidden).map(([fault]) => fault)).toEqual([]);
  });
});
