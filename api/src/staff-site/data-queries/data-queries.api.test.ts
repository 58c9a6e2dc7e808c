// In one file: a query passes from question to closing through the same forms.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { raiseDataQuery, respondToDataQuery } from '../../domain/data/data-queries/data-query.commands.ts';
import { buildAdverseEvent } from '../../testing/build-adverse-event.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const LIST = '/admin/data-queries';
const DAY_MS = 86_400_000;

const api = await createTestApi();

beforeEach(async () => {
  api.clock.set('2026-03-10T01:00:00Z');
  await api.removeParticipants();
});

const formOf = (participantId: string) => `/admin/participants/${participantId}/data-queries`;
const QUESTION = { event: '', about: 'record', day: '2026-03-09', text: 'Is the missing day meant?' };
/** What a form of the page says that it is about. */
const lastOf = (text: string): string => /name="last" value="(\d+)"/.exec(text)?.[1] ?? '';

/** The page of missing days, and what it has of the only participant. */
async function missingDays(browser: Awaited<ReturnType<typeof logInStaff>>) {
  const { text } = await browser.open('/admin/missing-days');
  const [{ study_id: studyId }] = await api.query('select study_id from participant');
  const [, row = ''] = text.split(`>${studyId}</a>`);
  const marks = [...row.matchAll(/visually-hidden">([^<]+)</g)].map(([, mark]) => mark);
  return { text, row, marks };
}

test('raised, answered, asked again and closed, each by who and when', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline', firstName: 'Ada' });
  const manager = await logInStaff(api, 'manager');
  const researcher = await logInStaff(api);
  await api.query(`update staff set name = 'Kim Ode' where id = $1`, [researcher.staff.id]);
  expect((await manager.open(`/admin/participants/${id}`)).text).toContain(`href="${formOf(id)}"`);
  await manager.open(formOf(id));
  const fields = { ...QUESTION, id: randomUUID() };
  const { location: query = '' } = await manager.submit(formOf(id), fields);
  expect(query).toBe(`${LIST}/${fields.id}`);
  await manager.open(formOf(id));
  expect((await manager.submit(formOf(id), fields)).location).toBe(query);
  expect((await manager.open(LIST)).text).toContain('>Data queries (1)</a>');
  api.clock.advance(60_000);
  expect(rowsOfPage((await manager.open(LIST)).text).slice(1)).toEqual([
    [
      ...[QUESTION.text, expect.stringMatching(/^P[0-9A-F]{12}$/), 'A day’s record, 09/03/2026'],
      ...['Open', '10/03/2026, 12:00 pm'],
    ],
  ]);
  api.clock.set('2026-03-10T01:00:00Z');

  const page = query ?? '';
  /** The form of the page under this heading. */
  const formIn = (shown: string, kind: string, path: string) =>
    readPageForm(shown.slice(shown.lastIndexOf('<form', shown.indexOf(`id="${kind}-heading"`))), path);
  const send = async (browser: typeof manager, kind: string, text: string, last?: string) => {
    const { text: shown } = await browser.open(page);
    const path = `${page}/${kind === 'answered' ? 'answer' : 'close'}`;
    const isShown = shown.includes(`id="${kind}-heading"`);
    const form = isShown ? formIn(shown, kind, path) : { kind, last: lastOf(shown) };
    return browser.submit(path, { ...form, [kind]: text, ...(last !== undefined && { last }) });
  };
  const formsFor = async (browser: typeof manager) =>
    [...(await browser.open(page)).text.matchAll(/id="(\w+)-heading"/g)].map(([, kind]) => kind);
  const monitor = await logInStaff(api, 'monitor');
  expect([await formsFor(researcher), await formsFor(monitor)]).toEqual([['answered', 'closed'], ['closed']]);
  const stale = lastOf((await manager.open(page)).text);
  expect(await send(researcher, 'answered', ' ')).toMatchObject({
    status: 422,
    text: expect.stringContaining('Write 1 to 1000 characters.'),
  });
  const tooLong = 'y'.repeat(1001);
  const again = await send(researcher, 'answered', tooLong);
  expect(formIn(again.text, 'answered', `${page}/answer`)).toMatchObject({ answered: [tooLong] });
  expect((await send(researcher, 'answered', 'Yes: they were in hospital.')).status).toBe(303);
  for (const browser of [researcher, monitor])
    expect(await formsFor(browser)).toEqual(['closed', 'reopened']);
  expect(await send(manager, 'closed', 'Settled.', stale)).toMatchObject({
    status: 409,
    text: expect.stringContaining('This query changed meanwhile'),
  });
  expect(await send(researcher, 'answered', 'Once more.')).toMatchObject({ status: 403 });
  expect((await send(manager, 'reopened', 'From which day?')).status).toBe(303);
  const unclear = await send(manager, 'closed', ' ');
  expect(unclear.text.match(/class="error-summary"/g)).toHaveLength(1);
  expect(unclear.text).toContain('<a href="#closed">Write 1 to 1000 characters.</a>');
  api.clock.advance(60_000);
  expect((await send(researcher, 'answered', 'From the ninth.')).status).toBe(303);
  expect((await send(manager, 'closed', 'Settled.')).status).toBe(303);
  const { text } = await manager.open(page);
  const [noon, later] = ['10/03/2026, 12:00 pm', '10/03/2026, 12:01 pm'];
  expect(rowsOfPage(text)).toEqual([
    ['About', 'A day’s record, 09/03/2026'],
    ['State', 'Closed'],
    ['When', 'Who', 'What', 'Text'],
    [noon, 'Robin Reed', 'Asked', 'Is the missing day meant?'],
    [noon, 'Kim Ode', 'Answered', 'Yes: they were in hospital.'],
    [noon, 'Robin Reed', 'Asked again', 'From which day?'],
    [later, 'Kim Ode', 'Answered', 'From the ninth.'],
    [later, 'Robin Reed', 'Closed', 'Settled.'],
  ]);
  expect(await formsFor(manager)).toEqual(['reopened']);
  expect(text).not.toContain('Correct a value');
  expect((await manager.open(LIST)).text).toContain('No query matches.');
  expect((await manager.open(`${LIST}?state=closed`)).text).toContain('From which day?');
  // In any state.
  expect((await manager.open(`${LIST}?state=`)).text).toContain('From which day?');
  const { id: asked, about, day, text: question } = fields;
  expect(
    (await api.eventsOf(id, 'data-query.')).map(({ type, after }) => [
      type.replace('data-query.', ''),
      after,
    ]),
  ).toEqual([
    ['raised', { query: asked, about, day, event: null, text: question }],
    ['answered', { query: asked, text: 'Yes: they were in hospital.' }],
    ['reopened', { query: asked, text: 'From which day?' }],
    ['answered', { query: asked, text: 'From the ninth.' }],
    ['closed', { query: asked, text: 'Settled.' }],
  ]);
});

test('a list has the first 120 characters of a question, and none once the participant is anonymous', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const { id } = visitor.participant;
  const manager = await logInStaff(api, 'manager');
  const ask = async (about: string, text: string) => {
    await manager.open(formOf(id));
    await manager.submit(formOf(id), { ...QUESTION, id: randomUUID(), about, text });
    api.clock.advance(1_000);
  };
  await ask('step', 'q'.repeat(120));
  await ask('follow-up', `${'q'.repeat(119)} rest`);
  const listed = async (page: string) =>
    [
      ...(await manager.open(page)).text.matchAll(/href="\/admin\/data-queries\/[0-9a-f-]{36}">(.*?)<\/a>/g),
    ].map(([, question = '']) => question.replaceAll('<wbr>', ''));
  const questions = ['q'.repeat(120), `${'q'.repeat(119)}…`];
  expect(await listed(LIST)).toEqual(questions);
  expect(rowsOfPage((await manager.open(LIST)).text).flatMap(([, , about]) => about?.split(',')[0])).toEqual([
    ...['About', 'A dose step', 'A follow-up'],
  ]);
  expect(await listed(`/admin/participants/${id}`)).toEqual(questions.toReversed());
  await visitor.send(saveUserDataConsent, { value: 'anonymous' });
  expect(await listed(LIST)).toEqual(['Erased', 'Erased']);
});

