import { beforeEach, expect, test } from '@jest/globals';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff, type StaffBrowser } from '../../testing/staff-browser.ts';
import { STAGES } from './find-participants.ts';

const LIST = '/admin/participants';
const api = await createTestApi();

beforeEach(() => api.query('truncate participant cascade'));

/** The rows of a page's tables, each as the texts of its cells. */
const rowsOf = (page: string): string[][] =>
  [...page.matchAll(/<tr>\s*<th scope="row">(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .split(/<\/t[hd]>/)
      .slice(0, -1)
      .map((cell) => cell.replace(/<[^>]*>/g, '').trim()),
  );

async function search(browser: StaffBrowser, fields: { search?: string; stage?: string }): Promise<string[]> {
  await browser.open(LIST);
  // Nothing that is looked for shows in an address.
  expect(await browser.submit(LIST, { search: '', stage: '', ...fields })).toMatchObject({
    status: 303,
    location: LIST,
  });
  return rowsOf((await browser.open(LIST)).text).map(([name = '']) => name);
}

test('the list has everybody’s first name, address, stage and last record, the newest first', async () => {
  await api.buildParticipant({ firstName: 'Ada', email: 'ada@example.org', stage: 'consent' });
  api.clock.advance(1000);
  const visitor = await api.logIn({ firstName: 'Bo', email: 'bo@example.org', stage: 'timeline' });
  await visitor.send(saveRecord, { sleep: true, mood: true, active: true, symptoms: [], activities: [] });
  const browser = await logInStaff(api);

  const { text } = await browser.open(LIST);

  expect(rowsOf(text)).toEqual([
    ['Bo', 'bo@example.org', 'On the timeline', '10/03/2026'],
    ['Ada', 'ada@example.org', 'Eligible, consent comes next', 'None'],
  ]);
  expect(text).toContain('2 participants');
});

test('searching finds parts of names and addresses, and takes no sign for a pattern', async () => {
  await api.buildParticipant({ firstName: 'Ada', lastName: 'Nguyen', email: 'first@example.org' });
  await api.buildParticipant({ firstName: 'Bo', lastName: 'O’Brien', email: 'bo_b@example.org' });
  const browser = await logInStaff(api);
  expect(await search(browser, { search: ' nGUY ' })).toEqual(['Ada']);
  expect(await search(browser, { search: 'ada nguyen' })).toEqual(['Ada']);
  expect(await search(browser, { search: 'bo_b@' })).toEqual(['Bo']);
  expect(await search(browser, { search: '%' })).toEqual([]);
  expect(await search(browser, { search: "'; drop table participant; --" })).toEqual([]);
  expect(await search(browser, { search: '' })).toHaveLength(2);
});

test('each stage finds those who are there, and nobody else', async () => {
  const names = {
    survey: 'Sal',
    ineligible: 'Ines',
    consent: 'Con',
    questionnaire: 'Quinn',
    allocation: 'Alma',
    plan: 'Pat',
    'not-in-reduction': 'Noor',
    timeline: 'Tim',
    withdrawn: 'Wim',
  };
  await api.buildParticipant({ firstName: names.survey, stage: 'eligibility' });
  await api.buildParticipant({
    firstName: names.ineligible,
    stage: 'eligibility',
    surveyDone: true,
    surveyIneligible: true,
  });
  await api.buildParticipant({ firstName: names.consent, stage: 'consent' });
  await api.buildParticipant({ firstName: names.questionnaire, stage: 'questionnaire' });
  await api.buildParticipant({
    firstName: names.allocation,
    stage: 'questionnaire',
    questionnaireConfirmedAt: api.clock.now(),
  });
  await api.buildParticipant({ firstName: names.plan, stage: 'plan' });
  await api.buildParticipant({ firstName: names['not-in-reduction'], stage: 'usualCare' });
  await api.buildParticipant({ firstName: names.timeline, stage: 'timeline' });
  await api.buildParticipant({ firstName: names.withdrawn, stage: 'timeline', dataConsent: 'agree' });
  const browser = await logInStaff(api);
  const found: Record<string, string[]> = {};
  for (const stage of Object.keys(STAGES)) found[stage] = await search(browser, { stage });
  expect(found).toEqual(Object.fromEntries(Object.entries(names).map(([stage, name]) => [stage, [name]])));
});

test('a search that cannot be is refused and keeps the one before', async () => {
  await api.buildParticipant({ firstName: 'Ada' });
  const browser = await logInStaff(api);
  await search(browser, { search: 'ada' });
  for (const fields of [
    { search: 'x', stage: 'admin' },
    { search: 'x'.repeat(255), stage: '' },
    { stage: '' },
    { search: 'a\0b', stage: '' },
  ]) {
    expect(await browser.submit(LIST, fields)).toMatchObject({ status: 400 });
    await browser.open(LIST);
  }
  expect(rowsOf((await browser.open(LIST)).text)).toHaveLength(1);
});

test('a long list comes fifty at a time, everybody once', async () => {
  await api.query(
    `insert into participant (id, first_name, created_at) select gen_random_uuid(), 'P' || n, now() from generate_series(1, 120) n`,
  );
  const browser = await logInStaff(api);
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push((await browser.open(`${LIST}?page=${page}`)).text);
  expect(pages.map((page) => rowsOf(page).length)).toEqual([50, 50, 20, 0]);
  expect(new Set(pages.flatMap((page) => rowsOf(page).map(([name]) => name))).size).toBe(120);
  expect(pages[0]).toContain('Next page');
  expect(pages[0]).not.toContain('Previous page');
  expect(pages[2]).not.toContain('Next page');
  for (const page of ['0', '-1', 'x', '1e99', '2&page=3']) {
    expect(await browser.open(`${LIST}?page=${page}`)).toMatchObject({ status: 200 });
  }
});

test('what people typed is shown as text', async () => {
  const { id } = await api.buildParticipant({ firstName: `<img src=x onerror="alert('1')">` });
  const browser = await logInStaff(api);
  await search(browser, { search: '"><script>' });
  expect((await browser.open(LIST)).text).toContain('value="&quot;&gt;&lt;script&gt;"');
  expect((await browser.open(`${LIST}/${id}`)).text).not.toContain('<img');
});

test('a participant’s page has contact, progress, plan and the last fortnight of records', async () => {
  const visitor = await api.logIn({
    firstName: 'Bo',
    lastName: 'Berg',
    email: 'bo@example.org',
    stage: 'timeline',
  });
  await visitor.send(saveDoctor, { name: 'Dr Kim', phone: '0355-500-011', email: 'kim@example.org' });
  const flagged = await api.query('select id, text from symptom where participant_id = $1 and redflag', [
    visitor.participant.id,
  ]);
  const dayMs = 86_400_000;
  await visitor.send(saveRecord, {
    sleep: false,
    mood: true,
    active: true,
    symptoms: [flagged[0].id],
    activities: [],
    recordedAt: new Date(api.clock.now().getTime() - 13 * dayMs).toISOString(),
  });
  await api.query(
    `insert into daily_record (participant_id, date, local_date, sleep, mood, active, recorded_at, received_at, time_zone)
     select $1, day, day, true, true, true, day, day, 'Australia/Melbourne'
     from generate_series(date '2026-02-24', date '2026-03-10', '1 day') day where day <> '2026-02-25'`,
    [visitor.participant.id],
  );
  const browser = await logInStaff(api);

  const { text } = await browser.open(`${LIST}/${visitor.participant.id}`);

  expect(text).toContain('<h1>Bo Berg</h1>');
  expect(text).toContain('<dd>Dr Kim, 0355-500-011, kim@example.org</dd>');
  expect(text).toContain('<dt>Reduction group</dt><dd>In it</dd>');
  const steps = await api.query('select 1 from prescription where participant_id = $1', [
    visitor.participant.id,
  ]);
  const rows = rowsOf(text);
  expect(rows).toHaveLength(steps.length + 14);
  expect(rows.at(-1)).toEqual([
    '25/02/2026',
    'Not good',
    'Good',
    'Good',
    `${flagged[0].text} (warning sign)`,
  ]);
});

test.each([
  ['usualCare', 'Not in it'],
  ['questionnaire', 'Not drawn yet'],
] as const)('the page of somebody at %s says of the reduction group: %s', async (stage, words) => {
  const { id } = await api.buildParticipant({ stage });
  const browser = await logInStaff(api);
  const { text } = await browser.open(`${LIST}/${id}`);
  expect(text).toContain(`<dt>Reduction group</dt><dd>${words}</dd>`);
  expect(text).not.toContain('usual-care');
});
