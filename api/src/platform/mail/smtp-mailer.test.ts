import { afterEach, expect, test } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { listenForMail } from '../../testing/listen-for-mail.ts';
import { html } from '../html/html.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { addressOf, countingMailer, type Message, MessageRejected } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

let server: SMTPServer | undefined;
afterEach(async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  if (server) server.close(resolve);
  else resolve();
  await closed;
  server = undefined;
});

/** Counts the connections of a mail server that takes every message, unless `options` say otherwise. */
async function startServer(options: SMTPServerOptions = {}) {
  const seen = { connections: 0, messages: 0 };
  const started = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false, closeTimeout: 0 },
    onConnect(_session, answer) {
      seen.connections += 1;
      answer();
    },
    onData(stream, _session, answer) {
      stream.resume().on('end', () => {
        seen.messages += 1;
        answer();
      });
    },
    ...options,
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const { port } = started.server.address() as { port: number };
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'Stepwise <trial@example.org>');
  return { mailer, seen };
}

const message: Message = {
  to: 'someone@example.com',
  subject: 'A reminder',
  text: 'It is time.',
  body: html`<p>It is time.</p>`,
};

test('messages that follow one another share a connection', async () => {
  const { mailer, seen } = await startServer();
  for (let count = 0; count < 3; count++) await mailer.send(message);
  expect(seen).toEqual({ connections: 1, messages: 3 });
});

test('a message that meets a connection which the server ends goes out on another one', async () => {
  const used = new Set<string>();
  const { mailer, seen } = await startServer({
    onMailFrom(_address, { id }, answer) {
      const isReused = used.has(id);
      used.add(id);
      answer(isReused ? Object.assign(new Error('Closing'), { responseCode: 421 }) : null);
    },
  });
  for (let count = 0; count < 3; count++) await mailer.send(message);
  expect(seen).toEqual({ connections: 3, messages: 3 });
});

const refuse = (_address: unknown, _session: unknown, answer: (error: Error) => void) =>
  answer(Object.assign(new Error('Refused'), { responseCode: 550 }));

test('a message whose recipient is rejected is not tried again', async () => {
  const { mailer } = await startServer({ onRcptTo: refuse });
  await expect(mailer.send(message)).rejects.toBeInstanceOf(MessageRejected);
});

test('a message is tried again while the mail server rejects the sender of every message', async () => {
  const { mailer } = await startServer({ onMailFrom: refuse });
  await expect(mailer.send(message)).rejects.toMatchObject({ name: 'Error', responseCode: 550 });
});

test('a message names its sender, its one recipient, and where a mail program may end it', async () => {
  const mail = await listenForMail();
  const mailer = createSmtpMailer(mail.url, 'Stepwise <trial@example.org>');
  const unsubscribe = 'https://stepwise.example/account/stop/token';
  await mailer.send(message);
  await mailer.send({
    ...{ ...message, subject: 'A < B', senderName: 'Notes, "of" a day', unsubscribe },
    to: 'a,b@example.com',
  });
  await mail.stop();
  const found = mail.received.map(({ from, to, subject, text, html: markup, headers }) => ({
    ...{ from, to, subject, text: text?.trim(), markup: markup?.trim() },
    headers: headers.filter(({ key }) => /^list-|^auto-/.test(key)).map(({ key, value }) => [key, value]),
  }));
  const page = (title: string) =>
    `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${title}</title></head><body><p>It is time.</p></body></html>`;
  expect(found).toEqual([
    {
      ...{
        from: { name: 'Stepwise', address: 'trial@example.org' },
        subject: 'A reminder',
        text: 'It is time.',
      },
      ...{ to: [{ name: '', address: 'someone@example.com' }], markup: page('A reminder') },
      headers: [['auto-submitted', 'auto-generated']],
    },
    {
      ...{
        from: { name: 'Notes, "of" a day', address: 'trial@example.org' },
        subject: 'A < B',
        text: 'It is time.',
      },
      ...{ to: [{ name: '', address: '"a,b"@example.com' }], markup: page('A &lt; B') },
      headers: [
        ['auto-submitted', 'auto-generated'],
        ['list-unsubscribe', `<${unsubscribe}>`],
        ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
      ],
    },
  ]);
});

test('messages are counted by what came of them, and a failure stays one for who sends', async () => {
  const metrics = createMetrics();
  const faults = [null, new MessageRejected('no such person'), new Error('away'), new Error('away')];
  const counting = countingMailer(
    {
      async send() {
        const fault = faults.shift();
        if (fault) throw fault;
      },
    },
    metrics,
  );
  await counting.send(message);
  await expect(counting.send(message)).rejects.toBeInstanceOf(MessageRejected);
  for (let times = 0; times < 2; times++) await expect(counting.send(message)).rejects.toThrow('away');
  const { values } = await metrics.mail.get();
  expect(values.map(({ labels, value }) => [labels.outcome, value])).toEqual([
    ['sent', 1],
    ['rejected', 1],
    ['failed', 2],
  ]);
});

test.each([
  ['Stepwise <trial@example.org>', 'trial@example.org'],
  ['"A <b>" <trial@example.org> ', 'trial@example.org'],
  ['trial@example.org', 'trial@example.org'],
])('the address of %j is %s', (from, address) => {
  expect(addressOf(from)).toBe(address);
});
