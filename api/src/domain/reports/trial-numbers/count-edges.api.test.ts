import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { buildAdverseEvent } from '../../../testing/build-adverse-event.ts';
import type { ParticipantOverrides } from '../../../testing/build-participant.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { rowsOfPage } from '../../../testing/rows-of-page.ts';
import { logInStaff, type StaffBrowser } from '../../../testing/staff-browser.ts';
import { countAdverseEvents } from './count-adverse-events.ts';
import { findGroup, findTrialNumbers, GROUP_PAGE_SIZE } from './find-trial-numbers.ts';
import { GROUPS, type Group, ONE_ARM_GROUPS } from './groups.ts';
import { targetBy } from './recruitment-target.ts';

/** Half an hour after midnight on Monday 16 March in Melbourne, and Sunday by UTC. */
const NOW = '2026-03-15T13:30:00Z';
const api = await createTestApi();
api.clock.set(NOW);
const untargeted = await createTestApi({
  content: ({ product: { recruitment: _, ...product }, ...content }) => ({ ...content, product }),
});
untargeted.clock.set(NOW);
await api.query(`insert into consent_text (hash, version, article) values ('c', '1', '{}')`);
const { timeZone } = api.content.product;
const counting = { now: new Date(NOW), timeZone };

interface Facts extends ParticipantOverrides {
  consents?: string[];
  drawnAt?: string;
  /** Check-ups: the person's own day, how many hours later it arrived, and the day by UTC where that is another one. */
  records?: [day: string, hoursLate?: number, utcDay?: string][];
}
let position = 0;

async function build({ consents = [], drawnAt, records = [], ...overrides }: Facts): Promise<string> {
  const { id } = await api.buildParticipant({ stage: 'usualCare', ...overrides });
  for (const at of consents)
    await api.query(
      `insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, 'c', false, $2)`,
      [id, at],
    );
  if (drawnAt)
    await api.query(
      `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', $2, 'usual-care', $3)`,
      [id, position++, drawnAt],
    );
  for (const [day, hoursLate = 0, utcDay = day] of records)
    await api.query(
      `insert into daily_record (participant_id, date, local_date, sleep, mood, active, time_zone, recorded_at, received_at)
       values ($1, $5, $2::date, true, true, true, $3, $2::date, $2::date + make_interval(hours => $4))`,
      [id, day, timeZone, hoursLate, utcDay],
    );
  return id;
}
const membersOf = async (group: Group) =>
  (await findGroup(api.orm.em.fork(), counting, { group, arm: null, page: 1 })).people;
const isIn = async (group: Group, id: string) => (await membersOf(group)).some((each) => each.id === id);
const numbers = () => findTrialNumbers(api.orm.em.fork(), { ...counting, followUpMonths: [3] });
const eventNumber = async (name: string) =>
  (await numbers()).events.find(({ count }) => count === name)?.number;

test('days are counted by the trial’s clock, and consent from the first one', async () => {
  const id = await build({
    consents: ['2026-03-08T14:00:00Z', '2026-03-12T00:00:00Z'],
    drawnAt: '2026-03-08T15:00:00Z',
  });
  const [member] = (await membersOf('randomised')).filter((each) => each.id === id);
  expect(member).toMatchObject({
    consentedOn: '2026-03-09',
    randomisedOn: '2026-03-09',
    until: '2026-03-16',
  });
  expect((await numbers()).recruitment).toEqual([
    { week: 1, monday: '2026-03-09', consented: 1, randomised: 1 },
    { week: 2, monday: '2026-03-16', consented: 0, randomised: 0 },
  ]);
});

test('who left before stops were kept is observed until the last day of what both arms have', async () => {
  const id = await build({
    consents: ['2026-03-09T00:00:00Z'],
    drawnAt: '2026-03-11T00:00:00Z',
    dataConsent: 'agree',
  });
  const until = async () => (await membersOf('randomised')).find((each) => each.id === id)?.until;
  expect(await until()).toBe('2026-03-11');
  await api.query(
    `insert into follow_up_done values ($1, 3, '2026-03-13', $2, 'team'), ($1, 6, '2026-03-12', $2, 'team')`,
    [id, NOW],
  );
  expect(await until()).toBe('2026-03-13');
});

test('two check-ups of one day are one day recorded, and today is due once it is recorded', async () => {
  const given = { consents: ['2026-03-09T00:00:00Z'], drawnAt: '2026-03-09T01:00:00Z' };
  const twice = await build({
    ...given,
    records: [['2026-03-14', 0, '2026-03-13'], ['2026-03-14'], ['2026-03-15']],
  });
  const today = await build({ ...given, records: [['2026-03-15'], ['2026-03-16']] });
  const days = (await membersOf('recording')).map(({ id, daysRecorded, daysDue }) => [
    id,
    daysRecorded,
    daysDue,
  ]);
  expect(days).toContainEqual([twice, 2, 2]);
  expect(days).toContainEqual([today, 2, 2]);
  expect((await numbers()).adherence).toEqual([{ week: 1, people: 2, days_due: 4, days_recorded: 4 }]);
});

