// In one file: an event passes from report to signature through the same forms.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor, saveUserAgree, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { hashSigned } from '../../domain/people/signatures/signatures.ts';
import {
  changeAdverseEvent,
  recordAdverseEvent,
} from '../../domain/trial/adverse-events/adverse-event.commands.ts';
import { adverseEventSchema } from '../../domain/trial/adverse-events/adverse-event.schema.ts';
import { buildAdverseEvent } from '../../testing/build-adverse-event.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { download, readCsv, unzip } from '../../testing/read-export.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { eraseValues } from '../../testing/record-withdrawal.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, type StaffBrowser } from '../../testing/staff-browser.ts';
import { reportClockTexts, shortened } from './adverse-event-words.ts';

const LIST = '/admin/adverse-events';
const HOUR_MS = 3_600_000;

const api = await createTestApi();

/** Noon in Melbourne on 10 March 2026, which the tests' clock shows. */
const FALL = {
  sign: '',
  description: 'Fell at home, taken to hospital overnight.',
  source: 'call',
  serious: 'yes',
  criteria: 'hospitalisation',
  severity: 'moderate',
  relatedness: 'possible',
  expectedness: 'unexpected',
  outcome: 'recovering',
  action: 'step-delayed',
  onset: '2026-03-08',
  ended: '',
  awareAt: '2026-03-10T10:00',
  reportedAt: '',
};

beforeEach(async () => {
  api.clock.set('2026-03-10T01:00:00Z');
  await api.removeParticipants('erased_adverse_events');
});

const formOf = (participantId: string) => `/admin/participants/${participantId}/adverse-events`;

/** Opens the form, sends it, and returns the address of the event. */
async function recordEvent(browser: StaffBrowser, participantId: string, fields = {}) {
  await browser.open(formOf(participantId));
  const answer = await browser.submit(formOf(participantId), { ...FALL, id: randomUUID(), ...fields });
  expect(answer.status).toBe(303);
  return answer.location ?? '';
}

test('a call comes in: recorded, changed, signed off by a second member, reported, and listed', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline', firstName: 'Ada', lastName: 'Nguyen' });
  const author = await logInStaff(api, 'investigator');
  const second = await logInStaff(api, 'investigator');
  await api.query(`update staff set name = 'Sam Poole' where id = $1`, [second.staff.id]);
  const form = await author.open(`/admin/participants/${id}`);
  expect(form.text).toContain(`href="${formOf(id)}"`);

  const event = await recordEvent(author, id);
  const { text } = await author.open(event);
  expect(text).toContain('Serious: hospitalisation or a longer stay in hospital');
  expect(text).toContain('Report by 11/03/2026, 10:00 am: 22 hours left');
  expect(text).not.toContain('Read and sign version');
  expect(text).toContain('An investigator signs it, another than Robin Reed, who wrote this version');
  expect(await author.sign(`${event}/sign`, { version: '1' })).toMatchObject({
    status: 403,
    text: expect.stringContaining('Another investigator signs it'),
  });
  expect((await author.open(LIST)).text).toContain('>Adverse events (1)</a>');

  expect((await (await logInStaff(api)).open(event)).text).not.toContain('Read and sign version');
  const toSign = readPageForm((await second.open(event)).text, `${event}/sign`);
  for (let time = 0; time < 2; time++) {
    await second.open(event);
    expect(await second.sign(`${event}/sign`, toSign)).toMatchObject({ location: event });
  }
  const third = await logInStaff(api, 'investigator');
  await third.open(event);
  expect(await third.sign(`${event}/sign`, { version: '1' })).toMatchObject({ location: event });
  expect((await second.open(event)).text).toContain('Signed by Sam Poole, 10/03/2026, 12:00 pm.');

  // Whole hours are counted.
  api.clock.advance(25.9 * HOUR_MS);
  const staff = await logInStaff(api);
  await api.query(`update staff set name = 'Kim Ode' where id = $1`, [staff.staff.id]);
  expect((await staff.open(`${LIST}?only=unreported`)).text).toContain(
    'Overdue since 11/03/2026, 10:00 am: 3 hours',
  );
  const change = {
    ...FALL,
    ...{ outcome: 'recovered', ended: '2026-03-11', reportedAt: '2026-03-11T11:30' },
    ethicsReportedAt: '2026-03-11T11:30',
    ...{ version: '1', reason: 'Discharged, and reported.' },
  };
  expect((await staff.open(`${event}/change`)).text).toContain('value="2026-03-10T10:00"');
  expect(await staff.submit(`${event}/change`, change)).toMatchObject({ status: 303, location: event });
  const changed = (await staff.open(event)).text;
  expect(changed).toContain('Reported 11/03/2026, 11:30 am, 1 hour late');
  expect(changed).toContain('Outcome: Recovering, now: Recovered');
  const [newest, first] = rowsOfPage(changed.split('<h2 id="versions">')[1] ?? '').slice(1);
  expect([newest?.slice(0, 3), newest?.slice(4)]).toEqual([
    ['2', '11/03/2026, 1:54 pm', 'Kim Ode'],
    ['Discharged, and reported.', 'Not yet'],
  ]);
  expect(first).toEqual([
    ...['1', '10/03/2026, 12:00 pm', 'Robin Reed', 'Recorded', ''],
    'Sam Poole, 10/03/2026, 12:00 pm',
  ]);
  const unsigned = (await (await logInStaff(api, 'investigator')).open(event)).text;
  expect(readPageForm(unsigned, `${event}/sign`)).toEqual({ version: ['2'] });
  // The new version waits for a signature of its own; the old one keeps its.
  expect(changed).toContain('An investigator signs it, another than Kim Ode, who wrote this version');
  expect((await staff.open(`${LIST}?only=unsigned`)).text).toContain('Fell at home');
  expect((await staff.open(`${LIST}?only=unreported`)).text).toContain('No adverse event matches.');

  expect(
    await api.query(
      'select version, staff_id, reason, signed_by from adverse_event_version order by version',
    ),
  ).toEqual([
    { version: 1, staff_id: author.staff.id, reason: null, signed_by: second.staff.id },
    { version: 2, staff_id: staff.staff.id, reason: change.reason, signed_by: null },
  ]);
  const recorded = {
    ...{ event: event.split('/').at(-1), description: FALL.description, source: 'call' },
    ...{ criteria: ['hospitalisation'], severity: 'moderate', relatedness: 'possible' },
    ...{ expectedness: 'unexpected', outcome: 'recovering', action: 'step-delayed', onset: '2026-03-08' },
    ...{ ended: null, awareAt: '2026-03-09T23:00:00.000Z', reportedAt: null, ethicsReportedAt: null },
    ...{ term: '', termCode: '', concomitant: '' },
  };
  const reportedAt = '2026-03-11T00:30:00.000Z';
  expect(await api.eventsOf(id, 'adverse-event.')).toEqual([
    { type: 'adverse-event.recorded', before: null, after: recorded },
    { type: 'adverse-event.signed', before: null, after: { event: recorded.event, version: 1 } },
    {
      ...{ type: 'adverse-event.changed', before: recorded },
      after: {
        ...{ ...recorded, reason: change.reason, outcome: 'recovered', ended: '2026-03-11' },
        ...{ reportedAt, ethicsReportedAt: reportedAt },
      },
    },
  ]);
  await buildAdverseEvent(api, id, { version: 9 });
  expect((await staff.open(event)).text).not.toContain('Headache.');
});

