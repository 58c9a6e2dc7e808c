import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { logInRandomised } from '../../testing/build-randomised.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const DAY_MS = 86_400_000;
const RANDOMISED = '2026-03-10T01:00:00Z';
const OPEN = '2026-06-03T01:00:00Z';
const FOLLOW_UPS = '/admin/follow-ups';
const api = await createTestApi({ config: { sessionIdleMs: 900 * DAY_MS, sessionAbsoluteMs: 900 * DAY_MS } });

async function build() {
  api.clock.set(RANDOMISED);
  const person = await logInRandomised(api, 'usual-care');
  const { id } = person.participant;
  const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [id]);
  return Object.assign(person, {
    id,
    studyId: studyId as string,
    page: `/admin/participants/${id}`,
    stored: () =>
      api.query(
        `select months, done_on::text as on, reported_at as at, reported_by as by, staff_id as staff from follow_up_done
         where participant_id = $1`,
        [id],
      ),
    attempts: () =>
      api.query('select months, channel, outcome, note from contact_attempt where participant_id = $1', [id]),
  });
}
const attempt = (fields: Record<string, string> = {}) => ({
  attemptId: randomUUID(),
  months: '3',
  channel: 'phone',
  outcome: 'message-left',
  attemptNote: 'With their <sister>.',
  ...fields,
});

test('the list has who is due with the last attempt, and the team reports one as done', async () => {
  const person = await build();
  const { firstName } = person.participant;
  const early = await logInStaff(api);
  expect((await early.open(FOLLOW_UPS)).text).not.toContain(firstName);
  api.clock.set(OPEN);
  const browser = await logInStaff(api);
  const before = (await browser.open(FOLLOW_UPS)).text;
  expect(before).toContain(firstName);
  expect(before).toContain(person.studyId);

  const given = attempt();
  for (let time = 0; time < 2; time++) {
    expect((await browser.open(person.page)).text).toContain('Note a contact attempt');
    expect(await browser.submit(`${person.page}/contact-attempts`, given)).toMatchObject({
      status: 303,
      location: `${person.page}#follow-ups`,
    });
  }
  expect(await person.attempts()).toEqual([
    { months: 3, channel: 'phone', outcome: 'message-left', note: given.attemptNote },
  ]);
  const { channel, outcome, attemptNote: note } = given;
  expect(await api.eventsOf(person.id, 'contact-attempt.')).toEqual([
    { type: 'contact-attempt.added', before: null, after: { months: 3, channel, outcome, note } },
  ]);
  expect((await browser.open(FOLLOW_UPS)).text).toContain('Left a message');
  api.clock.advance(60_000);
  await browser.open(person.page);
  await browser.submit(`${person.page}/contact-attempts`, attempt({ outcome: 'not-reached' }));
  const last = (await browser.open(FOLLOW_UPS)).text;
  expect(last).toContain('Did not reach them');
  expect(last).not.toContain('Left a message');
  const tried = (await browser.open(`${person.page}`)).text;
  expect(tried.indexOf('Did not reach them')).toBeLessThan(tried.indexOf('Left a message'));
  expect((await browser.open(person.page)).text).toContain('With their &lt;sister&gt;.');

  const done = { doneMonths: '3', doneOn: '2026-06-03' };
  expect(await browser.submit(`${person.page}/follow-ups`, done)).toMatchObject({ status: 303 });
  expect(await person.stored()).toEqual([
    { months: 3, on: '2026-06-03', at: api.clock.now(), by: 'team', staff: browser.staff.id },
  ]);
  expect((await browser.open(FOLLOW_UPS)).text).not.toContain(firstName);
  await browser.open(person.page);
  expect(await browser.submit(`${person.page}/follow-ups`, done)).toMatchObject({
    status: 422,
    text: expect.stringContaining('was reported as done before'),
  });
  expect(await person.stored()).toHaveLength(1);
});