test('an open query is closed without an answer', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const manager = await logInStaff(api, 'manager');
  await manager.open(formOf(id));
  const page = (await manager.submit(formOf(id), { ...QUESTION, id: randomUUID() })).location ?? '';
  const last = lastOf((await manager.open(page)).text);
  expect((await manager.submit(`${page}/close`, { kind: 'closed', closed: 'Settled.', last })).status).toBe(
    303,
  );
  expect((await manager.open(LIST)).text).toContain('No query matches.');
});

test('a query on an adverse event begins on its page, has no day, and leads to the event', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const event = await buildAdverseEvent(api, id);
  const manager = await logInStaff(api, 'manager');
  const { text } = await manager.open(`${formOf(id)}?event=${event}`);
  const raised = { ...readPageForm(text, formOf(id)), text: 'How long did it last?' };
  const { location } = await manager.submit(formOf(id), raised);
  expect(await api.query('select about, day, event_id as event from data_query')).toEqual([
    { about: 'adverse-event', day: null, event },
  ]);
  const page = (await manager.open(location ?? '')).text;
  expect(page).toContain(`href="/admin/adverse-events/${event}">An adverse event</a>`);
  expect(page).not.toContain('Correct a value');
});

test('of an anonymous person neither words nor a study id stay, and the grid still has their days', async () => {
  const person = await api.logIn({ stage: 'timeline' });
  const good = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
  await person.send(saveRecord, good);
  const manager = await logInStaff(api, 'manager');
  await manager.open(formOf(person.participant.id));
  await manager.submit(formOf(person.participant.id), { ...QUESTION, id: randomUUID() });
  await person.send(saveUserDataConsent, { value: 'anonymous' });
  const [row, ...more] = rowsOfPage((await manager.open(LIST)).text).slice(1);
  expect([row?.slice(0, 4), more]).toEqual([
    ['Erased', 'Without a study id', 'A day’s record, 09/03/2026', 'Open'],
    [],
  ]);
  const [query] = await api.query('select id from data_query');
  const { text } = await manager.open(`${LIST}/${query.id}`);
  expect(text).toContain('>Participant without a study id</a>');
  expect(text).toContain('>Erased with what identified the person<');
  const [{ id }] = await api.query('select id from participant');
  expect((await manager.open(`/admin/participants/${id}`)).text).not.toContain(`href="${formOf(id)}"`);
  expect((await manager.open('/admin/missing-days')).text).toContain('>Without a study id</a>');
});

