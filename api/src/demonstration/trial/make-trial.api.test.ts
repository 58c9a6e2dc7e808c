import { beforeAll, describe, expect, test } from '@jest/globals';
import { findTrialNumbers } from '../../domain/reports/trial-numbers/find-trial-numbers.ts';
import { modules } from '../../modules.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { openEveryPage } from '../../testing/open-every-page.ts';
import { download, readCsv, type Unzipped, unzip } from '../../testing/read-export.ts';
import { logInStaff } from '../../testing/staff-browser.ts';
import { createWeek, WEEK_DAYS } from '../../testing/work-a-week.ts';
import { makeTrial } from './make-trial.ts';

/** The demonstration has 200: `DEMO_PEOPLE=200`. */
const PEOPLE = Number(process.env.DEMO_PEOPLE ?? 8);

const api = await createTestApi();
let files: Unzipped;
let week: Awaited<ReturnType<typeof createWeek>>;
let owedBefore = -1;

beforeAll(async () => {
  const now = api.clock.now();
  week = await createWeek(api);
  const work = async ({ at, daysLeft }: { at: Date; daysLeft: number }) => {
    if (daysLeft >= WEEK_DAYS) return false;
    if (owedBefore < 0) owedBefore = await count('select count(*) from pgboss.job');
    api.clock.set(at.toISOString());
    await week.work(WEEK_DAYS - 1 - daysLeft);
    return true;
  };
  await makeTrial(api.orm, api.ownerUrl, {
    ...{ content: api.content, modules, allocationSeed: 'of a demonstration', people: PEOPLE, now, work },
  });
  api.clock.set(now.toISOString());
  const { bytes } = await download(await logInStaff(api, 'manager'), api.origin);
  files = unzip(bytes);
}, 600_000);

const rowsOf = (name: string) => {
  const [header = [], ...rows] = readCsv(files.get(`${name}.csv`) ?? '');
  return rows.map((row) => Object.fromEntries(header.map((column, index) => [column, row[index] ?? ''])));
};
const count = async (sql: string) => Number((await api.query(sql))[0].count);

describe('the trial of the demonstration', () => {
  test('has people at every step, and what the page says of them is in the export', async () => {
    const { timeZone } = api.content.product;
    const { flow } = await findTrialNumbers(api.orm.em.fork(), { now: api.clock.now(), timeZone });
    const exported = [...rowsOf('consort'), ...rowsOf('consort_by_arm')];
    expect(exported).toHaveLength(flow.length);
    for (const { box, arm, people } of flow)
      expect(exported).toContainEqual(
        expect.objectContaining({ box, ...(arm && { arm }), people: String(people) }),
      );
    const peopleIn = (name: string) => flow.find(({ box, arm }) => box === name && arm === null)?.people;
    expect(peopleIn('randomised')).toBeGreaterThan(PEOPLE / 2);
    expect(peopleIn('recording')).toBeGreaterThan(0);
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