test.each([
  ['one that is not due yet', { doneMonths: '6', doneOn: '2026-06-03' }, 'not due yet'],
  ['a day before the window', { doneMonths: '3', doneOn: '2026-06-02' }, 'first of the window'],
  ['a day ahead', { doneMonths: '3', doneOn: '2026-06-04' }, 'first of the window'],
  ['a day that does not exist', { doneMonths: '3', doneOn: '2026-06-31' }, 'Give a day that exists'],
  ['no follow-up', { doneMonths: '', doneOn: '2026-06-03' }, 'Choose one of the list'],
])('%s is not saved as done, and the form says why', async (_, fields, words) => {
  const person = await build();
  api.clock.set(OPEN);
  const browser = await logInStaff(api);
  await browser.open(person.page);
  expect(await browser.submit(`${person.page}/follow-ups`, fields)).toMatchObject({
    status: 422,
    text: expect.stringContaining(words),
  });
  expect(await person.stored()).toEqual([]);
});

test.each([
  { channel: 'pigeon' },
  { outcome: '' },
  { months: 'three' },
  { attemptNote: 'x'.repeat(501) },
  { attemptId: 'none' },
])('an attempt with %j is not saved', async (fields) => {
  const person = await build();
  const browser = await logInStaff(api);
  await browser.open(person.page);
  const { status, text } = await browser.submit(`${person.page}/contact-attempts`, attempt(fields));
  expect(status).toBe(422);
  // What is wrong comes first and is in sight; where nothing waits is one line.
  expect(text).toMatch(/<div>\n<details class="pages-section" open><summary>Follow-ups/);
  expect(text).toContain('<details class="pages-section"><summary>Notes');
  expect(await person.attempts()).toEqual([]);
});

test('nothing is noted about a follow-up that is none, someone who wants no contact, or someone erased', async () => {
  const person = await build();
  api.clock.set(OPEN);
  const browser = await logInStaff(api);
  await browser.open(person.page);
  expect((await browser.submit(`${person.page}/contact-attempts`, attempt({ months: '4' }))).status).toBe(
    404,
  );
  await person.send(saveUserDataConsent, { value: 'agree' });
  expect((await browser.open(person.page)).text).not.toContain('Note a contact attempt');
  expect((await browser.submit(`${person.page}/contact-attempts`, attempt())).status).toBe(403);
  const done = { doneMonths: '3', doneOn: '2026-06-03' };
  await browser.open(person.page);
  expect((await browser.submit(`${person.page}/follow-ups`, done)).status).toBe(422);
  await api.queryAsOwner('delete from participant where id = $1', [person.id]);
  await browser.open(FOLLOW_UPS);
  expect((await browser.submit(`${person.page}/contact-attempts`, attempt())).status).toBe(404);
  await browser.open(FOLLOW_UPS);
  expect((await browser.submit(`${person.page}/follow-ups`, done)).status).toBe(404);
  expect([await person.attempts(), await person.stored()]).toEqual([[], []]);
});

test('a monitor reads that there was a contact attempt, and not its note', async () => {
  const person = await build();
  api.clock.set(OPEN);
  const browser = await logInStaff(api);
  await browser.open(person.page);
  await browser.submit(`${person.page}/contact-attempts`, attempt({ attemptNote: 'With Zelda.' }));
  expect((await browser.open(person.page)).text).toContain('With Zelda.');
  const { text } = await (await logInStaff(api, 'monitor')).open(person.page);
  expect(text).toContain('Contact attempts');
  expect(text).not.toMatch(/Zelda|Note a contact attempt|A follow-up was done/);
});

