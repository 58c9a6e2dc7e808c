import { html } from '../../../platform/html/html.ts';
import type { Message } from '../../../platform/mail/mailer.ts';
import type { MAIL_PLACEHOLDERS } from '../content/check-content.ts';
import type { MessageContent } from '../content/content.schema.ts';
import type { Content } from '../content/load-content.ts';

interface Links {
  to: string;
  link: string;
  /** Ends what the message belongs to, with the words of its link. */
  unsubscribe?: { text: string; link: string };
  /** The sender's name of a message that must not say whom it is from; it goes without the closing as well. */
  neutralSender?: string;
}

/** A message in the words of the content, as plain text and as HTML that says the same. */
export function composeMessage(
  content: Content,
  words: MessageContent,
  { to, link, unsubscribe, neutralSender }: Links,
): Message {
  const fill = filler(content);
  const before = words.before.map(fill);
  const after = [...words.after, ...(neutralSender ? [] : [content.mail.closing])].map(fill);
  const linkText = fill(words.link);
  const paragraph = (text: string) => html`<p>${text}</p>`;
  return {
    to,
    subject: fill(words.subject),
    text: [
      ...before,
      `${linkText}:\n${link}`,
      ...after,
      ...(unsubscribe ? [`${fill(unsubscribe.text)}:\n${unsubscribe.link}`] : []),
    ].join('\n\n'),
    body: html`${before.map(paragraph)}
<p><a href="${link}">${linkText}</a></p>
${after.map(paragraph)}
${unsubscribe && html`<p><a href="${unsubscribe.link}">${fill(unsubscribe.text)}</a></p>`}`,
    ...(unsubscribe && { unsubscribe: unsubscribe.link }),
    ...(neutralSender && { senderName: fill(neutralSender) }),
  };
}

function filler({ product }: Content): (text: string) => string {
  const { name, researchTeam } = product;
  const values: Record<(typeof MAIL_PLACEHOLDERS)[number], string> = {
    product: name,
    hours: researchTeam.hours,
    phone: researchTeam.phone,
  };
  return (text) =>
    Object.entries(values).reduce((filled, [key, value]) => filled.replaceAll(`{${key}}`, value), text);
}