test('after the plan was left, a day is due no longer, but the day itself where it is recorded', async () => {
  const given = { consents: ['2026-03-09T00:00:00Z'], drawnAt: '2026-03-09T01:00:00Z' };
  const before = await build({ ...given, records: [['2026-03-10']], leftPlanOn: '2026-03-13' });
  const onThatDay = await build({
    ...given,
    records: [['2026-03-10'], ['2026-03-13']],
    leftPlanOn: '2026-03-13',
  });
  const days = new Map((await membersOf('recording')).map(({ id, daysDue }) => [id, daysDue]));
  expect([days.get(before), days.get(onThatDay)]).toEqual([3, 4]);
});

test('a step of the plan is early before its day, and a dose of another kind never', async () => {
  const report = (id: string, kind: string, day: string) =>
    api.query(
      `insert into dose_report (participant_id, day, planned, dose, schedule_id, kind, reported_at)
       values ($1, $2, '2026-03-12', 50, 11, $3, $4)`,
      [id, day, kind, NOW],
    );
  const people = [];
  for (const [kind, day] of [
    ['step', '2026-03-11'],
    ['step', '2026-03-12'],
    ['other', '2026-03-11'],
  ] as const) {
    const id = await build({});
    await report(id, kind, day);
    people.push(id);
  }
  expect(await Promise.all(people.map((id) => isIn('early-step', id)))).toEqual([true, false, false]);
  expect(await eventNumber('early-steps')).toBe(1);
});

test('a check-up is late once it arrived more than a day after it was made', async () => {
  const given = { consents: ['2026-03-09T00:00:00Z'], drawnAt: '2026-03-09T01:00:00Z' };
  const onTime = await build({
    ...given,
    records: [
      ['2026-03-12', 2],
      ['2026-03-13', 24],
    ],
  });
  const late = await build({ ...given, records: [['2026-03-12', 25]] });
  expect(await eventNumber('late-records')).toBe(1);
  expect([await isIn('late-record', onTime), await isIn('late-record', late)]).toEqual([false, true]);
});

test('a survey that was done while acting counts as the person’s own', async () => {
  const found = await build({ stage: 'eligibility', actingDone: true, actingIneligible: true });
  const none = await build({ stage: 'eligibility' });
  expect([await isIn('ineligible', found), await isIn('not-assessed', found)]).toEqual([true, false]);
  expect([await isIn('ineligible', none), await isIn('not-assessed', none)]).toEqual([false, true]);
});

test('who declined without a consent has not left before randomisation', async () => {
  const declined = await build({ stage: 'consent', dataConsent: 'agree' });
  const left = await build({ consents: ['2026-03-09T00:00:00Z'], dataConsent: 'agree' });
  expect([await isIn('left-before', declined), await isIn('left-before', left)]).toEqual([false, true]);
});

test('a warning sign of an anonymous person waits for nobody', async () => {
  const raise = (id: string) =>
    api.query(
      `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
       values ($1, $2, '2026-03-10', '2026-03-10', false, $3, $3)`,
      [randomUUID(), id, NOW],
    );
  const anonymous = await build({ dataConsent: 'anonymous' });
  const known = await build({});
  for (const id of [anonymous, known]) await raise(id);
  expect([await isIn('waiting-sign', anonymous), await isIn('waiting-sign', known)]).toEqual([false, true]);
  expect(await eventNumber('signs-waiting')).toBe(1);
});

test('adverse events of people who never consented are counted apart', async () => {
  const consented = await build({ consents: ['2026-03-09T00:00:00Z'] });
  const other = await build({ stage: 'consent' });
  await buildAdverseEvent(api, consented);
  await buildAdverseEvent(api, other, { criteria: '["death"]' });
  expect(await countAdverseEvents(api.orm.em.fork())).toEqual({ all: 1, serious: 0, withoutConsent: 1 });
  const { text } = await (await logInStaff(api, 'manager')).open('/admin/trial');
  expect(rowsOfPage(text)).toContainEqual([
    'Adverse events of people without a consent, not in the export',
    '1',
  ]);
  expect(text).toContain(api.content.versions.analysis);
});

test('a list of people discloses nothing of when they joined', async () => {
  for (let times = 0; times < 4; times++) await build({});
  const [row] = await api.query(`select array_agg(id::text order by md5(id::text)) as ids from participant`);
  expect((await membersOf('accounts')).map(({ id }) => id)).toEqual(row.ids);
});

