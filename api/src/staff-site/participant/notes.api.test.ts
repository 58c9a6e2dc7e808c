import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../testing/create-test-api.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const LIST = '/admin/participants';
const api = await createTestApi();

/** Opens the participant's page and sends its form for a note, with the id that the page gave it. */
async function addNote(browser: StaffBrowser, participantId: string, fields: Record<string, string>) {
  const { text } = await browser.open(`${LIST}/${participantId}`);
  const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? randomUUID();
  return browser.submit(`${LIST}/${participantId}/notes`, { id, ...fields });
}

const notesOf = (participantId: string) =>
  api.query('select staff_id, at, text from participant_note where participant_id = $1', [participantId]);

test('a note is stored with its author and time, and shown as written', async () => {
  const { id } = await api.buildParticipant();
  const browser = await logInStaff(api);
  const note = 'Prefers calls after 5pm.\n<b>Their</b> sister helps.';
  expect(await addNote(browser, id, { note: `  ${note} ` })).toMatchObject({
    status: 303,
    location: `${LIST}/${id}#notes`,
  });
  const [stored] = await notesOf(id);
  expect(stored).toEqual({ staff_id: browser.staff.id, at: api.clock.now(), text: note });
  const { text } = await browser.open(`${LIST}/${id}`);
  expect(text).toContain('&lt;b&gt;Their&lt;/b&gt; sister helps.');
  expect(text).toContain('10/03/2026, 12:00 pm');
  expect(text).toContain('Robin Reed');
  expect(
    await api.query(`select actor from audit_event where type = 'note.added' and subject = $1`, [id]),
  ).toEqual([{ actor: `staff:${browser.staff.id}` }]);
});

test('a note that was written while the session ended is shown to be copied, and to no other site’s form', async () => {
  const { id } = await api.buildParticipant();
  const path = `/admin/participants/${id}/notes`;
  const browser = openStaffBrowser(api);
  const send = (site: string) =>
    browser.post(
      path,
      {
        ...{ csrfToken: 'of the session before', id: randomUUID(), phone: '0355-500-011' },
        ...{ note: 'Rang <twice>.', reason: 'As agreed.' },
      },
      { 'sec-fetch-site': site },
    );
  const own = await send('same-origin');
  expect(own.status).toBe(403);
  expect(own.text).toContain('What you wrote was not saved');
  const written = [...own.text.matchAll(/<p class="pages-text">(.*?)<\/p>/g)].map(([, text]) => text);
  expect(written).toEqual(['Rang &lt;twice&gt;.', 'As agreed.']);
  expect(own.text).not.toContain('0355-500-011');
  expect((await send('cross-site')).text).not.toContain('Rang');
});

