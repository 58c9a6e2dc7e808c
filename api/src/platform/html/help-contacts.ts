import type { Contact, SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import { type Html, html } from './html.ts';

/** Who to call while the product itself cannot be used: the most urgent first, then the research team. */
export const helpContacts = ({ emergency, counselling, researchTeam }: SiteContent): Html => html`
<div class="notice" data-tone="warning">
<p class="notice-title">If you need help now</p>
<ul class="crisis-list">${[emergency, counselling].map(
  ({ name, label, number, tel }, index) => html`
<li><span class="small">${name}, ${label}</span> <a class="button" data-variant="${index === 0 ? 'danger' : 'quiet'}" href="${tel}">Call ${number}</a></li>`,
)}
</ul>
</div>
<p>The research team is at <a href="${researchTeam.tel}">${researchTeam.phone}</a> or <a href="mailto:${researchTeam.email}">${researchTeam.email}</a>, ${researchTeam.hours}.</p>`;

/** The two numbers, which stay at the top of the window. */
export const helpLine = (contacts: readonly Contact[]): Html => html`
<aside class="pages-help" aria-label="Help at any time">${contacts.map(
  ({ number, label, tel }) => html`<a href="${tel}">${number} <span>${label}</span></a>`,
)}</aside>`;
