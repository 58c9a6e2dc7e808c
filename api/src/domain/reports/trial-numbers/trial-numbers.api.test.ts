import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { download, readCsv, type Unzipped, unzip } from '../../../testing/read-export.ts';
import { rowsOfPage } from '../../../testing/rows-of-page.ts';
import { countTruth, simulateTrial } from '../../../testing/simulate-trial.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { findGroup, findTrialNumbers, type TrialNumbers } from './find-trial-numbers.ts';
import { GROUPS, type Group, groups } from './groups.ts';
import { targetBy } from './recruitment-target.ts';

/** The trial of the acceptance has 200 people: `npm run test:trial`. */
const PEOPLE = Number(process.env.SIMULATED_PEOPLE ?? 36);
const RECORD_DAYS = PEOPLE > 100 ? 400 : 40;
const ARMS = [null, 'reduction', 'usual-care'] as const;

const api = await createTestApi({ connections: 10 });
const { timeZone } = api.content.product;
const followUpMonths = api.content.followUps.months;
const folder = mkdtempSync(join(tmpdir(), 'stepwise-trial-'));
afterAll(() => rmSync(folder, { recursive: true }));

let truth: ReturnType<typeof countTruth>;
let numbers: TrialNumbers;
let files: Unzipped;
let zip: string;

beforeAll(async () => {
  const { truth: people, today } = await simulateTrial(api, { people: PEOPLE, recordDays: RECORD_DAYS });
  await api.query('analyze');
  truth = countTruth(people, today);
  numbers = await findTrialNumbers(api.orm.em.fork(), { now: api.clock.now(), timeZone, followUpMonths });
  const { bytes } = await download(await logInStaff(api, 'manager'), api.origin);
  zip = join(folder, 'export.zip');
  writeFileSync(zip, bytes);
  files = unzip(bytes);
}, 300_000);

const rowsOf = (name: string) => {
  const [header = [], ...rows] = readCsv(files.get(`${name}.csv`) ?? '');
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
};
const boxes = (rows: readonly { box: string; arm: string | null; people: number }[]) =>
  Object.fromEntries(rows.map(({ box, arm, people }) => [`${box} ${arm ?? 'all'}`, people]));
const trueBoxes = () =>
  Object.fromEntries(
    Object.entries(truth.flow).flatMap(([box, byArm]) =>
      Object.entries(byArm).map(([arm, people]) => [`${box} ${arm}`, people]),
    ),
  );
const numeric = (rows: Record<string, string>[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, name === 'arm' ? cell : Number(cell)]),
    ),
  );

test('the page’s numbers are those of the simulated people', () => {
  expect(boxes(numbers.flow)).toMatchObject(trueBoxes());
  expect(truth.flow.randomised.all).toBeGreaterThan(PEOPLE / 2);
  expect(truth.flow['randomised-deleted'].all).toBeGreaterThan(0);
  expect(numbers.retention).toEqual(truth.retention);
  expect(numbers.adherence).toEqual(truth.adherence);
  expect(numbers.lastDays).toEqual(truth.lastDays);
  expect(Object.fromEntries(numbers.events.map(({ count, number }) => [count, number]))).toEqual(
    truth.events,
  );
  const sum = (of: 'consented' | 'randomised') =>
    numbers.recruitment.reduce((total, week) => total + week[of], 0);
  expect([sum('consented'), sum('randomised')]).toEqual([truth.consented, truth.randomised]);
});

test('the export counts the same', () => {
  const exported = [...rowsOf('consort'), ...rowsOf('consort_by_arm')];
  expect(
    boxes(exported.map(({ box = '', arm = null, people }) => ({ box, arm, people: Number(people) }))),
  ).toMatchObject(trueBoxes());
  expect(numeric(rowsOf('retention'))).toEqual(truth.retention);
  expect(numeric(rowsOf('recruitment'))).toEqual(numbers.recruitment.map(({ monday: _, ...week }) => week));
  for (const arm of ['reduction', 'usual-care'] as const)
    expect(
      rowsOf('deleted_allocations').reduce((sum, row) => sum + (row.arm === arm ? Number(row.people) : 0), 0),
    ).toBe(truth.flow['randomised-deleted'][arm]);
});

