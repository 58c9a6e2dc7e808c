// In one file: every column, filter and order is of one list.
import { beforeEach, expect, test } from '@jest/globals';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { stagesFor } from '../../domain/reports/overview/find-participants.ts';
import type { ParticipantOverrides } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { logInStaff, type StaffBrowser } from '../../testing/staff-browser.ts';

const LIST = '/admin/participants';
const api = await createTestApi();

beforeEach(() => api.removeParticipants());

/** The rows of a page's tables, each as the texts of its cells. */
const rowsOf = (page: string): string[][] =>
  [...page.matchAll(/<tr[^>]*>\s*<th[^>]*scope="row">(.*?)<\/tr>/gs)].map(([, row = '']) =>
    row
      .split(/<\/t[hd]>/)
      .slice(0, -1)
      .map((cell) => cell.replace(/<[^>]*>/g, '').trim()),
  );

interface Filter {
  search?: string;
  stage?: string;
  concern?: string;
  order?: string;
}

async function search(browser: StaffBrowser, fields: Filter): Promise<string[]> {
  await browser.open(LIST);
  const { status, location } = await browser.submit(LIST, { search: '', stage: '', ...fields });
  expect(status).toBe(303);
  // The words that are searched for may name a person: no address has them.
  if (fields.search) expect(location).not.toContain(encodeURIComponent(fields.search.trim()));
  return rowsOf((await browser.open(location ?? '')).text).map(([name = '']) => name);
}

/** Puts records of the days so far back into the database, the oldest first. */
const recordDays = (participantId: string, daysBack: readonly number[]) =>
  api.query(
    `insert into daily_record (participant_id, date, local_date, sleep, mood, active, recorded_at, received_at, time_zone)
     select $1, $2::date - back, $2::date - back, true, true, true, $3::timestamptz - back * interval '1 day', $3, 'Australia/Melbourne'
     from unnest($4::int[]) back order by back desc`,
    [participantId, '2026-03-10', api.clock.now(), daysBack],
  );

const warnOn = (participantId: string, daysBack: readonly number[]) =>
  api.query(
    `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
     select gen_random_uuid(), $1, date '2026-03-10' - back, date '2026-03-10' - back, false, now(), now() from unnest($2::int[]) back`,
    [participantId, daysBack],
  );

test('the list has name, address, stage, last record, days and warning signs, the newest first', async () => {
  await api.buildParticipant({
    firstName: 'Ada',
    lastName: 'Nguyen',
    email: 'ada@example.org',
    stage: 'consent',
  });
  api.clock.advance(1000);
  const visitor = await api.logIn({ firstName: 'Bo', lastName: '', email: 'bo@example.org' });
  await visitor.send(saveRecord, { sleep: true, mood: true, active: true, symptoms: [], activities: [] });
  await recordDays(visitor.participant.id, [1, 4]);
  await warnOn(visitor.participant.id, [0, 6, 7]);
  const browser = await logInStaff(api);

  const { text } = await browser.open(LIST);

  expect(rowsOf(text)).toEqual([
    ['Bo', 'bo@example.org', 'On the timeline', '10/03/2026', '3 of 5', '2'],
    ['Ada Nguyen', 'ada@example.org', 'Eligible, consent comes next', 'None', 'None due', '0'],
  ]);
  expect(text).toContain('2 participants');
  expect(text).toContain('All (2)');
  expect(text).toContain('On the timeline (1)');
  expect(text).toContain('Not eligible (0)');
});

test('days are due by the time zone of the last check-up', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  await recordDays(id, [2, 4]);
  await api.query(`update daily_record set time_zone = 'Pacific/Honolulu' where local_date = '2026-03-06'`);
  const browser = await logInStaff(api);
  expect((await browser.open(LIST)).text).toContain('2 of 4');
});

test('the last record and the stage follow the records in force, also once they are replaced or deleted', async () => {
  const { id } = await api.buildParticipant();
  await recordDays(id, [1, 4]);
  const browser = await logInStaff(api);
  const shown = async () => rowsOf((await browser.open(LIST)).text)[0]?.slice(2, 4);
  expect(await shown()).toEqual(['On the timeline', '09/03/2026']);
  await api.query('update daily_record set superseded_at = now() where participant_id = $1 and date = $2', [
    id,
    '2026-03-09',
  ]);
  expect(await shown()).toEqual(['On the timeline', '06/03/2026']);
  await api.query('delete from daily_record where participant_id = $1', [id]);
  expect(await shown()).toEqual(['Plan set up, first record comes next', 'None']);
});

