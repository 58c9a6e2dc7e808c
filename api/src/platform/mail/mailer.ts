import type { Html } from '../html/html.ts';
import type { Metrics } from '../metrics/metrics.ts';

/** A message to one person, as plain text and as the body of an HTML page. */
export interface Message {
  to: string;
  subject: string;
  text: string;
  body: Html;
  /** Where a mail program may take the person off what this message belongs to, without showing a page. */
  unsubscribe?: string;
  /** Instead of the name that all messages come from; the address stays. */
  senderName?: string;
}

export interface Mailer {
  /**
   * Resolves when the message is in the hands of what delivers it; rejects when it is not, with `MessageRejected` where
   * others may be taken.
   */
  send(message: Message): Promise<void>;
}

/** The mail server is there and does not take this one message, such as for its recipient. */
export class MessageRejected extends Error {
  override name = 'MessageRejected';
}

/** Counts what another mailer sends, and what it fails to send. */
export const countingMailer = (mailer: Mailer, { mail }: Metrics): Mailer => ({
  async send(message) {
    try {
      await mailer.send(message);
    } catch (error) {
      mail.inc({ outcome: error instanceof MessageRejected ? 'rejected' : 'failed' });
      throw error;
    }
    mail.inc({ outcome: 'sent' });
  },
});

/** Only the address of `Name <address>`. */
export const addressOf = (from: string): string => /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from;