test('who is due longest is first, and a monitor reads study ids only', async () => {
  await api.removeParticipants();
  expect((await (await logInStaff(api)).open(`${FOLLOW_UPS}?show=missed`)).text).toContain(
    'None was missed.',
  );
  const first = await build();
  api.clock.set('2026-03-11T01:00:00Z');
  const later = await logInRandomised(api, 'usual-care');
  api.clock.set('2026-06-12T01:00:00Z');
  const rowsOf = (page: { text: string }) => page.text.split('<tr').slice(2);
  const named = rowsOf(await (await logInStaff(api)).open(FOLLOW_UPS));
  expect(named.map((row) => row.includes(first.studyId))).toEqual([true, false]);
  for (const row of named) expect(row).toContain(first.participant.lastName);
  const monitored = rowsOf(await (await logInStaff(api, 'monitor')).open(FOLLOW_UPS));
  expect(monitored).toHaveLength(2);
  expect(monitored[0]?.split(first.studyId)).toHaveLength(3);
  for (const row of monitored) expect(row).not.toContain(later.participant.lastName);
});

test('the lists and the page have each value of a follow-up, and forms for the one that is open', async () => {
  await api.removeParticipants();
  const person = await build();
  const { id, studyId, page } = person;
  // At 8 am on the 11th in Melbourne; the first follow-up was missed, the second is due.
  api.clock.set('2026-09-10T22:00:00Z');
  await api.query('insert into follow_up_reminder values ($1, 6, 0, $2)', [id, api.clock.now()]);
  const [one, other] = [await logInStaff(api), await logInStaff(api, 'manager')];
  await api.query(`update staff set name = 'Kim Ode' where id = $1`, [other.staff.id]);
  const name = `${person.participant.firstName} ${person.participant.lastName}`;
  const listOf = async (show: string) => {
    const { text } = await one.open(`${FOLLOW_UPS}?show=${show}`);
    return [text.match(/>(?:Due|Missed) \(\d+\)/g), ...rowsOfPage(text).slice(1)];
  };
  const form = `${page}/contact-attempts`;
  const longest = 'x'.repeat(500);
  const note = async (browser: typeof one, months: string, outcome: string) => {
    const given = readPageForm((await browser.open(page)).text, form);
    const fields = { ...given, months, outcome, attemptNote: longest };
    expect((await browser.submit(form, fields)).status).toBe(303);
    api.clock.advance(60_000);
  };
  expect(readPageForm((await one.open(page)).text, form)).toEqual({
    ...{ attemptId: [expect.stringMatching(/^[0-9a-f-]{36}$/)], months: ['6'], channel: ['phone'] },
    ...{ outcome: [''], attemptNote: [''] },
  });
  const rejected = { attemptId: randomUUID(), months: '3', channel: 'email', outcome: '', attemptNote: '<3' };
  const asSent = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]]));
  expect(readPageForm((await one.submit(form, rejected)).text, form)).toEqual(asSent(rejected));
  await note(one, '6', 'will-do-it');
  await note(one, '6', 'message-left');
  await note(other, '3', 'not-reached');
  const counts = ['>Due (1)', '>Missed (1)'];
  expect(await listOf('due')).toEqual([
    counts,
    [
      ...[name, studyId, '6 months', '10/09/2026', '22/10/2026', 'Due, reminded'],
      'Phone, 11/09/2026, 8:01 am: Left a message',
    ],
  ]);
  expect(await listOf('missed')).toEqual([
    counts,
    [
      ...[name, studyId, '3 months', '10/06/2026', '22/07/2026', 'Missed'],
      'Phone, 11/09/2026, 8:02 am: Did not reach them',
    ],
  ]);

  const sectionIn = (text: string) => text.split('<h2 id="follow-ups">')[1]?.split('</section>')[0] ?? '';
  const offered = (text: string) =>
    [...sectionIn(text).matchAll(/<option value="(\d+)"/g)].map(([, each]) => each);
  const before = (await one.open(page)).text;
  // Once for each form.
  expect(offered(before)).toEqual(['3', '6', '3', '6']);
  const done = readPageForm(before, `${page}/follow-ups`);
  expect(done).toEqual({ doneMonths: ['6'], doneOn: ['2026-09-11'] });
  const early = { doneMonths: '3', doneOn: '2026-06-02' };
  expect(readPageForm((await one.submit(`${page}/follow-ups`, early)).text, `${page}/follow-ups`)).toEqual(
    asSent(early),
  );
  expect((await one.submit(`${page}/follow-ups`, done)).status).toBe(303);
  const { text } = await one.open(page);
  expect(offered(text)).toEqual(['3', '6', '3']);
  expect(readPageForm(text, form)).toMatchObject({ months: ['3'] });
  await api.query(
    `insert into follow_up_done (participant_id, months, done_on, reported_at, reported_by)
     values ($1, 3, '2026-06-12', now(), 'participant')`,
    [id],
  );
  expect(rowsOfPage(sectionIn((await one.open(page)).text))).toEqual([
    ['Follow-up', 'Due on', 'Window', 'State', 'Messages sent', 'Done on, reported by'],
    ['3 months', '10/06/2026', '03/06/2026 to 22/07/2026', 'Done', '0', '12/06/2026, the participant'],
    ['6 months', '10/09/2026', '03/09/2026 to 22/10/2026', 'Done', '1', '11/09/2026, Robin Reed'],
    ['12 months', '10/03/2027', '03/03/2027 to 21/04/2027', 'Planned', '0', ''],
    ['18 months', '10/09/2027', '03/09/2027 to 22/10/2027', 'Planned', '0', ''],
    ['24 months', '10/03/2028', '03/03/2028 to 21/04/2028', 'Planned', '0', ''],
    ['When', 'Who', 'Follow-up', 'How', 'Outcome', 'Note'],
    ['11/09/2026, 8:02 am', 'Kim Ode', '3 months', 'Phone', 'Did not reach them', longest],
    ['11/09/2026, 8:01 am', 'Robin Reed', '6 months', 'Phone', 'Left a message', longest],
    ['11/09/2026, 8:00 am', 'Robin Reed', '6 months', 'Phone', 'Reached them, they will do it', longest],
  ]);
});