test('a page after the last says that nothing is on it', async () => {
  const person = await api.logIn({ stage: 'timeline' });
  await person.send(saveRecord, { sleep: true, mood: true, active: true, symptoms: [], activities: [] });
  const browser = await logInStaff(api, 'manager');
  await browser.open(formOf(person.participant.id));
  await browser.submit(formOf(person.participant.id), { ...QUESTION, id: randomUUID() });
  expect((await browser.open(`${LIST}?page=2`)).text).toContain('No query is on this page.');
  expect((await browser.open('/admin/missing-days?page=2')).text).toContain(
    'No participant is on this page.',
  );
});

test('the participant’s page has the first 14 queries, those that are closed last and apart', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  await api.query(
    `with raised as (
       insert into data_query (id, participant_id, about, day, state, raised_at)
       select gen_random_uuid(), $1, 'record', '2026-03-09', case when n > 13 then 'closed' else 'open' end, $2
       from generate_series(1, 16) n returning id)
     insert into data_query_entry (query_id, at, kind, text) select id, $2, 'asked', 'Is it meant?' from raised`,
    [id, api.clock.now()],
  );
  const { text } = await (await logInStaff(api)).open(`/admin/participants/${id}`);
  const [open = '', closed = ''] = text.split('<summary>Closed (3)</summary>');
  const queriesIn = (part: string) =>
    rowsOfPage(part).flatMap(([what, , state]) => (what === 'Is it meant?' ? [state] : []));
  expect([queriesIn(open), queriesIn(closed)]).toEqual([Array(13).fill('Open'), ['Closed']]);
  expect(closed).toContain('These are the first 14 of 16.');
});