test('visitors whom the survey ruled out are shown by month and reason, and as one number', async () => {
  await api.query(
    `insert into visitor_exclusion (month, reason, visitors)
     values ('2026-01-01', 'health', 5), ('2026-02-01', 'age-or-medicine', 1200), ('2026-02-01', 'other', 4)`,
  );
  const { text } = await (await logInStaff(api, 'manager')).open('/admin/trial');
  const [, section = ''] = text.split('<h2 id="visitors">');
  expect(rowsOfPage(section.split('</section>')[0] ?? '')).toEqual([
    ['Until the end of', 'Reason', 'Visitors'],
    ['2026-01', 'Health', '5'],
    ['2026-02', 'Age or medicine', '1200'],
  ]);
  expect(rowsOfPage(text)).toContainEqual(['Visitors ruled out by the survey', '1205']);
});

test('the pages of a list of one arm keep the arm, and link to no participant whose page the role may not open', async () => {
  const given = { consents: ['2026-03-09T00:00:00Z'], drawnAt: '2026-03-09T01:00:00Z' };
  const ids: string[] = [];
  for (let times = 0; times < GROUP_PAGE_SIZE + 1; times++) ids.push(await build(given));
  const path = '/admin/trial/randomised?arm=usual-care';
  const statistician = await logInStaff(api, 'statistician');
  const manager = await logInStaff(api, 'manager');
  const shown = async (browser: StaffBrowser, address: string) => (await browser.open(address)).text;
  const pages = [await shown(manager, path), await shown(manager, `${path}&page=2`)];
  expect(pages[0]).toContain(`href="${path}&amp;page=2">Next page</a>`);
  expect(pages[1]).toContain(`href="${path}&amp;page=1">Previous page</a>`);
  for (const id of ids) expect(pages.join('').split(`href="/admin/participants/${id}"`)).toHaveLength(2);
  expect(await shown(manager, `${path}&page=9`)).toContain('No participant is on this page.');
  expect(await shown(manager, '/admin/trial/randomised?arm=reduction')).toContain('There is no participant.');
  const list = await shown(statistician, path);
  expect(rowsOfPage(list)).toHaveLength(GROUP_PAGE_SIZE + 1);
  expect(list).not.toContain('href="/admin/participants/');
});

test('recruitment without a target is shown without a plan', async () => {
  const open = async () => {
    const { text } = await (await logInStaff(untargeted, 'manager')).open('/admin/trial');
    return text.split('<h2 id="recruitment">')[1]?.split('</section>')[0] ?? '';
  };
  expect(await open()).toContain('<p>No participant has consented yet.</p>');
  const { id } = await untargeted.buildParticipant({ stage: 'usualCare' });
  await untargeted.query(
    `with text as (insert into consent_text (hash, version, article) values ('c', '1', '{}'))
     insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, 'c', false, $2)`,
    [id, NOW],
  );
  await untargeted.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 0, 'usual-care', $2)`,
    [id, NOW],
  );
  const text = await open();
  expect(text).toContain('1 randomised.');
  expect(text).not.toMatch(/Plan|the plan/);
  expect(rowsOfPage(text)).toEqual([
    ['Week from', 'Consented', 'Randomised', 'Randomised so far'],
    ['16/03/2026', '1', '1', '1'],
  ]);
});

test.each(ONE_ARM_GROUPS)('a blinded researcher does not see who is in the group %s', async (group) => {
  const blinded = await logInStaff(api, 'blinded-researcher');
  expect(await blinded.open(`/admin/trial/${group}`)).toMatchObject({ status: 403 });
});

test('each number of the page is called what it counts', () => {
  const words = Object.entries(GROUPS).map(([group, { text }]) => `${group}: ${text}`);
  for (const line of [
    ...[
      'accounts: Made an account',
      'not-assessed: Survey not done yet',
      'ineligible: Not eligible by the survey',
    ],
    ...['not-consented: Eligible, no consent given yet', 'consented: Consented'],
    ...['left-before: Left after the consent, before randomisation', 'randomised: Randomised'],
    ...['not-randomised: Consented, not randomised yet', 'recording: Recorded at least one day'],
    ...['left-plan: Left the plan, in the follow-up', 'withdrew: Stopped, information kept'],
    ...['anonymous: Made anonymous', 'going-on: Taking part or in the follow-up'],
    ...['waiting-sign: With a warning sign that waits', 'early-step: Took a step of the plan before its day'],
    'late-record: With a record that arrived more than a day after it was made',
    'randomised-ineligible: Randomised though not eligible',
  ])
    expect(words).toContain(line);
});

test('only what one arm has is kept from a blinded researcher', () => {
  expect(ONE_ARM_GROUPS).toEqual(['recording', 'left-plan', 'waiting-sign', 'early-step', 'late-record']);
});

describe('the recruitment that is planned', () => {
  const target = { target: 100, from: '2026-01-05', until: '2026-01-26' };
  test.each([
    ['2025-12-22', 0],
    ['2025-12-29', 0],
    ['2026-01-05', 33],
    ['2026-01-12', 67],
    ['2026-01-19', 100],
    ['2026-02-02', 100],
  ])('by the end of the week from %s is %i', (monday, planned) => {
    expect(targetBy(target, monday)).toBe(planned);
  });
});
