import { get } from 'node:http';
import { expect, test } from '@jest/globals';
import { composeMessage } from '../../domain/core/mail/compose-message.ts';
import { readConfig } from '../../platform/config/config.ts';
import { createStoringMailer } from '../../platform/mail/stored-mail.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { showsStoredMail } from './demonstration-mail.page.ts';

const PAGE = '/account/demonstration-mail';

const api = await createTestApi();
const mailing = await createTestApi({
  config: { mail: { url: 'smtp://127.0.0.1', from: 'trial@example.org' } },
});
const elsewhere = await createTestApi({ remoteAddress: '192.0.2.7' });
const deployed = await createTestApi({ config: { databaseUrl: 'postgresql://app@db/stepwise' } });
const message = (subject: string) =>
  composeMessage(
    api.content,
    { subject, before: ['Write to {product} & <others>.'], link: 'Open it', after: [] },
    { to: 'pat@example.org', link: 'https://trial.example/a?b=1&c=2' },
  );
const keeper = createStoringMailer(() => api.orm.em.fork(), api.clock.now);

test('without a message the page says so', async () => {
  expect(await (await fetch(api.origin + PAGE)).text()).toContain('There is no message yet.');
  await keeper.send(message('The only one'));
  expect(await (await fetch(api.origin + PAGE)).text()).not.toContain('There is no message yet.');
});

test('messages are shown with their links, the newest first, and nothing in them is markup', async () => {
  await keeper.send(message('The first'));
  await keeper.send(message('The second'));
  const text = await (await fetch(api.origin + PAGE)).text();
  expect(text.indexOf('The second')).toBeLessThan(text.indexOf('The first'));
  expect(text).toContain('Write to Stepwise &amp; &lt;others&gt;.');
  expect(text).toContain('<a href="https://trial.example/a?b=1&amp;c=2">Open it</a>');
  expect(text).toContain('03 5550 0123');
  expect(text).toMatch(/To pat@example\.org, 10\/03\/2026, 12:00\spm/);
});

test('a message that is sent within a transaction is kept by its connection, and with it', async () => {
  const send = (subject: string, isKept: boolean) =>
    api.orm.em.fork().transactional(async () => {
      await keeper.send(message(subject));
      if (!isKept) throw new Error('undone');
    });
  await send('Kept within', true);
  await expect(send('Undone within', false)).rejects.toThrow('undone');
  const text = await (await fetch(api.origin + PAGE)).text();
  expect(text).toContain('Kept within');
  expect(text).not.toContain('Undone within');
});

test.each(['x-forwarded-for', 'forwarded'])(
  'stored messages are not shown through a proxy (%s)',
  async (header) => {
    expect((await fetch(api.origin + PAGE, { headers: { [header]: '203.0.113.7' } })).status).toBe(404);
  },
);

test('stored messages are not shown to another machine', async () => {
  expect((await fetch(elsewhere.origin + PAGE)).status).toBe(404);
});

const openAs = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(api.origin + PAGE, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).once('error', reject);
  });

test.each([
  ['localhost:3000', 200],
  ['127.0.0.1', 200],
  ['[::1]:3000', 200],
  ['trial.example.org', 404],
  ['localhost.example.org', 404],
  ['127.0.0.1.example.org:3000', 404],
])('under the name %s the answer is %i', async (host, status) => {
  expect(await openAs(host)).toBe(status);
});

test('there is no page of stored mail where a mail server is set up, or where people use the product', async () => {
  for (const { origin } of [mailing, deployed]) expect((await fetch(origin + PAGE)).status).toBe(404);
  expect(showsStoredMail({ ...readConfig({}), secureCookies: true })).toBe(false);
  expect(showsStoredMail(readConfig({}))).toBe(true);
});