test('an empty list distinguishes no participants from no matches', async () => {
  const browser = await logInStaff(api);
  expect((await browser.open(LIST)).text).toContain('No participant has signed up yet.');
  await api.buildParticipant({ firstName: 'Ada' });
  await browser.open(LIST);
  await browser.submit(LIST, { search: 'Bo', stage: '' });
  expect((await browser.open(LIST)).text).toContain('No participant matches.');
});

test('a participant who withdrew and allowed data retention is listed and found by name', async () => {
  const { id } = await api.buildParticipant({
    firstName: 'Wim',
    lastName: 'Olde',
    email: 'wim@example.org',
    dataConsent: 'agree',
  });
  await recordDays(id, [1]);
  await warnOn(id, [1]);
  const browser = await logInStaff(api);
  const { text } = await browser.open(LIST);
  expect(rowsOf(text)).toEqual([
    ['Wim Olde', 'wim@example.org', 'No longer takes part', '09/03/2026', 'None due', '1'],
  ]);
  for (const part of ['Wim', 'wim@', 'Olde', 'WIM@example.org'])
    expect(await search(browser, { search: part })).toEqual(['Wim Olde']);
  expect(await search(browser, { concern: 'warned' })).toEqual(['Wim Olde']);
  const page = await browser.open(`${LIST}/${id}`);
  expect(page.text).toContain('<h1>Wim Olde</h1>');
  expect(page.text).toContain('wim@example.org');
  expect(page.text).toContain('Only about a warning sign, or when they ask');
});

test('anonymised participants have no name, address or phone number to be listed or found by', async () => {
  const { id } = await api.buildParticipant({
    firstName: '',
    lastName: '',
    email: null,
    dataConsent: 'anonymous',
  });
  await recordDays(id, [1]);
  await warnOn(id, [1]);
  const browser = await logInStaff(api);
  const { text } = await browser.open(LIST);
  expect(rowsOf(text)).toEqual([
    ['Without a name', 'None', 'No longer takes part', '09/03/2026', 'None due', '0'],
  ]);
  expect(await search(browser, { concern: 'warned' })).toEqual([]);
  const page = await browser.open(`${LIST}/${id}`);
  expect(page.text).toContain('Participant without a name');
  expect(page.text).not.toContain('id="contact"');
});

test('those without a record for a week, and those with warning signs in it, are found', async () => {
  const people = { 'Six days': [6], 'Seven days': [7, 9], 'Never began': [] };
  for (const [firstName, days] of Object.entries(people)) {
    const { id } = await api.buildParticipant({ firstName, lastName: '' });
    await recordDays(id, days);
    await warnOn(id, days);
  }
  const browser = await logInStaff(api);
  expect(await search(browser, { concern: 'silent' })).toEqual(['Seven days']);
  expect(await search(browser, { concern: 'warned' })).toEqual(['Six days']);
  expect(await search(browser, { concern: 'silent', stage: 'plan-set-up' })).toEqual([]);
});

test('the list is put in the order asked for', async () => {
  for (const [firstName, days, warnings] of [
    ['old', [9], []],
    ['Two', [2], [1, 2]],
    ['One', [1], [3]],
    ['None', [], []],
  ] as const) {
    api.clock.advance(1000);
    const { id } = await api.buildParticipant({ firstName, lastName: '' });
    await recordDays(id, days);
    await warnOn(id, warnings);
  }
  const browser = await logInStaff(api);
  expect(await search(browser, { order: 'newest' })).toEqual(['None', 'One', 'Two', 'old']);
  expect(await search(browser, { order: 'last-record' })).toEqual(['One', 'Two', 'old', 'None']);
  expect(await search(browser, { order: 'warnings' })).toEqual(['Two', 'One', 'None', 'old']);
  expect(await search(browser, { order: 'name' })).toEqual(['None', 'old', 'One', 'Two']);
  const { text } = await browser.open(`${LIST}?order=name&stage=timeline`);
  expect(text).toContain('aria-sort="ascending"');
  expect(text).toContain(`href="${LIST}?stage=timeline&amp;order=warnings"`);
  const chosen = (await browser.open(`${LIST}?order=name&stage=timeline&concern=warned`)).text;
  expect(readPageForm(chosen, LIST)).toMatchObject({
    ...{ search: [''], stage: ['timeline'], concern: ['warned'], order: ['name'] },
  });
  expect((await browser.open(`${LIST}?order=drop&stage=timeline`)).status).toBe(200);
});

