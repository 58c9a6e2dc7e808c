import { afterEach, expect, test } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { html } from '../html/html.ts';
import { type Message, MessageRejected } from './mailer.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

let server: SMTPServer;
afterEach(() => new Promise<void>((resolve) => server.close(resolve)));

/** Counts the connections of a mail server that takes every message, unless `options` say otherwise. */
async function startServer(options: SMTPServerOptions = {}) {
  const seen = { connections: 0, messages: 0 };
  server = new SMTPServer({
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
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