test('who missed one last is first', async () => {
  await api.removeParticipants();
  const first = await build();
  api.clock.set('2026-03-12T01:00:00Z');
  const later = await logInRandomised(api, 'usual-care');
  api.clock.set('2026-08-01T01:00:00Z');
  const { text } = await (await logInStaff(api)).open(`${FOLLOW_UPS}?show=missed`);
  expect([...text.matchAll(/participants\/([0-9a-f-]{36})#follow-ups/g)].map(([, id]) => id)).toEqual([
    ...[later.participant.id, first.id],
  ]);
});

test('missed follow-ups are on a separate list', async () => {
  const person = await build();
  api.clock.set('2026-07-23T01:00:00Z');
  const browser = await logInStaff(api);
  expect((await browser.open(FOLLOW_UPS)).text).not.toContain(person.studyId);
  expect((await browser.open(`${FOLLOW_UPS}?show=missed`)).text).toContain(person.studyId);
  const page = `/admin/participants/${person.participant.id}`;
  const [, done = ''] = (await browser.open(page)).text.split('A follow-up was done');
  expect(done.match(/<option value="\d+"/g)).toEqual(['<option value="3"']);
  await person.send(saveUserDataConsent, { value: 'anonymous', currentPassword: PASSWORD });
  const { text } = await browser.open(`${FOLLOW_UPS}?show=missed`);
  expect(text).not.toContain(person.studyId);
  expect(text).toContain('>Without a name</a>');
});

test('a participant is found by their study id, which goes when they become anonymous', async () => {
  const person = await build();
  const browser = await logInStaff(api);
  await browser.open('/admin/participants');
  await browser.submit('/admin/participants', { search: person.studyId.toLowerCase(), stage: '' });
  expect((await browser.open('/admin/participants')).text).toContain(person.participant.firstName);
  expect((await browser.open(person.page)).text).toContain(person.studyId);
  await person.send(saveUserDataConsent, { value: 'anonymous' });
  expect(await api.query('select 1 from participant where study_id = $1', [person.studyId])).toEqual([]);
});