test('the page of an event says each of its values', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const browser = await logInStaff(api, 'investigator');
  const event = await recordEvent(browser, id, { concomitant: 'Paracetamol' });
  const { text } = await browser.open(event);
  expect(text).toContain(`/admin/participants/${id}/data-queries?event=${event.split('/').at(-1)}"`);
  const facts = [...text.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)/g)].map(([, name, value]) => [name, value]);
  expect(Object.fromEntries(facts)).toMatchObject({
    Began: '08/03/2026',
    Ended: 'No last day',
    'The team knew of it': '10/03/2026, 10:00 am',
    'Heard of it by': 'A call with the participant',
    Severity: 'Moderate',
    'Related to the reduction': 'Possibly related',
    Expected: 'Unexpected',
    Outcome: 'Recovering',
    'Done about the reduction': 'The next step was delayed',
    'Reported to the sponsor': 'Not yet',
    'Reported to the ethics committee': 'Not yet',
    'Other medicines': 'Paracetamol',
  });
});

test('a monitor reads what happened without the names that are known', async () => {
  const person = await api.logIn({ stage: 'timeline', firstName: 'Quilla', lastName: 'Marsh' });
  await person.send(saveDoctor, { name: 'Dr Okonkwo', phone: '0355-500-099', email: '' });
  const author = await logInStaff(api);
  const event = await recordEvent(author, person.participant.id, {
    description: 'Quilla fell; Dr Okonkwo (0355 500 099) told us.',
  });
  const query = `/admin/participants/${person.participant.id}/data-queries`;
  await author.open(query);
  const asked = await author.submit(query, {
    id: randomUUID(),
    event: '',
    about: 'record',
    day: '2026-03-09',
    text: 'Did Marsh mean this day?',
  });
  const monitor = await logInStaff(api, 'monitor');
  const page = `/admin/participants/${person.participant.id}`;
  for (const address of [event, LIST, page, asked.location ?? '', '/admin/data-queries']) {
    const { status, text } = await monitor.open(address);
    expect({ address, status }).toEqual({ address, status: 200 });
    expect(text).not.toMatch(/Quilla|Marsh|Okonkwo|500.?099/);
  }
  const monitored = (await monitor.open(event)).text;
  expect(monitored).toContain('[name] fell; Dr [name] ([phone]) told us.');
  expect(monitored).not.toMatch(/Change it|Void it/);
  expect((await author.open(event)).text).toContain('Quilla fell; Dr Okonkwo');
});

test.each([
  [24 * HOUR_MS, 'Report by 11/03/2026, 12:00 pm: 24 hours left'],
  [HOUR_MS, 'Report by 11/03/2026, 12:00 pm: 1 hour left'],
  [HOUR_MS - 1, 'Report by 11/03/2026, 12:00 pm: 59 minutes left'],
  [0, 'Report by 11/03/2026, 12:00 pm: 0 minutes left'],
  [-1, 'Overdue since 11/03/2026, 12:00 pm: 0 minutes'],
])('%i ms before a report is due its clock says “%s”', (leftMs, words) => {
  const awareAt = new Date('2026-03-10T01:00:00Z');
  const due = awareAt.getTime() + 24 * HOUR_MS;
  const event = { criteria: ['death'], awareAt, reportedAt: null, ethicsReportedAt: null };
  const op = { content: api.content, now: new Date(due - leftMs) };
  expect(reportClockTexts(event, op)[0]).toEqual({ to: 'the sponsor', text: words });
  const [made] = reportClockTexts({ ...event, reportedAt: op.now }, op);
  expect(made?.text).toMatch(leftMs < 0 ? /, 0 minutes late$/ : /, within 24 hours$/);
  expect(reportClockTexts({ ...event, criteria: [] }, op)).toEqual([]);
});

test('a list has the first 80 characters of what happened', () => {
  const whole = 'x'.repeat(80);
  expect([shortened(whole), shortened(`${whole}x`)]).toEqual([whole, `${whole}…`]);
});

test('a form sent twice records one event, and two changes of one version are not both saved', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const [one, two] = [await logInStaff(api), await logInStaff(api, 'investigator')];
  const fields = { id: randomUUID() };
  const event = await recordEvent(one, id, fields);
  expect(await recordEvent(one, id, fields)).toBe(event);
  for (const browser of [one, two]) await browser.open(`${event}/change`);
  const change = { ...FALL, version: '1', reason: 'By the letter of the hospital.' };
  expect((await one.submit(`${event}/change`, change)).status).toBe(303);
  const stale = await two.submit(`${event}/change`, { ...change, severity: 'severe' });
  expect(stale).toMatchObject({
    status: 422,
    text: expect.stringContaining('Another version was saved while you wrote'),
  });
  expect(readPageForm(stale.text, `${event}/change`)).toMatchObject({
    ...{ version: ['2'], severity: ['severe'], reason: [change.reason] },
  });
  expect(await api.query('select version from adverse_event_version order by id')).toEqual([
    { version: 1 },
    { version: 2 },
  ]);
  await two.open(event);
  expect(await two.sign(`${event}/sign`, { version: '1' })).toMatchObject({
    status: 409,
    text: expect.stringContaining('Another version was saved meanwhile'),
  });
  const blinded = await buildAdverseEvent(api, id, { relatedness: '' });
  await two.open(`${LIST}/${blinded}`);
  expect(await two.sign(`${LIST}/${blinded}/sign`, { version: '1' })).toMatchObject({
    status: 403,
    text: expect.stringContaining('It is not assessed yet.'),
  });
  expect(await api.query('select 1 from adverse_event_version where signed_at is not null')).toEqual([]);
});