test('searching finds parts of names and addresses, and takes no sign for a pattern', async () => {
  await api.buildParticipant({ firstName: 'Ada', lastName: 'Nguyen', email: 'first@example.org' });
  await api.buildParticipant({ firstName: 'Bo', lastName: 'O’Brien', email: 'bo_b@example.org' });
  const browser = await logInStaff(api);
  expect(await search(browser, { search: ' nGUY ' })).toEqual(['Ada Nguyen']);
  expect(await search(browser, { search: 'ada nguyen' })).toEqual(['Ada Nguyen']);
  expect(await search(browser, { search: 'bo_b@' })).toEqual(['Bo O’Brien']);
  expect(await search(browser, { search: '%' })).toEqual([]);
  expect(await search(browser, { search: "'; drop table participant; --" })).toEqual([]);
  expect(await search(browser, { search: '' })).toHaveLength(2);
});

test('a phone number is found however it is typed, by four digits or more', async () => {
  await api.buildParticipant({ firstName: 'Ada', lastName: 'Nguyen', phone: '0355-500-033' });
  await api.buildParticipant({ firstName: 'Bo', lastName: 'Brien', phone: '' });
  const browser = await logInStaff(api);
  for (const typed of ['0355 500 033', '+61 3 5550 0033', '0061 355500033', '500 033', '(03) 5550'])
    expect(await search(browser, { search: typed })).toEqual(['Ada Nguyen']);
  for (const typed of ['(500)', '0355 500 034']) expect(await search(browser, { search: typed })).toEqual([]);
});

test('a monitor finds people by study id, and by no name, address or phone number', async () => {
  const { id } = await api.buildParticipant({
    ...{ firstName: 'Kim', lastName: 'Nguyen', email: 'kim@example.org', phone: '0355-500-033' },
  });
  const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [id]);
  const monitor = await logInStaff(api, 'monitor');
  expect(await search(monitor, { search: studyId.toLowerCase() })).toEqual([studyId]);
  for (const typed of ['Kim', 'nguyen', 'kim@', '0355-500-033'])
    expect(await search(monitor, { search: typed })).toEqual([]);
});

test('the dose filter finds an open question, a step not answered for a week, and an assumed dose', async () => {
  const askedWith = (closedAt: string) =>
    `insert into dose_question (id, participant_id, reason, day, asked_at, closed_at)
     values (gen_random_uuid(), $1, 'talk', '2026-03-10', now(), ${closedAt})`;
  const reportOn = (day: string, kind: string) =>
    `insert into dose_report (participant_id, day, dose, schedule_id, kind, reported_at)
     values ($1, '${day}', 50, 11, '${kind}', now())`;
  const people = {
    Asks: askedWith('null'),
    Asked: askedWith('now()'),
    Late: `update participant set next_step_due = '2026-03-03' where id = $1`,
    Due: `update participant set next_step_due = '2026-03-04' where id = $1`,
    Answered: `with due as (update participant set next_step_due = '2026-03-01' where id = $1)
      ${reportOn('2026-03-04', 'other')}`,
    Before: `with due as (update participant set next_step_due = '2026-03-01' where id = $1)
      ${reportOn('2026-03-03', 'other')}`,
    Assumed: reportOn('2026-03-09', 'assumed'),
    Noted: `with before as (${reportOn('2026-03-08', 'assumed')}) ${reportOn('2026-03-09', 'other')}`,
  };
  for (const [firstName, statement] of Object.entries(people)) {
    const { id } = await api.buildParticipant({ firstName, lastName: '' });
    await recordDays(id, [1]);
    await api.query('delete from dose_report where participant_id = $1', [id]);
    await api.query(statement, [id]);
  }
  const browser = await logInStaff(api);
  expect(await search(browser, { concern: 'dose', order: 'name' })).toEqual([
    ...['Asks', 'Assumed', 'Before', 'Late'],
  ]);
});