test('a form sent twice, also at once, is one note', async () => {
  const { id } = await api.buildParticipant();
  const browser = await logInStaff(api);
  await browser.open(`${LIST}/${id}`);
  const fields = { id: randomUUID(), note: 'Called back.' };
  const answers = await Promise.all([1, 2, 3].map(() => browser.submit(`${LIST}/${id}/notes`, fields)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await notesOf(id)).toHaveLength(1);
  expect(
    await api.query(`select 1 from audit_event where type = 'note.added' and subject = $1`, [id]),
  ).toHaveLength(1);
});

test('the notes of a page are its participant’s own, the newest first', async () => {
  const [one, other] = [await api.buildParticipant(), await api.buildParticipant()];
  const [first, second] = [await logInStaff(api), await logInStaff(api, 'manager')];
  await api.query(`update staff set name = 'Kim Ode' where id = $1`, [second.staff.id]);
  await addNote(first, one.id, { note: 'x'.repeat(2000) });
  await addNote(first, other.id, { note: 'Of another.' });
  api.clock.advance(60_000);
  await addNote(second, one.id, { note: 'Rang at noon.' });
  const { text } = await first.open(`${LIST}/${one.id}`);
  expect(rowsOfPage(text.split('<h2 id="notes">')[1]?.split('</section>')[0] ?? '').slice(1)).toEqual([
    ['10/03/2026, 12:01 pm', 'Kim Ode', 'Rang at noon.'],
    ['10/03/2026, 12:00 pm', 'Robin Reed', 'x'.repeat(2000)],
  ]);
});

test('a note is stored about one who left the trial and whose data stay', async () => {
  const visitor = await api.logIn();
  const { id } = visitor.participant;
  await visitor.send(saveUserDataConsent, { value: 'agree' });
  expect((await addNote(await logInStaff(api), id, { note: 'Rang at noon.' })).status).toBe(303);
  expect(await notesOf(id)).toMatchObject([{ text: 'Rang at noon.' }]);
});

test('notes that two members write at once are both stored', async () => {
  const { id } = await api.buildParticipant();
  const browsers = [await logInStaff(api), await logInStaff(api, 'manager')];
  await Promise.all(browsers.map((browser, index) => addNote(browser, id, { note: `Note ${index}` })));
  expect((await notesOf(id)).map(({ text }) => text).sort()).toEqual(['Note 0', 'Note 1']);
});

test.each([
  ['empty', { note: '' }],
  ['of spaces', { note: '   ' }],
  ['too long', { note: 'x'.repeat(2001) }],
  ['without an id', { id: 'none', note: 'A note' }],
])('a note that is %s is not stored, and the form shows the value again', async (_, fields) => {
  const { id } = await api.buildParticipant();
  const browser = await logInStaff(api);
  const page = await addNote(browser, id, fields);
  expect(page).toMatchObject({ status: 422, text: expect.stringContaining('1 to 2000 characters') });
  if (fields.note.trim()) expect(page.text).toContain(fields.note);
  expect(await notesOf(id)).toEqual([]);
  expect(await browser.open(`${LIST}/${id}/notes`)).toMatchObject({ status: 303, location: `${LIST}/${id}` });
});

test('a note cannot be changed, and the author’s name goes with their account', async () => {
  const { id } = await api.buildParticipant();
  const browser = await logInStaff(api);
  await addNote(browser, id, { note: 'As it was said.' });
  for (const change of [`text = 'Otherwise'`, 'staff_id = gen_random_uuid()', `at = at + interval '1 day'`]) {
    await expect(
      api.query(`update participant_note set ${change} where participant_id = $1`, [id]),
    ).rejects.toThrow('a note is never changed');
  }
  await api.query('delete from staff where id = $1', [browser.staff.id]);
  const { text } = await (await logInStaff(api)).open(`${LIST}/${id}`);
  expect(text).toContain('As it was said.');
  expect(text).toContain('A former member of the team');
});

test('only the team adds notes, and none about unknown or anonymised participants', async () => {
  const { id } = await api.buildParticipant();
  const stranger = openStaffBrowser(api);
  await stranger.open('/admin/log-in');
  expect(await stranger.submit(`${LIST}/${id}/notes`, { id: randomUUID(), note: 'x' })).toMatchObject({
    status: 303,
    location: '/admin/log-in',
  });
  const browser = await logInStaff(api);
  await browser.open(LIST);
  const anonymous = await api.buildParticipant({ dataConsent: 'anonymous', email: null });
  for (const [participantId, status] of [
    [randomUUID(), 404],
    ['none', 404],
    [anonymous.id, 403],
  ] as const) {
    const answer = await browser.submit(`${LIST}/${participantId}/notes`, { id: randomUUID(), note: 'x' });
    expect(answer).toMatchObject({ status });
    await browser.open(LIST);
  }
  expect(await notesOf(id)).toEqual([]);
  expect(await notesOf(anonymous.id)).toEqual([]);
  await api.query(`insert into participant_note values (gen_random_uuid(), $1, gen_random_uuid(), $2, '')`, [
    anonymous.id,
    api.clock.now(),
  ]);
  const { text } = await browser.open(`${LIST}/${anonymous.id}`);
  expect(text).toContain('Deleted with what identified the person');
  expect(text).not.toContain('Add the note');
});