describe('a form that says what cannot be', () => {
  test.each([
    [
      'an end before the beginning',
      { outcome: 'recovered', ended: '2026-03-07' },
      'It cannot end before it began.',
    ],
    [
      'a beginning after it was known',
      { onset: '2026-03-10', awareAt: '2026-03-09T10:00' },
      'It cannot begin after the team knew of it.',
    ],
    ['a time of knowing still to come', { awareAt: '2026-03-10T12:01' }, 'This time is still to come.'],
    ['a day still to come', { onset: '2026-03-11' }, 'This day is still to come.'],
    ['an end still to come', { outcome: 'recovered', ended: '2026-03-12' }, 'This day is still to come.'],
    ['a report still to come', { reportedAt: '2026-03-10T12:01' }, 'This time is still to come.'],
    ['an end that is no day', { outcome: 'recovered', ended: 'soon' }, 'Enter a day, or none.'],
    ['a report that is no time', { reportedAt: 'soon' }, 'Enter a day and time, or none.'],
    ['a day that does not exist', { onset: '2026-02-30' }, 'Enter the day on which it began.'],
    ['a report before it was known', { reportedAt: '2026-03-10T09:00' }, 'It cannot be reported before'],
    [
      'a report to the ethics committee before it was known',
      { ethicsReportedAt: '2026-03-10T09:00' },
      'It cannot be reported before',
    ],
    ['a code without its term', { termCode: '10016173' }, 'Enter the term of the code.'],
    ['serious without a criterion', { criteria: '' }, 'Choose what makes it serious.'],
    ['a death that is not serious', { serious: 'no', criteria: '', outcome: 'fatal' }, 'died is serious.'],
    ['a criterion and not serious', { serious: 'no' }, 'A criterion is chosen'],
    ['a death that was survived', { criteria: 'death' }, 'disagree on whether the person died'],
    ['a last day of what goes on', { ended: '2026-03-09' }, 'It has no last day with the outcome'],
    ['an unknown choice', { severity: 'terrible' }, 'Choose how severe it is.'],
    ['no words', { description: ' ' }, 'Say what happened.'],
  ])('%s is shown again with what is wrong, and nothing is saved', async (_, fields, words) => {
    const { id } = await api.buildParticipant({ stage: 'timeline' });
    const browser = await logInStaff(api);
    await browser.open(formOf(id));
    const answer = await browser.submit(formOf(id), { ...FALL, id: randomUUID(), ...fields });
    expect(answer).toMatchObject({ status: 422, text: expect.stringContaining(words) });
    expect(answer.text).toContain('There is a problem');
    expect(answer.text).toContain('value="2026-03-');
    expect(await api.query('select 1 from adverse_event')).toEqual([]);
  });
});

test('may begin, be known of, reported and end on one day, which UTC may not have yet, in words as long as may be', async () => {
  api.clock.set('2026-03-09T22:00:00Z');
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const [now, day] = ['2026-03-10T09:00', '2026-03-10'];
  await recordEvent(await logInStaff(api), id, {
    ...{ onset: day, ended: day, outcome: 'recovered', awareAt: now, reportedAt: now, ethicsReportedAt: now },
    ...{ description: 'x'.repeat(2000), term: 'x'.repeat(200), termCode: 'x'.repeat(20) },
    concomitant: 'x'.repeat(1000),
  });
  const at = api.clock.now();
  expect(
    await api.query(
      `select onset::text, ended::text, aware_at, reported_at, ethics_reported_at, length(description) as description,
         length(term) as term, length(term_code) as code, length(concomitant) as concomitant from adverse_event_version`,
    ),
  ).toEqual([
    {
      ...{ onset: day, ended: day, aware_at: at, reported_at: at, ethics_reported_at: at },
      ...{ description: 2000, term: 200, code: 20, concomitant: 1000 },
    },
  ]);
});

test('recorded from a warning sign of the participant, and not from another’s', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const { body } = await visitor.send(allData, undefined);
  const symptoms = body.symptoms.filter(({ redflag }) => redflag).map(({ id }) => id);
  const poor = { sleep: false, mood: false, active: true, symptoms, activities: [] };
  // At 9 am on the day before, which is another day in UTC.
  await visitor.send(saveRecord, { ...poor, recordedAt: '2026-03-08T22:00:00.000Z' });
  const [sign] = await api.query('select id from warning_sign');
  const { id } = visitor.participant;
  const browser = await logInStaff(api);
  expect((await browser.open(`/admin/warning-signs/${sign.id}`)).text).toContain(
    `${formOf(id)}?sign=${sign.id}`,
  );
  const { text } = await browser.open(`${formOf(id)}?sign=${sign.id}`);
  const filled = readPageForm(text, formOf(id));
  expect(filled).toMatchObject({ sign: [sign.id], source: ['warning-sign'], onset: ['2026-03-09'] });
  const [, given] = [await browser.open(formOf(id)), { ...FALL, id: randomUUID(), sign: sign.id }];
  const rejected = await browser.submit(formOf(id), { ...given, description: '' });
  expect(readPageForm(rejected.text, formOf(id))).toMatchObject({ id: [given.id], sign: [sign.id] });
  const event = await recordEvent(browser, id, { sign: filled.sign, onset: filled.onset });
  expect((await browser.open(event)).text).toContain(`/admin/warning-signs/${sign.id}`);

  const other = await api.buildParticipant({ stage: 'timeline' });
  expect((await browser.open(`/admin/participants/${other.id}`)).text).not.toContain(event);
  expect((await browser.open(`${formOf(other.id)}?sign=${sign.id}`)).text).not.toContain(sign.id);
  const fields = { ...FALL, id: randomUUID(), sign: sign.id };
  expect((await browser.submit(formOf(other.id), fields)).status).toBe(404);
  expect(await api.query('select 1 from adverse_event')).toHaveLength(1);
});

