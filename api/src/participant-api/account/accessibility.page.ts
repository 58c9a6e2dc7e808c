import type Router from '@koa/router';
import { html } from '../../platform/html/html.ts';
import { ACCESSIBILITY, type AccountPageServices, showAccountPage } from './account-page.ts';

/** What `docs/accessibility.md` says in full: what is met, how that was tried, what was not, and whom to tell. */
export function accessibilityPage(router: Router, services: AccountPageServices): void {
  const { name, researchTeam } = services.content.product;
  router.get(ACCESSIBILITY, (ctx) =>
    showAccountPage(ctx, services, {
      title: 'Accessibility',
      main: html`<p>${name} is made to be used by everyone in the trial: by keyboard, by touch, by voice, with a screen reader, at any text size, and on small, slow or old phones.</p>
<h2>What it meets</h2>
<p>We aim at the Web Content Accessibility Guidelines 2.2, levels A and AA, and know of nothing on these pages that falls short of them. The PDF documents are tagged and say their language and title.</p>
<h2>How that was tried</h2>
<ul>
<li>Tests go through the pages in Chromium, Firefox and WebKit at phone and desktop sizes and at 400 % zoom, and in Chromium by keyboard, in dark mode and in forced colours. They check each page with axe, and the colours by calculation.</li>
<li>Other tests read what the pages and documents tell a screen reader.</li>
<li>This was last done in November 2026.</li>
</ul>
<h2>What was not tried</h2>
<p>No one has yet gone through these pages with VoiceOver on an iPhone, with TalkBack on an Android phone, or with speech input, and the PDF documents were not checked with veraPDF. If you use one of these, we are glad to hear how it went.</p>
<h2>If something is in your way</h2>
<p>Please tell the research team, and say which page it was: <a href="${researchTeam.tel}">${researchTeam.phone}</a> or <a href="mailto:${researchTeam.email}">${researchTeam.email}</a>, ${researchTeam.hours}. They can also help you by phone.</p>
<p><a class="pages-link" href="/">Go to the start</a></p>`,
    }),
  );
}
