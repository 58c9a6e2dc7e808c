import type { MessageContent } from '../../core/content/content.schema.ts';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { findPushSubscriptions, forgetPushSubscription } from './push-subscriptions.ts';

interface Reminder {
  participant: string;
  email: string;
  words: MessageContent;
  sender: string;
  unsubscribe: { text: string; link: string };
}

/**
 * Sends a reminder by one channel: as a notification to the participant's devices that show them, or by mail where there is
 * none and where no push service takes it. A notification says what the mail's sender and subject say. Resolves to what
 * the mail server failed with, or undefined.
 */
export async function deliverReminder(
  op: Operation,
  { participant, email, words, sender, unsubscribe }: Reminder,
  { mailer, push, publicUrl }: Mailing,
): Promise<{ error: unknown } | undefined> {
  const message = composeMessage(op.content, words, {
    to: email,
    link: `${publicUrl}/`,
    unsubscribe,
    neutralSender: sender,
  });
  const payload = JSON.stringify({ title: message.senderName, body: message.subject });
  let isSent = false;
  for (const subscription of await findPushSubscriptions(op.db, participant)) {
    const outcome = await push.send(subscription, payload);
    if (outcome === 'gone') await forgetPushSubscription(op.db, subscription);
    isSent ||= outcome === 'sent';
  }
  if (isSent) return undefined;
  return mailer.send(message).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
}
