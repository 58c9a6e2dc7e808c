import { createTransport } from 'nodemailer';
import { html } from '../html/html.ts';
import { addressOf, type Mailer, MessageRejected } from './mailer.ts';

/** A server that does not answer is away. A job that sends holds a connection of the database meanwhile. */
const ANSWER_TIMEOUT_MS = 10_000;
/** Messages that follow one another share a connection. */
const IDLE_MS = 1_000;

/** 421 says that the server is going; a rejected sender is every message's. */
function isOfOneMessage(error: unknown): boolean {
  const { code, command, responseCode } = Object(error) as Record<string, unknown>;
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && command !== 'MAIL FROM' && responseCode !== 421;
}

/**
 * Sends over SMTP. `url` is `smtp://user:password@host:port`, or `smtps://` for TLS from the start; `from` is the
 * sender, such as `Stepwise <trial@example.org>`.
 */
export function createSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    idleTimeout: IDLE_MS,
    connectionTimeout: ANSWER_TIMEOUT_MS,
    greetingTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const address = addressOf(from);
  return {
    async send({ to, subject, text, body, unsubscribe, senderName }) {
      const sending = transport.sendMail({
        from: senderName ? { name: senderName, address } : from,
        // As an object, so that no sign in an address is read as a list of several.
        to: { name: '', address: to },
        subject,
        text,
        html: html`<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${subject}</title></head><body>${body}</body></html>`
          .markup,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribe && {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
      await sending.catch((error: unknown) => {
        throw isOfOneMessage(error) ? new MessageRejected('rejected by the mail server') : error;
      });
    },
  };
}
