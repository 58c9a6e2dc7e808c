import type { Content } from '../../core/content/load-content.ts';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';

/**
 * Tells an address, which is stored nowhere any more, that the information of its account was erased. Tried once, since a
 * job that tries again would have to keep the address. Rejects where the message was not taken.
 */
export async function sendErasureNotice(
  content: Content,
  { mailer, publicUrl }: Pick<Mailing, 'mailer' | 'publicUrl'>,
  to: string,
): Promise<void> {
  await mailer.send(composeMessage(content, content.mail.informationErased, { to, link: publicUrl }));
}