test('each stage finds exactly the participants at it', async () => {
  const { id } = await api.buildParticipant({ firstName: 'timeline' });
  await recordDays(id, [1]);
  const confirmed = { questionnaireConfirmedAt: api.clock.now() };
  const people: Record<string, ParticipantOverrides> = {
    survey: { stage: 'eligibility' },
    ineligible: { stage: 'eligibility', surveyDone: true, surveyIneligible: true },
    eligible: { stage: 'consent' },
    consented: { stage: 'questionnaire' },
    questionnaire: { stage: 'usualCare', awaitsRandomisation: 'team', ...confirmed },
    allocated: { stage: 'plan', ...confirmed },
    'not-in-reduction': { stage: 'usualCare' },
    'plan-set-up': { stage: 'timeline' },
    'left-plan': { stage: 'timeline', leftPlanOn: '2026-03-10' },
  };
  for (const [firstName, overrides] of Object.entries(people))
    await api.buildParticipant({ firstName, ...overrides });
  const { id: gone } = await api.buildParticipant({ firstName: 'withdrawn', dataConsent: 'agree' });
  await recordDays(gone, [1]);
  const browser = await logInStaff(api);
  for (const stage of stagesFor({ names: true, arms: true }))
    expect(await search(browser, { stage })).toEqual([`${stage} Taylor`]);
  expect(await search(browser, { order: 'stage' })).toEqual(
    stagesFor({ names: true, arms: true }).map((stage) => `${stage} Taylor`),
  );
  const [ineligible] = await api.query(`select id from participant where first_name = 'ineligible'`);
  expect((await browser.open(`${LIST}/${ineligible.id}`)).text).toContain(
    '<dt>Survey</dt><dd>Done, not eligible</dd>',
  );
  await api.query(
    `update participant set survey_ineligible = false, acting_ineligible = true where first_name = 'ineligible'`,
  );
  expect(await search(browser, { stage: 'ineligible' })).toEqual(['ineligible Taylor']);
  const blinded = await logInStaff(api, 'blinded-researcher');
  for (const stage of ['survey', 'ineligible', 'eligible', 'consented', 'questionnaire', 'withdrawn'])
    expect(await search(blinded, { stage })).toEqual([`${stage} Taylor`]);
  expect((await search(blinded, { stage: 'randomised' })).sort()).toEqual(
    ['allocated', 'left-plan', 'not-in-reduction', 'plan-set-up', 'timeline'].map(
      (stage) => `${stage} Taylor`,
    ),
  );
  expect((await blinded.open(LIST)).text).toContain('Randomised (5)');
  for (const filter of [{ stage: 'timeline' }, { concern: 'warned' }, { order: 'last-record' }]) {
    await blinded.open(LIST);
    expect(await blinded.submit(LIST, { search: '', stage: '', ...filter })).toMatchObject({ status: 400 });
  }
});

test('whatever a row holds, it is at exactly one stage, and the stages’ numbers add up to everybody', async () => {
  const values = (list: string) => `unnest(array[${list}])`;
  await api.query(
    `insert into participant (id, first_name, created_at, home_step, randomise, survey_done, survey_ineligible, acting_ineligible, questionnaire_confirmed_at, data_consent)
     select gen_random_uuid(), 'P', now(), step, randomise, done, ineligible, acting, confirmed, gone
     from generate_series(0, 4) step, ${values('true, false')} randomise, ${values('true, false')} done, ${values('true, false')} ineligible,
       ${values('true, false')} acting, ${values('now(), null')} confirmed, ${values(`null, 'agree', 'anonymous'`)} gone`,
  );
  const browser = await logInStaff(api);
  const { text } = await browser.open(LIST);
  const [all, ...stages] = [...text.matchAll(/<option value="[a-z-]*"[^>]*>[^<]* \(([\d,]+)\)/g)].map(
    ([, count]) => Number(count?.replace(',', '')),
  );
  expect(all).toBe(5 * 2 ** 5 * 3);
  expect(stages).toHaveLength(stagesFor({ names: true, arms: true }).length);
  expect(stages.reduce((sum, count) => sum + count, 0)).toBe(all);
});

test('an invalid search is rejected and keeps the one before', async () => {
  await api.buildParticipant({ firstName: 'Ada' });
  const browser = await logInStaff(api);
  await search(browser, { search: 'ada' });
  for (const fields of [
    { search: 'x', stage: 'admin' },
    { search: 'x', stage: '', concern: 'loud' },
    { search: 'x', stage: '', order: 'id; drop table participant' },
    { search: 'x'.repeat(255), stage: '' },
    { stage: '' },
    { search: 'a\0b', stage: '' },
  ]) {
    expect(await browser.submit(LIST, fields)).toMatchObject({ status: 400 });
    await browser.open(LIST);
  }
  expect(rowsOf((await browser.open(LIST)).text)).toHaveLength(1);
  expect((await browser.open(`${LIST}?stage=survey`)).text).toContain('value="ada"');
  for (const address of [`${LIST}?concern=dose&search=`, LIST])
    expect((await browser.open(address)).text).not.toContain('value="ada"');
});