test('words go with anonymity; on deletion a count by arm and seriousness stays', async () => {
  const browser = await logInStaff(api, 'manager');
  const named = await api.logIn({ stage: 'timeline' });
  const kept = await recordEvent(browser, named.participant.id);
  const investigator = await logInStaff(api, 'investigator');
  await investigator.open(kept);
  expect((await investigator.sign(`${kept}/sign`, { version: '1' })).status).toBe(303);
  const other = await api.buildParticipant({ stage: 'timeline' });
  const others = await recordEvent(browser, other.id);
  await named.send(saveUserDataConsent, { value: 'anonymous' });
  expect((await browser.open(others)).text).toContain('Fell at home');
  await api.queryAsOwner('delete from participant where id = $1', [other.id]);
  const { text } = await browser.open(kept);
  expect(text).toContain('The description was erased');
  expect(rowsOfPage(text).flat()).toContain('Stands');
  expect(text).toContain('Serious: hospitalisation');
  const [anonymous] = await api.query(`select id from participant where data_consent = 'anonymous'`);
  await browser.open(LIST);
  expect(await browser.submit(formOf(anonymous.id), { ...FALL, id: randomUUID() })).toMatchObject({
    status: 403,
    text: expect.stringContaining('Nothing is recorded about anonymous people.'),
  });
  // Made anonymous, and erased, while the form was on its way.
  const given = adverseEventSchema(api.content, api.clock.now(), { isBlinded: false });
  const details = given.parse({ ...FALL, criteria: ['hospitalisation'] });
  const { id: staffId } = browser.staff;
  const event = { id: randomUUID(), staffId, warningSign: null, details };
  await expect(recordAdverseEvent(api.operation(), anonymous.id, event)).rejects.toThrow(
    'Nothing is recorded about anonymous people.',
  );
  const change = { staffId, version: 1, reason: 'By the letter of the hospital.', details };
  await expect(changeAdverseEvent(api.operation(), event.id, change)).rejects.toMatchObject({
    code: 'not-found',
  });
  // What is owed of it can still be done, without a word.
  expect((await browser.open('/admin')).text).toContain(`href="${kept}"`);
  const form = readPageForm((await browser.open(`${kept}/change`)).text, `${kept}/change`);
  for (const name of ['description', 'concomitant', 'reason']) expect(form).not.toHaveProperty(name);
  const ofAnonymous = (await browser.open(`/admin/participants/${anonymous.id}`)).text;
  expect(ofAnonymous).not.toContain('Record an adverse event');
  const reported = { reportedAt: '2026-03-10T11:00', ethicsReportedAt: '2026-03-10T11:00' };
  const words = { description: 'Zelda fell.', concomitant: 'Of Zelda', reason: 'Zelda called.' };
  expect((await browser.submit(`${kept}/change`, { ...form, ...reported, ...words })).status).toBe(303);
  expect((await browser.open('/admin')).text).not.toContain(`href="${kept}"`);
  expect(
    await api.query('select description, concomitant, reason from adverse_event_version where version = 2'),
  ).toEqual([{ description: '', concomitant: '', reason: '' }]);
  const [, newest] = rowsOfPage((await browser.open(kept)).text.split('<h2 id="versions">')[1] ?? '');
  expect([newest?.[0], newest?.[4]]).toEqual(['2', 'Erased']);
  expect(await api.query(`select 1 from audit_values where after::text like '%Zelda%'`)).toEqual([]);

  const leaving = await api.logIn({ stage: 'timeline' });
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 0, 'usual-care', now())`,
    [leaving.participant.id],
  );
  const changed = await recordEvent(browser, leaving.participant.id);
  await browser.open(`${changed}/change`);
  const version = { ...FALL, severity: 'severe', version: '1', reason: 'The hospital called.' };
  expect((await browser.submit(`${changed}/change`, version)).status).toBe(303);
  const minor = { serious: 'no', criteria: '', description: 'Headache.' };
  for (const description of ['Headache.', 'Nausea.'])
    await recordEvent(browser, leaving.participant.id, { ...minor, description });
  await leaving.send(saveUserDataConsent, { value: 'delete' });
  expect(await api.query('select 1 from adverse_event')).toHaveLength(1);
  expect(await api.query('select arm, serious, count from erased_adverse_events order by serious')).toEqual([
    { arm: 'usual-care', serious: false, count: 2 },
    { arm: 'usual-care', serious: true, count: 1 },
  ]);
  const another = await api.logIn({ stage: 'timeline' });
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 1, 'usual-care', now())`,
    [another.participant.id],
  );
  await recordEvent(browser, another.participant.id, minor);
  await another.send(saveUserDataConsent, { value: 'delete' });
  expect(await api.query('select arm, serious, count from erased_adverse_events order by serious')).toEqual([
    { arm: 'usual-care', serious: false, count: 3 },
    { arm: 'usual-care', serious: true, count: 1 },
  ]);
  await api.query(
    `insert into erased_adverse_events (arm, serious, count) values ('reduction', true, 2), ('none', false, 4)`,
  );
  const [, erased = ''] = (await browser.open(LIST)).text.split('<h2 id="erased">');
  expect(rowsOfPage(erased).slice(1).toSorted()).toEqual([
    ['Not randomised', 'Not serious', '4'],
    ['Reduction', 'Serious', '2'],
    ['Usual care', 'Not serious', '3'],
    ['Usual care', 'Serious', '1'],
  ]);
  await eraseValues(api);
  expect(JSON.stringify(await api.query('select * from audit_values'))).not.toContain('Headache');
});

