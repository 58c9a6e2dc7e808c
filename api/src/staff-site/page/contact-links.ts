import { callHref, mailHref } from '@stepwise/shared-contracts/contacts/contact-links';
import { type Html, html } from '../../platform/html/html.ts';

/** A phone number to call, as it was given; as text where none can be called, and nothing where there is none. */
export function phoneLink(phone: string): Html | string {
  const href = callHref(phone);
  return href ? html`<a class="pages-link" href="${href}">${phone}</a>` : phone;
}

/** An email address to write to; nothing where there is none. */
export const mailLink = (email: string): Html | string =>
  email && html`<a class="pages-link" href="${mailHref(email)}">${email}</a>`;
