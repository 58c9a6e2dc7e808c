import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GROUPS } from '../../domain/reports/trial-numbers/groups.ts';
import { modules } from '../../modules.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { openEveryPage } from '../../testing/open-every-page.ts';
import { download, readCsv, type Unzipped, unzip } from '../../testing/read-export.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff } from '../../testing/staff-browser.ts';
import { createWeek, WEEK_DAYS } from '../../testing/work-a-week.ts';
import { makeTrial } from './make-trial.ts';

/** The demonstration has 200: `DEMO_PEOPLE=200`. */
const PEOPLE = Number(process.env.DEMO_PEOPLE ?? 8);

const api = await createTestApi({ connections: 10 });
const folder = mkdtempSync(join(tmpdir(), 'stepwise-demonstration-'));
const zip = join(folder, 'export.zip');
afterAll(() => rmSync(folder, { recursive: true }));

let files: Unzipped;
/** Of the team, before the last week. */
let pages: { trial: string; queries: string };
let queries: { raised: number; anonymous: number };
let week: Awaited<ReturnType<typeof createWeek>>;
let owedBefore = -1;

beforeAll(async () => {
  const now = api.clock.now();
  week = await createWeek(api);
  const work = async ({ at, daysLeft }: { at: Date; daysLeft: number }) => {
    if (daysLeft >= WEEK_DAYS) return false;
    api.clock.set(at.toISOString());
    if (owedBefore < 0) {
      owedBefore = await count('select count(*) from pgboss.job');
      await lookBeforeTheWeek();
    }
    await week.work(WEEK_DAYS - 1 - daysLeft);
    return true;
  };
  await makeTrial(api.orm, api.ownerUrl, {
    ...{ content: api.content, modules, allocationSeed: 'of a demonstration', people: PEOPLE, now, work },
  });
  api.clock.set(now.toISOString());
}, 600_000);

/** The people whom the week adds come without a consent, so that no export has them. */
async function lookBeforeTheWeek(): Promise<void> {
  const manager = await logInStaff(api, 'manager');
  const { bytes } = await download(manager, api.origin);
  writeFileSync(zip, bytes);
  files = unzip(bytes);
  pages = {
    trial: (await manager.open('/admin/trial')).text,
    queries: (await manager.open('/admin/data-queries?state=')).text,
  };
  queries = {
    raised: await count(
      "select count(*) from audit_event join participant p on p.id = subject where type like 'data-query.raised%'",
    ),
    anonymous: await count(
      "select count(*) from data_query q join participant p on p.id = q.participant_id where p.data_consent = 'anonymous'",
    ),
  };
}

const rowsOf = (name: string) => {
  const [header = [], ...rows] = readCsv(files.get(`${name}.csv`) ?? '');
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
};
const count = async (sql: string) => Number((await api.query(sql))[0].count);

describe('the trial of the demonstration', () => {
  test('has people at every step, and its page says what the rows of the export give', () => {
    const rows = rowsOfPage(pages.trial);
    const boxes = new Map(rowsOf('consort').map(({ box, people }) => [box, Number(people)]));
    const peopleIn = (box: string) => boxes.get(box) ?? 0;
    for (const group of ['consented', 'recording', 'going-on', 'left-plan', 'withdrew', 'anonymous'] as const)
      expect(rows).toContainEqual([GROUPS[group].text, String(peopleIn(group))]);
    expect(rows).toContainEqual([
      'Randomised',
      String(peopleIn('randomised') + peopleIn('randomised-deleted')),
    ]);
    expect(peopleIn('randomised')).toBeGreaterThan(PEOPLE / 2);
    expect(peopleIn('recording')).toBeGreaterThan(0);

    const adverseEvents = rowsOf('adverse_events');
    const signs = rowsOf('warning_signs');
    for (const [what, number] of [
      ['Days with a warning sign', signs.length],
      ['Of these, about self-harm', signs.filter((sign) => sign.self_harm === '1').length],
      ['Adverse events', adverseEvents.length],
      ['Serious adverse events', adverseEvents.filter((event) => event.serious === '1').length],
    ])
      expect(rows).toContainEqual([what, String(number)]);

    const followUps = rowsOf('follow_ups');
    const { months, window } = api.content.followUps;
    const count = (isCounted: (days: { due: number; done: string }) => boolean) =>
      months.map((each) =>
        String(
          followUps.filter(
            ({ months, due_day, done_day = '' }) =>
              Number(months) === each && isCounted({ due: Number(due_day), done: done_day }),
          ).length,
        ),
      );
    const isDone = ({ due, done }: { due: number; done: string }) =>
      done !== '' && Number(done) <= due + window.after;
    expect(rows).toContainEqual(['Done', ...count(isDone)]);
    expect(rows).toContainEqual(['Done late', ...count((days) => days.done !== '' && !isDone(days))]);
    expect(followUps.length).toBeGreaterThan(0);

    for (const { months, arm, at_risk, retained } of rowsOf('retention')) {
      const shown = rows.find(([first, ...cells]) => first === months && cells.length === 2) ?? [];
      expect(shown[arm === 'reduction' ? 1 : 2]).toMatch(new RegExp(`^${retained} of ${at_risk} `));
    }
  });

  test('has every query on a page that the audit log has as raised, and those kept without a name', () => {
    const shown = /<caption>(\d+) quer/.exec(pages.queries)?.[1] ?? '0';
    expect(Number(shown)).toBe(queries.raised + queries.anonymous);
  });

  test('is analysed by the script of the export, which finds no other count', () => {
    const { status, stderr } = spawnSync('python3', ['-', zip], { input: files.get('analysis/analyse.py') });
    expect([status, String(stderr)]).toEqual([0, '']);
  });

  test('no page of the team fails over it', async () => {
    const [{ id }] = await api.query('select participant_id as id from dose_report limit 1');
    const pages = await openEveryPage(await logInStaff(api, 'manager'), 'manager', id);
    expect([...pages].filter(([, shown]) => shown.startsWith('5'))).toEqual([]);
    expect(pages.size).toBeGreaterThan(10);
  });

  test('its last week is worked by every role from Today', () => {
    expect(week.done).toMatchObject({
      researcher: expect.arrayContaining([
        'N event to assess',
        'Warning sign, self-harm',
        'Dose question: “This step is too hard”',
      ]),
      manager: expect.arrayContaining([
        'The trial has ended, the plan goes on',
        'Serious event, report to the sponsor',
        'Serious event, report to the ethics committee',
      ]),
      investigator: expect.arrayContaining(['N event to sign']),
      monitor: expect.arrayContaining(['N answered query to close']),
      allocator: ['N participant to randomise'],
      'blinded-researcher': expect.arrayContaining(['Follow-up at N months']),
      ...{ statistician: [], 'blinded-statistician': [], 'safety-board': [] },
    });
  });

  test('its audit log is whole, and no message is owed from its past', async () => {
    expect(await count('select count(*) from audit_event')).toBeGreaterThan(100);
    expect(await count('select count(*) from warning_sign where notified_at is null')).toBe(0);
    expect(owedBefore).toBe(0);
  });
});