test('unreported serious events are listed first, then the newest; each filter lists its events', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const browser = await logInStaff(api);
  const over = { outcome: 'recovered', ended: '2026-03-09' };
  const mild = { serious: 'no', criteria: [], expectedness: 'expected' };
  const reported = { reportedAt: '2026-03-09T13:00', ethicsReportedAt: '2026-03-09T13:00' };
  for (const [description, fields] of Object.entries({
    Dizzy: { ...mild, ...over, awareAt: '2026-03-09T10:00' },
    Headache: { ...mild, awareAt: '2026-03-10T11:00' },
    Fall: {
      ...{ ...reported, ...over, awareAt: '2026-03-09T12:00', onset: '2026-03-07' },
      ...{ term: 'Fall', termCode: '10016173' },
    },
    Seizure: { awareAt: '2026-03-08T10:00', onset: '2026-03-06' },
  }))
    await recordEvent(browser, id, { description, ...fields });
  const namesOn = async (path: string) =>
    [...(await browser.open(path)).text.matchAll(/>(Dizzy|Headache|Fall|Seizure)</g)].map(([, name]) => name);
  expect(await namesOn(LIST)).toEqual(['Seizure', 'Headache', 'Fall', 'Dizzy']);
  const listed = async () => rowsOfPage((await browser.open(LIST)).text).slice(1);
  const name = `${(await api.query('select first_name from participant where id = $1', [id]))[0].first_name} Taylor`;
  const seriously = 'Serious: hospitalisation or a longer stay in hospital';
  const days = { Seizure: '06/03/2026', Headache: '08/03/2026', Fall: '07/03/2026', Dizzy: '08/03/2026' };
  expect((await listed()).map(([event = '', ...cells]) => [event, ...cells.slice(0, 4), cells[5]])).toEqual([
    ['Seizure', name, seriously, days.Seizure, 'Recovering', 'Not yet'],
    ['Headache', name, 'Not serious', days.Headache, 'Recovering', 'Not yet'],
    ['Fall', name, seriously, days.Fall, 'Recovered', 'Not yet'],
    ['Dizzy', name, 'Not serious', days.Dizzy, 'Recovered', 'Not yet'],
  ]);
  expect(await namesOn(`/admin/participants/${id}`)).toEqual(['Headache', 'Fall', 'Dizzy', 'Seizure']);
  await api.query(
    `update adverse_event_version set signed_at = now(), signed_by = staff_id where description = 'Dizzy'`,
  );
  expect((await listed()).map((cells) => cells[5])).toEqual([
    expect.stringMatching(/^To the sponsor: Overdue .*\. To the ethics committee: Report by /),
    'Not needed',
    expect.stringMatching(/^To the sponsor: Reported .*\. To the ethics committee: Reported /),
    'Not needed',
  ]);
  const signed = rowsOfPage((await browser.open(`/admin/participants/${id}`)).text).filter(
    ([, seriousness]) => seriousness === 'Not serious',
  );
  expect(signed).toEqual([
    ['Headache', 'Not serious', '08/03/2026', 'Recovering', 'Not yet'],
    ['Dizzy', 'Not serious', '08/03/2026', 'Recovered', 'Yes'],
  ]);
  expect((await listed()).map(([event, ...cells]) => [event, cells.at(-1)])).toEqual([
    ...[
      ['Seizure', 'Not yet'],
      ['Headache', 'Not yet'],
      ['Fall', 'Not yet'],
      ['Dizzy', 'Yes'],
    ],
  ]);
  const only = async (filter: string) => namesOn(`${LIST}?only=${filter}`);
  expect(await only('serious')).toEqual(['Seizure', 'Fall']);
  expect(await only('unreported')).toEqual(['Seizure']);
  expect(await only('unsigned')).toEqual(['Seizure', 'Headache', 'Fall']);
  expect(await only('ongoing')).toEqual(['Seizure', 'Headache']);
  expect(await only('uncoded')).toEqual(['Seizure', 'Headache', 'Dizzy']);
  expect(await only('void')).toEqual([]);
  await api.query(
    `update adverse_event e set voided_at = now(), voided_by = staff_id, void_reason = 'duplicate'
     from adverse_event_version v where v.event_id = e.id and description = 'Seizure'`,
  );
  for (const filter of ['serious', 'unreported', 'unsigned', 'ongoing', 'uncoded'])
    expect(await only(filter)).not.toContain('Seizure');
  expect(await only('void')).toEqual(['Seizure']);
  expect(rowsOfPage((await browser.open(`${LIST}?only=void`)).text)[1]?.at(-1)).toBe('Void');
});

test('the list has pages, and none is longer than 20 events', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  for (let event = 0; event < 21; event++) await buildAdverseEvent(api, id);
  const browser = await logInStaff(api);
  const rowsOf = async (page: number) =>
    (await browser.open(`${LIST}?page=${page}`)).text.split('scope="row"').length - 1;
  expect([await rowsOf(1), await rowsOf(2), await rowsOf(3)]).toEqual([20, 1, 0]);
});

test('an event is still recorded of someone who withdrew and lets the trial keep their data', async () => {
  const person = await api.logIn({ stage: 'timeline' });
  await person.send(saveUserDataConsent, { value: 'agree' });
  const { id } = person.participant;
  const browser = await logInStaff(api);
  expect((await browser.open(`/admin/participants/${id}`)).text).toContain(`href="${formOf(id)}"`);
  const event = await recordEvent(browser, id);
  const form = readPageForm((await browser.open(`${event}/change`)).text, `${event}/change`);
  expect(form).toMatchObject({ description: [FALL.description], concomitant: [''], reason: [''] });
  const change = { ...form, description: 'Fell at work.', reason: 'They called.' };
  expect((await browser.submit(`${event}/change`, change)).status).toBe(303);
  expect((await browser.open(event)).text).toContain('What happened: Fell at home');
});

