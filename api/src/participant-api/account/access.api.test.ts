import { expect, test } from '@jest/globals';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { HELP_PAGE } from '@stepwise/shared-contracts/federation/names';
import { presentSite } from '../../domain/core/content/present-content.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const ACCESS = '/account/access';
const api = await createTestApi();
const doctor = { name: 'Dr Lee', phone: '0355-500-011', email: '' };

const read = async (visitor: { cookies: { header(): string } }, path = ACCESS) => {
  const headers = { cookie: visitor.cookies.header() };
  const answer = await fetch(`${api.origin}${path}`, { headers, redirect: 'manual' });
  const text = await answer.text();
  const events = [...text.matchAll(/<p><strong>([^<]+)<\/strong>([^<]*)/g)].map(
    ([, description, more]) => `${description}${more}`,
  );
  return { answer, text, events };
};

test('the page of whom to call opens without a log-in', async () => {
  const { answer, text } = await read(api.stranger(), HELP_PAGE);
  expect(answer.status).toBe(200);
  const { emergency, counselling, researchTeam } = presentSite(api.content);
  for (const { tel } of [emergency, counselling, researchTeam]) expect(text).toContain(`href="${tel}"`);
});

test('a person who is not logged in is sent to log in', async () => {
  const { answer } = await read(await api.visit());
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe('/login');
});

test('a participant reads who saw and changed their own data, on whose behalf and why', async () => {
  const [visitor, other] = [await api.logIn(), await api.logIn()];
  await visitor.send(saveDoctor, doctor);
  await other.send(saveDoctor, { ...doctor, name: 'Dr Other' });
  const staff = await logInStaff(api);
  await staff.act(visitor.participant.id, 'Asked by phone to change the doctor');
  await staff.send(saveDoctor, { ...doctor, name: 'Dr New' });
  const { text, events, answer } = await read(visitor);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const { tel } of Object.values(api.content.product.contacts)) expect(text).toContain(`href="${tel}"`);
  expect(events).toEqual([
    'Robin Reed, research team, changed your doctor or nurse, in your place',
    'Robin Reed, research team, began to act for you',
    'Robin Reed, research team, looked at your page',
    'You changed your doctor or nurse',
    'You logged in',
  ]);
  // Noon in Melbourne, where UTC has one in the night.
  expect(text.match(/10\/03\/2026, 12:00\spm/g)).toHaveLength(5);
  expect(text.match(/Reason: Asked by phone to change the doctor/g)).toHaveLength(2);
  expect((await read(other)).events).toEqual(['You changed your doctor or nurse', 'You logged in']);
  // A researcher who acts for them reads the same.
  expect((await read(staff)).events).toEqual(events);

  await staff.act(visitor.participant.id, 'Asked again, for the phone number');
  await staff.send(saveDoctor, doctor);
  const both = (await read(visitor)).text;
  expect(both.match(/Reason: Asked again, for the phone number/g)).toHaveLength(2);
  expect(both.match(/Reason: Asked by phone to change the doctor/g)?.length).toBeGreaterThanOrEqual(2);
});

test('a long history comes in pages', async () => {
  const visitor = await api.logIn();
  for (let turn = 0; turn < 60; turn++) await visitor.send(saveDoctor, { ...doctor, name: `Dr ${turn}` });
  const first = await read(visitor);
  expect(first.events).toHaveLength(50);
  const older = /href="(\/account\/access\?before=\d+)"/.exec(first.text)?.[1] ?? '';
  const second = await read(visitor, older);
  expect(second.events).toHaveLength(11);
  expect(second.events.at(-1)).toBe('You logged in');
  expect(first.text).not.toContain('>Newest<');
  expect(second.text).toContain(`href="${ACCESS}">Newest<`);
  expect((await read(visitor, `${ACCESS}?before=nonsense`)).events).toHaveLength(50);
  expect((await read(visitor, `${ACCESS}?before=1`)).text).toContain('Nothing is written down before that.');
});