test('a long list comes thirty at a time, everybody once', async () => {
  await api.query(
    `insert into participant (id, first_name, created_at) select gen_random_uuid(), 'P' || n, now() from generate_series(1, 120) n`,
  );
  const browser = await logInStaff(api);
  const pages = [];
  for (const page of [1, 2, 3, 4, 5]) pages.push((await browser.open(`${LIST}?page=${page}`)).text);
  expect(pages.map((page) => rowsOf(page).length)).toEqual([30, 30, 30, 30, 0]);
  expect(new Set(pages.flatMap((page) => rowsOf(page).map(([name]) => name))).size).toBe(120);
  expect(pages[0]).toContain('Next page');
  expect(pages[0]).not.toContain('Previous page');
  expect(pages[3]).not.toContain('Next page');
  expect(pages[4]).toContain('No participant is on this page.');
  const ordered = (await browser.open(`${LIST}?order=name&stage=survey&page=2`)).text;
  expect(ordered).toContain(`href="${LIST}?stage=survey&amp;order=name&amp;page=3">Next page`);
  for (const page of ['0', '-1', 'x', '1e99', '2&page=3']) {
    expect(await browser.open(`${LIST}?page=${page}`)).toMatchObject({ status: 200 });
  }
});

test('typed values are shown as text', async () => {
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
  expect(text).toContain('<dd>Dr Kim<br><a class="pages-link" href="tel:0355500011">0355-500-011</a>');
  expect(text).toContain('<dt>Group</dt><dd>Reduction</dd>');
  const steps = await api.query('select 1 from prescription where participant_id = $1', [
    visitor.participant.id,
  ]);
  const rowsUnder = (section: string) =>
    rowsOf(text.split(`<h2 id="${section}">`)[1]?.split('</section>')[0] ?? '');
  // The steps, and the starting dose as it was reported.
  expect(rowsUnder('plan')).toHaveLength(steps.length + 1);
  expect(rowsUnder('records')).toHaveLength(14);
  expect(rowsUnder('warning-signs')).toEqual([
    ['25/02/2026', flagged[0].text, 'Waits in the queue', 'Nothing yet', 'Not yet'],
  ]);
  expect(rowsUnder('records').at(-1)).toEqual([
    '25/02/2026',
    'Not good',
    'Good',
    'Good',
    `${flagged[0].text} (warning sign)`,
    'None',
    expect.stringMatching(/^25\/02\/2026/),
    'Counts for the day',
  ]);
});

test.each([
  ['usualCare', 'Usual care', 'Done, eligible', 'Confirmed'],
  ['questionnaire', 'Not randomised yet', 'Done, eligible', 'Not confirmed'],
  ['eligibility', 'Not randomised yet', 'Not done', 'Not confirmed'],
] as const)(
  'the page of a participant at %s says where they are',
  async (stage, group, survey, questionnaire) => {
    const { id } = await api.buildParticipant({ stage });
    const browser = await logInStaff(api);
    const { text } = await browser.open(`${LIST}/${id}`);
    const facts = { Group: group, Survey: survey, Questionnaire: questionnaire, 'Dose now': 'None reported' };
    for (const [name, value] of Object.entries({ ...facts, Phone: 'Not given' }))
      expect(text).toContain(`<dt>${name}</dt><dd>${value}</dd>`);
  },
);

test('a participant’s page shows what a later version of a day’s record replaced', async () => {
  const visitor = await api.logIn();
  const record = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
  await visitor.send(saveRecord, record);
  api.clock.advance(60_000);
  await visitor.send(saveRecord, { ...record, mood: false });
  const browser = await logInStaff(api);
  const { text } = await browser.open(`${LIST}/${visitor.participant.id}`);
  const [inForce, earlier] = rowsOf(text.split('id="records"')[1] ?? '');
  const day = inForce?.[0];
  expect(inForce?.slice(0, 6)).toEqual([day, 'Good', 'Not good', 'Good', 'None', 'None']);
  expect(inForce?.[7]).toBe('Counts for the day');
  expect(earlier?.slice(0, 6)).toEqual([day, 'Good', 'Good', 'Good', 'None', 'None']);
  expect(earlier?.[7]).toMatch(/^Replaced /);
  expect(text).toContain("Nobody watches these records outside the team's hours");
  expect(text).toContain('<dt>Days recorded of days due</dt><dd>1 of 1</dd>');
});