describe('an adverse event', () => {
  test('is coded, reported to the ethics committee by its own clock, and prints by the fields of CIOMS I', async () => {
    const { id } = await api.buildParticipant({ stage: 'timeline', firstName: 'Quilla' });
    const browser = await logInStaff(api);
    const coded = {
      ...{ term: 'Fall', termCode: '10016173', concomitant: 'Perindopril 5 mg a day' },
      ...{ outcome: 'recovered', ended: '2026-03-09' },
    };
    const criteria = ['life-threatening', 'hospitalisation'];
    const event = await recordEvent(browser, id, { ...coded, criteria, reportedAt: '2026-03-10T11:00' });
    const { text } = await browser.open(event);
    for (const words of [
      'Fall, 10016173',
      'Perindopril',
      'Report to the ethics committee',
      'Report by 13/03/2026',
    ])
      expect(text).toContain(words);
    expect(await api.query(`select after->>'concomitant' as medicines from audit_values`)).toContainEqual({
      medicines: coded.concomitant,
    });
    expect((await browser.open(`${LIST}?only=unreported`)).text).toContain('Fell at home');
    const form = (await browser.open(`${event}/cioms`)).text;
    for (const words of ['Fall (MedDRA 10016173)', 'Perindopril 5 mg a day', '25a. Report type', 'Initial'])
      expect(form).toContain(words);
    expect(form).not.toContain('Quilla');

    const { text: shown } = await browser.open(`${event}/change`);
    const filled = readPageForm(shown, `${event}/change`);
    const { sign: _, description, ...rest } = { ...FALL, ...coded, reportedAt: '2026-03-10T11:00' };
    expect(filled).toEqual({
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, [value]])),
      ...{ description: [description], criteria, version: ['1'], ethicsReportedAt: [''], reason: [''] },
    });
    const change = { ...filled, ethicsReportedAt: '2026-03-10T11:30', reason: 'Reported.' };
    expect((await browser.submit(`${event}/change`, change)).status).toBe(303);
    expect(Object.fromEntries(rowsOfPage((await browser.open(event)).text))).toMatchObject({
      'Reported to the sponsor': '10/03/2026, 11:00 am',
      'Reported to the ethics committee': '10/03/2026, 11:30 am',
      ...{ Began: '08/03/2026', Ended: '09/03/2026' },
    });
    const followUp = (await browser.open(`${event}/cioms`)).text;
    expect(followUp).toContain('>Follow-up 1<');
    expect(followUp).not.toContain('Report nothing by this page.');
    const again = readPageForm((await browser.open(`${event}/change`)).text, `${event}/change`);
    expect(again).toMatchObject({
      ethicsReportedAt: ['2026-03-10T11:30'],
      ...{ concomitant: [coded.concomitant] },
    });
    await browser.open(formOf(id));
    expect(
      await browser.submit(formOf(id), { ...FALL, id: randomUUID(), termCode: '10016173' }),
    ).toMatchObject({ status: 422, text: expect.stringContaining('Enter the term of the code.') });
  });

  test('prints as CIOMS I with what was signed, coded, taken and recorded, or that it was not', async () => {
    const author = await logInStaff(api);
    const second = await logInStaff(api, 'investigator');
    await api.query(`update staff set name = 'Sam Poole' where id = $1`, [second.staff.id]);
    const factsOf = async (event: string): Promise<Record<string, string>> =>
      Object.fromEntries(rowsOfPage((await second.open(`${event}/cioms`)).text));
    const { id } = await api.buildParticipant({ stage: 'timeline' });
    const event = await recordEvent(author, id);
    // Of the day of onset, whatever was reported for later days.
    await api.query(`update dose_report set day = '2026-03-01' where participant_id = $1`, [id]);
    await api.query(
      `insert into dose_report (participant_id, day, dose, schedule_id, kind, reported_by, reported_at)
       select participant_id, '2026-03-09', 50, schedule_id, 'other', reported_by, reported_at from dose_report where participant_id = $1`,
      [id],
    );
    const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [id]);
    const byHand = 'To be added by hand: the trial does not collect it';
    const { name, researchTeam } = api.content.product;
    expect(await factsOf(event)).toEqual({
      '1. Patient': studyId,
      '1a. Country': byHand,
      '2. Date of birth, 2a. age': byHand,
      '3. Sex': byHand,
      '4–6. Reaction onset': '08/03/2026',
      '7 + 13. Reaction': 'Not coded yet',
      '7 + 13. Description': FALL.description,
      '8–12. Seriousness': 'Serious: hospitalisation or a longer stay in hospital',
      Outcome: 'Recovering',
      '14. Suspect drug': 'Sertraline',
      '15. Daily dose': '100 mg a day',
      '16. Route of administration': 'By mouth',
      '17. Indication for use': byHand,
      '18. Therapy dates': 'This dose since 01/03/2026, as reported',
      '19. Therapy duration': 'Less than 1 year at baseline',
      '20. Did reaction abate after stopping drug?': byHand,
      '21. Did reaction reappear after reintroduction?': byHand,
      'Done about the reduction': 'The next step was delayed',
      '22. Concomitant drugs': 'None recorded',
      '23. Other relevant history': byHand,
      '24a. Name and address of the sender': `${name}, ${researchTeam.phone}`,
      '24b. Control number': event.split('/').at(-1),
      '24c. Date received': '10/03/2026, 10:00 am',
      '24d. Report source': 'A call with the participant',
      'Date of this report': '10/03/2026, 12:00 pm',
      '25a. Report type': 'Initial',
      'Related to the reduction': 'Possibly related',
      Expected: 'Unexpected',
      'Signed by an investigator': 'Not signed yet',
    });
    await api.query(`update dose_report set kind = 'assumed' where participant_id = $1`, [id]);
    expect(await factsOf(event)).toMatchObject({
      '15. Daily dose': 'Not recorded',
      '18. Therapy dates': 'Not recorded',
    });
    await second.open(event);
    await second.sign(`${event}/sign`, { version: '1' });
    await api.queryAsOwner('delete from baseline where participant_id = $1', [id]);
    expect(await factsOf(event)).toMatchObject({
      '14. Suspect drug': 'Sertraline, standard steps',
      '19. Therapy duration': 'Not recorded',
      'Signed by an investigator': 'Sam Poole, 10/03/2026, 12:00 pm',
    });

    const earlier = await recordEvent(author, id, { onset: '2026-02-27' });
    expect(await factsOf(earlier)).toMatchObject({
      '15. Daily dose': 'Not recorded',
      '18. Therapy dates': 'Not recorded',
    });

    const { id: usualCare } = await api.buildParticipant({ stage: 'usualCare' });
    expect(await factsOf(await recordEvent(author, usualCare))).toMatchObject({
      '15. Daily dose': '100 mg a day at baseline',
      '18. Therapy dates': 'Not recorded',
    });
    const { id: early } = await api.buildParticipant({ stage: 'eligibility' });
    await api.query('update participant set study_id = null where id = $1', [early]);
    expect(await factsOf(await recordEvent(author, early))).toMatchObject({
      '1. Patient': 'Without a study id',
      '14. Suspect drug': 'Not recorded',
      '15. Daily dose': 'Not recorded',
    });
  });

  test('that was reported late says by how many minutes, and a choice of an earlier content keeps its id', async () => {
    const { id } = await api.buildParticipant({ stage: 'timeline' });
    const browser = await logInStaff(api);
    const description = `${'x'.repeat(79)} fell at home`;
    const event = await recordEvent(browser, id, {
      ...{ description, awareAt: '2026-03-09T10:00', reportedAt: '2026-03-10T10:01' },
      ethicsReportedAt: '2026-03-09T11:00',
    });
    const factsOf = async (): Promise<Record<string, string>> =>
      Object.fromEntries(rowsOfPage((await browser.open(event)).text));
    expect(await factsOf()).toMatchObject({
      Severity: 'Moderate',
      'Report to the sponsor': 'Reported 10/03/2026, 10:01 am, 1 minute late',
    });
    await api.query(
      `update adverse_event_version set severity = 'grade-2', reported_at = reported_at + interval '29 minutes'`,
    );
    expect(await factsOf()).toMatchObject({
      Severity: 'grade-2',
      'Report to the sponsor': 'Reported 10/03/2026, 10:30 am, 30 minutes late',
    });
    const [listed] = rowsOfPage((await browser.open(LIST)).text).filter(([what]) => what?.startsWith('xxx'));
    expect(listed?.[0]).toBe(`${'x'.repeat(79)}…`);
  });

  test('of an unknown id is not found, nor is one recorded of an unknown participant', async () => {
    const browser = await logInStaff(api);
    for (const page of [`${LIST}/${randomUUID()}`, formOf(randomUUID())])
      expect(await browser.open(page)).toMatchObject({ status: 404 });
  });

  test('is voided with a reason and a signature, and counts nowhere from then on', async () => {
    const { id } = await api.buildParticipant({ stage: 'timeline' });
    const author = await logInStaff(api);
    const event = await recordEvent(author, id);
    const voids = `${event}/void`;
    expect(await author.open(voids)).toMatchObject({
      status: 403,
      text: expect.stringContaining('Another member of the team voids it'),
    });
    const harmless = await recordEvent(author, id, { serious: 'no', criteria: [] });
    await author.open(`${harmless}/void`);
    expect((await author.sign(`${harmless}/void`, { reason: 'duplicate' })).status).toBe(303);
    const other = await logInStaff(api, 'manager');
    await api.query(`update staff set name = 'Sam Poole' where id = $1`, [other.staff.id]);
    await other.open(voids);
    expect(await other.sign(voids, { reason: 'bored' })).toMatchObject({ status: 422 });
    expect(await other.sign(voids, { reason: 'wrong-person' })).toMatchObject({
      status: 303,
      location: event,
    });
    expect(
      await api.query(
        `select e.void_reason, e.voided_by, s.hash from adverse_event e join signature s on s.target = e.id
         where s.kind = 'adverse-event-void' order by e.void_reason`,
      ),
    ).toEqual(
      [
        { event: harmless, reason: 'duplicate', by: author },
        { event, reason: 'wrong-person', by: other },
      ].map(({ by, reason, ...voided }) => ({
        ...{ void_reason: reason, voided_by: by.staff.id },
        hash: hashSigned({ event: voided.event.split('/').at(-1), version: 1, reason }),
      })),
    );
    const { text } = await other.open(event);
    expect(text).toContain('It was recorded of the wrong person. Sam Poole, 10/03/2026, 12:00 pm');
    expect(text).not.toContain('/change"');
    const ofPerson = rowsOfPage((await other.open(`/admin/participants/${id}`)).text);
    expect(ofPerson.filter(([what]) => what?.startsWith('Fell')).map((cells) => cells[4])).toEqual([
      'Void',
      'Void',
    ]);
    expect((await other.open(`${event}/cioms`)).text).toContain('Report nothing by this page.');
    expect(text).not.toContain('<h2 id="sign-off">');
    expect(await api.eventsOf(id, 'adverse-event.voided')).toMatchObject([
      { after: { reason: 'duplicate' } },
      { after: { event: event.split('/').at(-1), reason: 'wrong-person' } },
    ]);
    expect((await other.open(LIST)).text).toContain('No adverse event is recorded.');
    expect((await other.open(`${LIST}?only=void`)).text).toContain('Fell at home');
    expect((await other.open('/admin')).text).toContain('Nothing is due.');
    expect((await other.open(`/admin/participants/${id}/lock`)).text).not.toContain('not signed');
    for (const [page, fields] of [
      [`${event}/change`, { ...FALL, version: '1', reason: 'Again.' }],
      [voids, { reason: 'duplicate' }],
    ] as const) {
      await other.open('/admin');
      expect((await other.submit(page, fields)).status).toBe(409);
    }
  });
});