test('a query that cannot be is rejected in words, and nothing is saved', async () => {
  const leaving = await api.logIn({ stage: 'timeline' });
  const { id } = leaving.participant;
  const manager = await logInStaff(api, 'manager');
  await manager.open(formOf(id));
  for (const [fields, words] of [
    [{ text: '' }, 'Write a question'],
    [{ day: '2026-02-30' }, 'Enter the day.'],
    [{ about: 'weather' }, 'Choose what it is about.'],
    [{ about: 'adverse-event' }, 'Raise it on the page of the adverse event.'],
  ] as const) {
    const answer = await manager.submit(formOf(id), { ...QUESTION, id: randomUUID(), ...fields });
    expect(answer).toMatchObject({ status: 422, text: expect.stringContaining(words) });
    const { text, day } = { ...QUESTION, ...fields };
    const shown = readPageForm(answer.text, formOf(id));
    if (words !== 'Raise it on the page of the adverse event.')
      expect(shown).toMatchObject({ text: [text], day: [day], about: ['about' in fields ? '' : 'record'] });
  }
  const event = { ...QUESTION, about: 'adverse-event', event: randomUUID(), id: randomUUID() };
  expect((await manager.submit(formOf(id), event)).status).toBe(404);
  const { id: another } = await api.buildParticipant({ stage: 'timeline' });
  const [theirs] = await api.query(
    'insert into adverse_event (id, participant_id) values (gen_random_uuid(), $1) returning id',
    [another],
  );
  const { text } = await manager.open(`${formOf(id)}?event=${theirs.id}`);
  expect(text).not.toContain(theirs.id);
  expect((await manager.submit(formOf(id), { ...event, event: theirs.id })).status).toBe(404);
  await leaving.send(saveUserDataConsent, { value: 'delete' });
  await manager.open(LIST);
  expect(await manager.submit(formOf(id), { ...QUESTION, id: randomUUID() })).toMatchObject({
    status: 404,
    text: expect.stringContaining('This participant was erased'),
  });
  const anonymous = await api.buildParticipant({ stage: 'timeline', dataConsent: 'anonymous' });
  await manager.open(LIST);
  expect(await manager.submit(formOf(anonymous.id), { ...QUESTION, id: randomUUID() })).toMatchObject({
    status: 403,
    text: expect.stringContaining('they cannot be asked'),
  });
  // Made anonymous while the form was on its way.
  const query = {
    ...QUESTION,
    about: 'record',
    id: randomUUID(),
    staffId: manager.staff.id,
    event: null,
  } as const;
  await expect(raiseDataQuery(api.operation(), anonymous.id, query)).rejects.toThrow('cannot be asked');
  await expect(raiseDataQuery(api.operation(), id, query)).rejects.toThrow('This participant was erased');
  const answer = { staffId: manager.staff.id, kind: 'answered', text: 'Yes.', lastEntry: 1 } as const;
  await expect(respondToDataQuery(api.operation(), query.id, answer)).rejects.toMatchObject({
    code: 'not-found',
  });
  expect(await api.query('select 1 from data_query')).toEqual([]);
});

test('a data query is raised about a participant who withdrew and allowed data retention', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline', dataConsent: 'agree' });
  const manager = await logInStaff(api, 'manager');
  expect((await manager.open(`/admin/participants/${id}`)).text).toContain(`href="${formOf(id)}"`);
  await manager.open(formOf(id));
  expect((await manager.submit(formOf(id), { ...QUESTION, id: randomUUID() })).status).toBe(303);
});

test('a rule raises a query about a day that has a query of another rule', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const { body } = await visitor.send(allData, undefined);
  const night = body.symptoms.find(({ category, redflag }) => category === 'sleep' && !redflag);
  const symptoms = [night?.id ?? 0];
  const activities = body.activities.slice(0, 1).map(({ id }) => id);
  const good = { sleep: true, mood: false, active: true, symptoms, activities };
  await visitor.send(saveRecord, good);
  await visitor.send(saveRecord, { ...good, active: false });
  expect(await api.query('select rule from data_query order by rule')).toEqual([
    { rule: 'inactive-with-activities' },
    { rule: 'sleep-good-with-symptom' },
  ]);
});

