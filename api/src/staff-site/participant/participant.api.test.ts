import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { logInRandomised } from '../../testing/build-randomised.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const LIST = '/admin/participants';
const api = await createTestApi();

/** The names of the parts of a page that are open, in their order. */
const openParts = (text: string): string[] =>
  [...text.matchAll(/<details class="pages-section" open><summary>([^<]*)/g)].map(([, name = '']) => name);

test('a form that is rejected is open with what is wrong, and keeps what was typed', async () => {
  const { id, email } = await api.buildParticipant();
  const known = { firstName: 'Pat', lastName: 'Lee', phone: '0400-000-001', email: email ?? '' };
  const manager = await logInStaff(api, 'manager');
  expect((await manager.open(`${LIST}/${id}`)).text).not.toContain('The adverse event is reported');
  for (const [path, part, fields] of [
    ['act', 'Act for them', { reason: 'Short' }],
    ['notes', 'Notes', { id: randomUUID(), note: 'x'.repeat(2001) }],
    ['questionnaire-link', 'Questionnaire link', { link: 'http://example.org/' }],
    [
      'contact',
      'Change the contact details',
      {
        ...{ ...known, lastName: 'x'.repeat(151), known: JSON.stringify(known) },
        ...{ correctionReason: 'It was typed wrong', source: 'A document' },
      },
    ],
  ] as const) {
    await manager.open(`${LIST}/${id}`);
    const page = await manager.submit(`${LIST}/${id}/${path}`, fields);
    expect([path, page.status, openParts(page.text)]).toEqual([path, 422, [part]]);
    expect(page.text).toContain('<title>Error: Participant');
    expect(page.text.match(/class="error-summary"/g)).toHaveLength(1);
    expect(readPageForm(page.text, `${LIST}/${id}/${path}`)).toMatchObject(
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, [value]])),
    );
  }
});

test('a reason to see the doctor and the support person that is too short is shown again', async () => {
  const { id } = await api.buildParticipant();
  const blinded = await logInStaff(api, 'blinded-researcher');
  const path = `${LIST}/${id}/helpers`;
  await blinded.open(path);
  const page = await blinded.submit(path, { reason: 'Nine char' });
  expect(page.status).toBe(422);
  expect(page.text).toContain('class="error-summary"');
  expect(readPageForm(page.text, path)).toEqual({ reason: ['Nine char'] });
  expect((await blinded.submit(path, { reason: 'Ten chars.' })).status).toBe(200);
});

test('a part where something waits is open before the others', async () => {
  const { id } = (await logInRandomised(api, 'usual-care')).participant;
  api.clock.set('2026-06-10T01:00:00Z');
  await api.query(
    `insert into data_lock (id, participant_id, locked_by, locked_at, hash)
     values (gen_random_uuid(), $1, gen_random_uuid(), $2, repeat('c', 64))`,
    [id, api.clock.now()],
  );
  const { text } = await (await logInStaff(api, 'manager')).open(`${LIST}/${id}`);
  expect(openParts(text)).toEqual(['Data locked', 'Follow-ups']);
});

test('the progress has the medicine that was taken before randomisation', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const { text } = await (await logInStaff(api)).open(`${LIST}/${id}`);
  const answered = rowsOfPage(text).find(([name]) => name === 'Medicine before randomisation');
  expect(answered).toEqual(['Medicine before randomisation', 'Sertraline, 100 mg, Less than 1 year']);
});