test('the trial’s page counts the events of people who consented, as the export does, and says how many others have', async () => {
  const author = await logInStaff(api);
  const manager = await logInStaff(api, 'manager');
  const counts = async () =>
    rowsOfPage((await manager.open('/admin/trial')).text).filter(([what]) => what?.includes('dverse events'));
  const person = await api.logIn({ stage: 'consent' });
  await person.send(saveUserAgree, { consentAgree: true, futureContact: true });
  await recordEvent(author, person.participant.id);
  await recordEvent(author, person.participant.id, { serious: 'no', criteria: '' });
  const counted = [
    ['Adverse events', '2'],
    ['Serious adverse events', '1'],
  ];
  expect(await counts()).toEqual(counted);
  // Known before the others, and void.
  await recordEvent(author, person.participant.id, { description: 'Twice.', awareAt: '2026-03-09T10:00' });
  await api.query(
    `update adverse_event e set voided_at = now(), voided_by = staff_id, void_reason = 'duplicate'
     from adverse_event_version v where v.event_id = e.id and description = 'Twice.'`,
  );
  expect(await counts()).toEqual(counted);
  const { id } = await api.buildParticipant({ stage: 'eligibility' });
  await recordEvent(author, id);
  expect(await counts()).toEqual([
    ...counted,
    ['Adverse events of people without a consent, not in the export', '1'],
  ]);
  const files = unzip((await download(manager, api.origin)).bytes);
  const numbers = readCsv(files.get('adverse_events.csv') ?? '').map(([, number]) => number);
  expect(numbers).toEqual(['event', '1', '2']);
  const events = readCsv(files.get('events.csv') ?? '').filter(([, , event]) => event === 'adverse_event');
  expect(events.map(([, , , , value]) => value)).toEqual(['1', '2']);
});

