import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { csvLine } from '../../../platform/csv/csv.ts';
import { analyseIndependently } from '../../../testing/analyse-independently.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { createRandom } from '../../../testing/random.ts';
import { download, type Unzipped, unzip } from '../../../testing/read-export.ts';
import { simulateTrial } from '../../../testing/simulate-trial.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { exportFiles } from './files/export-files.ts';

/** The trials of the acceptance are `npm run test:trial`. */
const PEOPLE = Number(process.env.SIMULATED_PEOPLE ?? 36);
const SEEDS = Number(process.env.TRIAL_SEEDS ?? 1);
const SCRIPTS = join(import.meta.dirname, 'analysis');
const MONTHS = 6;
const DOSE_BEFORE = 100;

/** What is still taken, as shares of the dose before, with how likely each is. */
const SHARES = [0, 0.25, 0.5, 0.75, 1];
const OF_ARM = { reduction: [0.25, 0.2, 0.2, 0.15, 0.2], 'usual-care': [0.05, 0.1, 0.15, 0.2, 0.5] } as const;
type Arm = keyof typeof OF_ARM;
/** Takes another antidepressant instead, which counts as the full dose. */
const CHANGED = 0.05;
const mean = (arm: Arm): number =>
  OF_ARM[arm].reduce((sum, likely, index) => sum + likely * (SHARES[index] ?? 0), 0);
const EFFECT = (1 - CHANGED) * (mean('reduction') - mean('usual-care'));

/** A dose and whether it is of another antidepressant, by what the simulation fixes of an arm. */
function drawOutcome(random: () => number, arm: Arm): { dose: number; isOther: boolean } {
  let rest = random();
  const index = OF_ARM[arm].findIndex((likely) => {
    rest -= likely;
    return rest < 0;
  });
  return { dose: (SHARES[index] ?? 1) * DOSE_BEFORE, isOther: random() < CHANGED };
}

