import { MessageRejected } from '../../../platform/mail/mailer.ts';

/**
 * Sends to one after another. Where the mail server rejects one message, the others are sent before this rejects as well;
 * any other failure ends it, since the server may be down and the next look is soon.
 */
export async function sendEach<T>(items: readonly T[], send: (item: T) => Promise<void>): Promise<void> {
  let rejected: MessageRejected | undefined;
  for (const item of items) {
    try {
      await send(item);
    } catch (error) {
      if (!(error instanceof MessageRejected)) throw error;
      rejected = error;
    }
  }
  if (rejected) throw rejected;
}