test('a rule asks once about a day, and the grid shows which days are missing', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const { body } = await visitor.send(allData, undefined);
  const night = body.symptoms.find(({ category, redflag }) => category === 'sleep' && !redflag);
  const [activity] = body.activities;
  const poor = { sleep: false, mood: false, active: true, symptoms: [], activities: [] };
  const daysAgo = (days: number) => new Date(api.clock.now().getTime() - days * DAY_MS).toISOString();
  await visitor.send(saveRecord, { ...poor, recordedAt: daysAgo(4) });
  expect(await api.query('select 1 from data_query')).toEqual([]);
  const odd = {
    ...{ sleep: true, mood: false, active: false },
    symptoms: [night?.id ?? 0],
    activities: [activity?.id ?? 0],
    recordedAt: daysAgo(2),
  };
  await visitor.send(saveRecord, odd);
  await visitor.send(saveRecord, { ...odd, mood: true, recordedAt: daysAgo(1.99) });
  expect(await api.query('select rule, day::text, state from data_query order by rule')).toEqual([
    { rule: 'inactive-with-activities', day: '2026-03-08', state: 'open' },
    { rule: 'sleep-good-with-symptom', day: '2026-03-08', state: 'open' },
  ]);
  const raised = await api.eventsOf(visitor.participant.id, 'data-query.raised-by-rule');
  const queries = await api.query('select id as query, day::text, rule from data_query order by rule');
  expect(raised.map(({ after }) => after)).toEqual(expect.arrayContaining(queries));
  expect(raised).toHaveLength(2);
  const browser = await logInStaff(api);
  const asked = rowsOfPage((await browser.open(LIST)).text).find(([question]) =>
    question?.startsWith('Sleep is good, and a symptom of sleep is recorded.'),
  );
  expect(asked?.at(-1)).toBe('10/03/2026, 12:00 pm, by a rule');
  const [{ id: query }] = await api.query(`select id from data_query where rule = 'sleep-good-with-symptom'`);
  expect(rowsOfPage((await browser.open(`${LIST}/${query}`)).text).at(-1)?.[1]).toBe('A rule');
  const { text, row, marks } = await missingDays(browser);
  expect(marks.slice(-6)).toEqual(['not due', 'recorded', 'missing', 'recorded', 'missing', 'not due']);
  expect(row).toContain('2 of 4');
  expect(text).toContain('<p>11/02/2026 to 10/03/2026, by');
  const turns = (shown: string) =>
    [...shown.matchAll(/until=([\d-]+)&amp;page=1">(Four weeks \w+)/g)].map(([, day, words]) => [words, day]);
  expect(turns(text)).toEqual([['Four weeks earlier', '2026-02-10']]);
  expect(turns((await browser.open('/admin/missing-days?until=2026-03-09')).text)).toEqual([
    ['Four weeks earlier', '2026-02-09'],
    ['Four weeks later', '2026-04-06'],
  ]);
  expect((await browser.open('/admin/missing-days?until=2026-01-01')).text).toContain('0 of 0');
});

test('a day counts as missing by the time zone of the last check-up', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const poor = { sleep: false, mood: false, active: true, symptoms: [], activities: [] };
  const daysAgo = (days: number) => new Date(api.clock.now().getTime() - days * DAY_MS).toISOString();
  // Where it is still the ninth.
  visitor.timeZone = 'America/Los_Angeles';
  await visitor.send(saveRecord, { ...poor, recordedAt: daysAgo(3) });
  visitor.timeZone = 'Australia/Melbourne';
  await visitor.send(saveRecord, { ...poor, recordedAt: daysAgo(2) });
  const { marks } = await missingDays(await logInStaff(api));
  expect(marks.slice(-6)).toEqual(['not due', 'recorded', 'missing', 'recorded', 'missing', 'not due']);
});

test('of someone who withdrew no day is missing after their last record', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const daysAgo = (days: number) => new Date(api.clock.now().getTime() - days * DAY_MS).toISOString();
  for (const days of [5, 3])
    await visitor.send(saveRecord, {
      ...{ sleep: true, mood: true, active: true, symptoms: [], activities: [] },
      recordedAt: daysAgo(days),
    });
  await visitor.send(saveUserDataConsent, { value: 'agree' });
  const { marks } = await missingDays(await logInStaff(api));
  expect(marks.slice(-6)).toEqual(['recorded', 'missing', 'recorded', 'not due', 'not due', 'not due']);
});

test('a rule about two check-ups of one day asks once both are in force', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const good = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
  const asked = () => api.query('select rule, day::text from data_query');
  // A morning and an evening in Melbourne, on two UTC dates.
  await visitor.send(saveRecord, { ...good, recordedAt: '2026-03-08T22:00:00.000Z' });
  expect(await asked()).toEqual([]);
  await visitor.send(saveRecord, { ...good, recordedAt: '2026-03-09T08:00:00.000Z' });
  expect(await asked()).toEqual([{ rule: 'two-in-force', day: '2026-03-09' }]);
  const { marks } = await missingDays(await logInStaff(api));
  expect(marks.slice(-3)).toEqual(['not due', 'two check-ups in force', 'not due']);
});