interface Difference {
  estimate: number;
  low: number;
  high: number;
}
const isPythonThere = spawnSync('python3', ['--version']).status === 0;
const api = await createTestApi({ connections: 10 });
const folder = mkdtempSync(join(tmpdir(), 'stepwise-effect-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What analyse.py gives of each export, one after the other. */
function analyse(places: readonly string[]) {
  const program = `import json, sys
sys.path.insert(0, sys.argv[1])
import analyse
for place in sys.argv[2:]:
    print(json.dumps(analyse.analyse(analyse.Export(place))))`;
  const { stdout, stderr, status } = spawnSync('python3', ['-c', program, SCRIPTS, ...places], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

(isPythonThere ? describe : describe.skip)('a trial with an effect that is known', () => {
  let files: Unzipped;
  let zip: string;

  // Everything by the product: the data are locked, the ids linked, the results imported, the export downloaded.
  beforeAll(async () => {
    const { query } = api;
    const { today } = await simulateTrial(api, { people: PEOPLE, recordDays: 20 });
    await query(`insert into baseline (participant_id, medicine, dose, duration, saved_at)
      select participant_id, 106, 363, 501, drawn_at from allocation where participant_id is not null`);
    await query(`update participant set stratum = case when id::text < '8' then 'low' else 'high' end`);
    const manager = await logInStaff(api, 'manager');
    const statistician = await logInStaff(api, 'statistician');
    const people =
      await query(`select p.id, p.study_id, a.arm, (a.drawn_at at time zone 'UTC')::date::text as drawn_on,
        (select min(s.stopped_on)::text from stop s where s.participant_id = p.id and s.degree <> 'plan') as stopped_on
      from participant p join allocation a on a.participant_id = p.id order by a.id`);

    for (const { id } of people) {
      await manager.open(`/admin/participants/${id}/lock`);
      await manager.submit(`/admin/participants/${id}/close`, { closure: 'ended' });
    }
    const reason = 'The last follow-up is done.';
    const submit = async (browser: typeof manager, page: string, path: string) => {
      await browser.open(page);
      const { status, text } = await browser.sign(path, { reason });
      if (status !== 303) throw new Error(`${path} answered ${status}: ${text}`);
    };
    await submit(manager, '/admin/data-locks/everybody', '/admin/data-locks/everybody');
    await submit(manager, '/admin/linkage', '/admin/linkage');
    const [{ id: linkage }] = await query('select id from linkage');
    await submit(statistician, '/admin/linkage', `/admin/linkage/${linkage}`);

    const random = createRandom(1);
    const rows = people.flatMap(({ study_id: studyId, arm, drawn_on, stopped_on }) => {
      const completedOn = addDays(drawn_on, 190);
      const { dose, isOther } = drawOutcome(random, arm);
      if (!studyId || completedOn > today || (stopped_on && completedOn > stopped_on)) return [];
      return [[studyId, MONTHS, completedOn, dose, isOther, null]];
    });
    const header = ['record_id', 'months', 'completed_on', 'dose_mg', 'other_antidepressant', 'well_being'];
    const results = '/admin/questionnaire-results';
    await manager.open(results);
    const imported = await manager.upload(results, [header, ...rows].map(csvLine).join(''));
    if (imported.status !== 303) throw new Error(`Not imported: ${imported.text}`);

    const { bytes } = await download(statistician, api.origin);
    zip = join(folder, 'export.zip');
    writeFileSync(zip, bytes);
    files = unzip(bytes);
  }, 300_000);

  test('is locked, linked and exported as locked', () => {
    expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({
      lock: { unchanged: true },
      linkage: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('gives an interval that covers it', () => {
    const [{ primary, differences }] = analyse([zip]);
    expect(differences).toEqual([]);
    expect(primary.arms.map(({ analysed }: { analysed: number }) => analysed > PEOPLE / 6)).toEqual([
      true,
      true,
    ]);
    expect(primary.difference.low).toBeLessThanOrEqual(EFFECT);
    expect(primary.difference.high).toBeGreaterThanOrEqual(EFFECT);
  });

  test('gives the same primary result, flow and retention by a script that knows the zip only', () => {
    const [{ primary, flow, retention }] = analyse([zip]);
    const own = analyseIndependently(files);
    for (const key of ['estimate', 'low', 'high'] as const)
      expect(own.difference[key]).toBeCloseTo(primary.difference[key], 4);
    expect(own.retention).toEqual(retention);
    for (const [box, people] of Object.entries(own.flow))
      expect([
        box,
        flow.find((each: { box: string; arm: null }) => each.box === box && !each.arm).people,
      ]).toEqual([box, people]);
  });
});

(isPythonThere ? describe : describe.skip)(`${SEEDS} trials of 200 people`, () => {
  const files = exportFiles(api.content);

  /** An export of the columns that the product's has, with the rows that the primary outcome is of. */
  function writeTrial(seed: number, hasEffect: boolean): string {
    const random = createRandom(seed);
    const place = join(folder, `${hasEffect ? 'effect' : 'none'}-${seed}`);
    mkdirSync(place);
    const rows: Record<string, Record<string, string | number>[]> = {};
    const add = (name: string, row: Record<string, string | number>) => {
      rows[name] = [...(rows[name] ?? []), row];
    };
    for (let index = 0; index < 200; index++) {
      const study_id = `S${index}`;
      const arm: Arm = index % 2 === 0 ? 'reduction' : 'usual-care';
      const stratum = random() < 0.6 ? 'low' : 'high';
      const { dose, isOther } = drawOutcome(random, hasEffect ? arm : 'usual-care');
      add('participants', { study_id, data_choice: '' });
      add('survey_outcomes', { study_id, eligible: 1, acting_ineligible: 0, stratum });
      add('consents', { study_id, consent: 1, consent_day: 0 });
      add('allocations', { study_id, arm, draw_day: 1 });
      add('observation', { study_id, draw_day: 1, censoring_day: 300, export_day: 300 });
      add('baseline', { study_id, dose_mg: DOSE_BEFORE });
      // Missing depends on the group and the stratum only.
      if (random() < (arm === 'reduction' ? 0.2 : 0.1) + (stratum === 'high' ? 0.1 : 0)) continue;
      add('questionnaire_results', {
        ...{ study_id, months: MONTHS, result_day: 190 },
        ...{ dose_mg: dose, other_antidepressant: isOther ? 1 : 0 },
      });
    }
    for (const { name, columns } of files) {
      const header = columns.map((column) => column.name);
      const lines = (rows[name] ?? []).map((row) => csvLine(header.map((column) => row[column] ?? '')));
      writeFileSync(join(place, `${name}.csv`), csvLine(header) + lines.join(''));
    }
    writeFileSync(
      join(place, 'declared_analysis.csv'),
      csvLine(['version', 'months', 'field', 'full']) +
        csvLine(['2', MONTHS, 'dose_mg', 'other_antidepressant']),
    );
    return place;
  }
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  const differencesOf = (hasEffect: boolean): Difference[] =>
    analyse(seeds.map((seed) => writeTrial(seed, hasEffect))).map(({ primary }) => primary.difference);
  const countOf = (differences: readonly Difference[], is: (each: Difference) => boolean) =>
    differences.filter(is).length;
  const excludesNothing = ({ low, high }: Difference): boolean => low <= 0 && high >= 0;

  test('find the effect, with an interval that covers it as often as it says', () => {
    const found = differencesOf(true);
    const covering = countOf(found, ({ low, high }) => low <= EFFECT && high >= EFFECT);
    const average = found.reduce((sum, { estimate }) => sum + estimate, 0) / found.length;
    expect(found).toHaveLength(SEEDS);
    expect(covering).toBeGreaterThanOrEqual(Math.floor(0.9 * SEEDS));
    if (SEEDS < 100) return;
    expect(covering).toBeLessThanOrEqual(99);
    expect(Math.abs(average / EFFECT - 1)).toBeLessThanOrEqual(0.1);
    expect(countOf(found, (each) => !excludesNothing(each))).toBeGreaterThanOrEqual(80);
  }, 300_000);

  test('find none where there is none', () => {
    const found = countOf(differencesOf(false), (each) => !excludesNothing(each));
    expect(found).toBeLessThanOrEqual(Math.ceil(0.1 * SEEDS));
  }, 300_000);
});