test('the safety report counts days from randomisation by the trial’s clock, also of who is anonymous since', async () => {
  const person = await api.logIn({ stage: 'timeline' });
  const { id } = person.participant;
  // At 9 am on the 9th in Melbourne, when it is the 8th in UTC.
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'medium', 0, 'reduction', '2026-03-08T22:00:00Z')`,
    [id],
  );
  await recordEvent(await logInStaff(api), id, { onset: '2026-03-09' });
  const board = await logInStaff(api, 'safety-board');
  const shown = async () => {
    const { text } = await board.open('/admin/safety-report');
    const [who, , , , ...days] = rowsOfPage(text).find((cells) => cells.includes('09/03/2026')) ?? [];
    return [who, ...days.slice(0, 2)];
  };
  const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [id]);
  expect(await shown()).toEqual([studyId, '09/03/2026', '0']);
  await person.send(saveUserDataConsent, { value: 'anonymous' });
  expect(await shown()).toEqual(['Without a study id', '09/03/2026', '0']);
});

test('the safety board sees events by arm, and nothing else', async () => {
  const author = await logInStaff(api);
  for (const [position, arm] of ['reduction', 'usual-care'].entries()) {
    const { id } = await api.buildParticipant({ stage: 'timeline' });
    await api.query(
      `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'medium', $2, $3, now())`,
      [id, position, arm],
    );
    const mild = { serious: 'no', criteria: '' };
    await recordEvent(author, id, mild);
    if (arm === 'usual-care') continue;
    await recordEvent(author, id, { term: 'Fall', description: 'Signed.' });
    await recordEvent(author, id, { expectedness: 'expected' });
    await recordEvent(author, id, { term: 'Void', description: 'Twice.' });
  }
  await api.query(
    `update adverse_event_version set signed_at = now(), signed_by = staff_id where description = 'Signed.'`,
  );
  await api.query(
    `update adverse_event e set voided_at = now(), voided_by = staff_id, void_reason = 'duplicate'
     from adverse_event_version v where v.event_id = e.id and description = 'Twice.'`,
  );
  await api.query(
    `insert into erased_adverse_events (arm, serious, count)
     values ('usual-care', true, 4), ('reduction', false, 5), ('reduction', true, 6), ('none', false, 3)`,
  );
  const board = await logInStaff(api, 'safety-board');
  const { text } = await board.open('/admin/safety-report');
  const words = text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  for (const row of [
    'All adverse events 3 (1) 1 (1)',
    'Serious 2 (1) 0',
    'Serious and unexpected 1 (1) 0',
    'Not signed by an investigator yet 2 (1) 1 (1)',
    'Fall 1 (1) 0',
    'Not coded yet 2 (1) 1 (1)',
    'By severity Reduction, 1 people Usual care, 1 people Moderate 3 (1) 1 (1)',
    'By relation to the reduction Reduction, 1 people Usual care, 1 people Possibly related 3 (1) 1 (1)',
    'By outcome Reduction, 1 people Usual care, 1 people Recovering 3 (1) 1 (1)',
    'Serious, by criterion Reduction, 1 people Usual care, 1 people Hospitalisation or a longer stay in hospital 2 (1) 0',
    'Not randomised Not serious 3 Reduction Serious 6 Reduction Not serious 5 Usual care Serious 4',
  ])
    expect(words).toContain(row);
  expect(words).not.toContain('Void');
  const partOf = (id: string) => rowsOfPage(text.split(`<h2 id="${id}">`)[1]?.split('</section>')[0] ?? '');
  expect(partOf('totals')[0]).toEqual(['', 'Reduction, 1 people', 'Usual care, 1 people']);
  expect(partOf('criteria').slice(1)).toEqual([
    ['Hospitalisation or a longer stay in hospital', '2 (1)', '0'],
  ]);
  expect(partOf('severities').slice(1)).toEqual([['Moderate', '3 (1)', '1 (1)']]);
  expect(partOf('relatedness').slice(1)).toEqual([['Possibly related', '3 (1)', '1 (1)']]);
  expect(partOf('outcomes').slice(1)).toEqual([['Recovering', '3 (1)', '1 (1)']]);
  const serious = 'Serious: hospitalisation or a longer stay in hospital';
  const one = (term: string, expected: string) => [
    ...[expect.stringMatching(/^P[0-9A-F]{12}$/), 'Reduction', term, serious, '08/03/2026'],
    ...[expect.stringMatching(/^-\d+$/), 'Possibly related', expected, 'Recovering'],
  ];
  expect(
    partOf('serious')
      .slice(1)
      .toSorted((a, b) => `${a[2]}`.localeCompare(`${b[2]}`)),
  ).toEqual([one('Fall', 'Unexpected'), one('Not coded yet', 'Expected')]);
  for (const path of ['/admin/participants', LIST, '/admin/trial', '/admin/export'])
    expect((await board.open(path)).status).toBe(403);
  for (const role of ['manager', 'investigator', 'statistician'] as const)
    expect((await (await logInStaff(api, role)).open('/admin/safety-report')).status).toBe(403);
});