test('each number is that of the list behind it', async () => {
  for (const group of groups)
    for (const arm of ARMS) {
      const { total } = await findGroup(
        api.orm.em.fork(),
        { now: api.clock.now(), timeZone },
        { group, arm, page: 1 },
      );
      const shown = numbers.flow.find((row) => row.box === group && row.arm === arm)?.people ?? 0;
      expect([group, arm, total]).toEqual([group, arm, shown]);
    }
});

describe('the page', () => {
  test('shows the numbers of the simulated people, each with the list behind it', async () => {
    const manager = await logInStaff(api, 'manager');
    const { status, text } = await manager.open('/admin/trial');
    expect(status).toBe(200);
    const rows = rowsOfPage(text);
    for (const group of groups) {
      const { all } = truth.flow[group];
      if (!['consented', 'going-on', 'withdrew', 'anonymous', 'ineligible', 'accounts'].includes(group))
        continue;
      expect(rows).toContainEqual([GROUPS[group].text, String(all)]);
    }
    expect(rows).toContainEqual(['Deleted everything since', String(truth.flow['randomised-deleted'].all)]);
    expect(rows).toContainEqual(['Randomised', String(truth.randomised)]);
    expect(rows).toContainEqual(['Days with a warning sign', String(truth.events.signs)]);
    expect(rows).toContainEqual([
      'Steps of a plan taken before their day',
      String(truth.events['early-steps']),
      String(truth.flow['early-step'].all),
    ]);
    for (const { week, people, days_due, days_recorded } of truth.adherence)
      expect(rows).toContainEqual([week, people, days_due, days_recorded].map(String));
    const share = (part: number, whole: number) =>
      `${part} of ${whole} (${Math.round((100 * part) / whole)} %)`;
    for (const months of new Set(truth.retention.map((row) => row.months))) {
      const cells = (['reduction', 'usual-care'] as const).map((arm) => {
        const row = truth.retention.find((each) => each.arm === arm && each.months === months);
        return row ? share(row.retained, row.at_risk) : 'None yet';
      });
      expect(rows).toContainEqual([String(months), ...cells]);
    }
    const sum = (of: 'days_due' | 'days_recorded') =>
      truth.adherence.reduce((total, week) => total + week[of], 0);
    expect(text).toContain(`${share(sum('days_recorded'), sum('days_due'))} days that were due are recorded`);
    const yesterday = truth.lastDays.find(({ days_ago }) => days_ago === 1);
    if (yesterday) expect(text).toContain(`Yesterday: ${share(yesterday.recorded, yesterday.people)}.`);
    expect(rows).toContainEqual(['Of these, waiting for the team', String(truth.events['signs-waiting'])]);
    for (const arm of ['reduction', 'usual-care'] as const) {
      const card = rowsOfPage(text.split(`<h3 id="arm-${arm}">`)[1]?.split('</section>')[0] ?? '');
      expect(card).toContainEqual([GROUPS['going-on'].text, String(truth.flow['going-on'][arm])]);
    }
    const weeks = numbers.recruitment.map(({ monday, ...week }, index) => [
      formatDate(monday),
      ...[week.consented, week.randomised].map(String),
      String(numbers.recruitment.slice(0, index + 1).reduce((total, each) => total + each.randomised, 0)),
      String(targetBy(api.content.product.recruitment as never, monday)),
    ]);
    const dates = new Set(weeks.map(([date]) => date));
    expect(rows.filter(([date = '', ...cells]) => dates.has(date) && cells.length === 4)).toEqual(
      weeks.reverse(),
    );
    expect(text).toContain('Who is due');
    const statistician = await logInStaff(api, 'statistician');
    expect((await statistician.open('/admin/trial')).text).not.toContain('Who is due');
    const recording = await manager.open('/admin/trial/recording');
    const { people } = await findGroup(
      api.orm.em.fork(),
      { now: api.clock.now(), timeZone },
      { group: 'recording', arm: null, page: 1 },
    );
    expect(recording.text).toContain('>Arm</th>');
    expect(
      rowsOfPage(recording.text)
        .slice(1)
        .map((row) => row.at(-1)),
    ).toEqual(people.map(({ daysRecorded, daysDue }) => `${daysRecorded} of ${daysDue}`));
    const links = [
      ...new Set([...text.matchAll(/href="(\/admin\/trial\/[^"]+)"/g)].map(([, link = '']) => link)),
    ];
    expect(links.length).toBeGreaterThan(groups.length);
    for (const link of links) expect([link, (await manager.open(link)).status]).toEqual([link, 200]);
  });

  test('shows a blinded researcher nothing that discloses an arm, and a monitor no names', async () => {
    const blinded = await logInStaff(api, 'blinded-researcher');
    const { text } = await blinded.open('/admin/trial');
    expect(rowsOfPage(text)).toContainEqual(['Consented', String(truth.consented)]);
    expect(text).not.toMatch(/Usual care|Reduction|Retention|Daily records|warning sign|before their day/);
    for (const path of ['/admin/trial/recording', '/admin/trial/randomised?arm=reduction'])
      expect(await blinded.open(path)).toMatchObject({ status: 403 });
    const list = await blinded.open('/admin/trial/randomised');
    expect(list.text).toContain('Simulated');
    expect(list.text).not.toMatch(/Usual care|Reduction/);
    const monitor = await logInStaff(api, 'monitor');
    expect((await monitor.open('/admin/trial/randomised')).text).not.toContain('Simulated');
    expect(await monitor.open('/admin/trial/unknown')).toMatchObject({ status: 404 });
  });
});

const LANGUAGES = [
  { language: 'Python', command: 'python3', script: 'analyse.py' },
  { language: 'R', command: 'Rscript', script: 'analyse.R' },
];
const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

/** Runs a script of the export's on an export, a zip or the folder it was unpacked to. */
function analyse({ command, script }: (typeof LANGUAGES)[number], exported: string) {
  writeFileSync(join(folder, script), files.get(`analysis/${script}`) ?? '');
  return spawnSync(command, [join(folder, script), exported, '--json'], { encoding: 'utf8' });
}

for (const language of LANGUAGES)
  (isInstalled(language.command) ? describe : describe.skip)(`the analysis in ${language.language}`, () => {
    test('reproduces each number from the rows of the export', () => {
      const { status, stdout, stderr } = analyse(language, zip);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const result = JSON.parse(stdout);
      const fromConsent = (Object.keys(truth.flow) as (Group | 'randomised-deleted')[]).filter(
        (box) =>
          !['accounts', 'not-assessed', 'ineligible', 'not-consented', 'randomised-deleted'].includes(box),
      );
      const computed = boxes(result.flow);
      for (const box of fromConsent)
        for (const arm of ['all', 'reduction', 'usual-care'] as const)
          expect([box, arm, computed[`${box} ${arm}`]]).toEqual([box, arm, truth.flow[box][arm]]);
      expect(result).toMatchObject({
        retention: truth.retention,
        adherence: truth.adherence,
        last_days: truth.lastDays,
        events: truth.events,
      });
      expect(result.time_to_restart.restarted).toBeGreaterThan(0);
    });

    test('says where the export counts otherwise than its rows', () => {
      const tampered = join(folder, `tampered-${language.language}`);
      mkdirSync(tampered);
      for (const [name, text] of files)
        if (!name.includes('/'))
          writeFileSync(
            join(tampered, name),
            name === 'consort.csv' ? text.replace(/^randomised,\d+/m, 'randomised,9999') : text,
          );
      const { status, stderr } = analyse(language, tampered);
      expect(status).toBe(1);
      const { all } = truth.flow.randomised;
      expect(stderr).toMatch(new RegExp(`^randomised.*: the export counted 9999, its rows give ${all}\n$`));
    });
  });

(LANGUAGES.every(({ command }) => isInstalled(command)) ? test : test.skip)(
  'the analyses in Python and R give the same results, of a masked export as well',
  async () => {
    const masked = join(folder, 'masked.zip');
    const { bytes } = await download(await logInStaff(api, 'manager'), api.origin, { variant: 'masked' });
    writeFileSync(masked, bytes);
    for (const exported of [zip, masked]) {
      const [python, r] = LANGUAGES.map((language) => JSON.parse(analyse(language, exported).stdout));
      expect(r).toEqual(python);
    }
  },
);
