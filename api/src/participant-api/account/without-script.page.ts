import type Router from '@koa/router';
import { WITHOUT_SCRIPT } from '@stepwise/shared-contracts/federation/names';
import { html } from '../../platform/html/html.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

/**
 * Where the app's forms go when they are sent before the app answers. Comes before anything that reads a body: it may hold
 * a password or an answer, and nothing is to be made of it.
 */
export function withoutScriptPage(router: Router, services: AccountPageServices): void {
  const { name, researchTeam } = services.content.product;
  router.all(WITHOUT_SCRIPT, (ctx) =>
    showAccountPage(ctx, services, {
      title: 'Nothing was sent',
      main: html`<p>The page was not ready yet, or JavaScript is switched off in your browser. Nothing of what you entered was read or kept.</p>
<p>Please go back and try again in a moment. If it happens again, switch on JavaScript, or open ${name} in another browser.</p>
<p>The research team can help you by phone: <a href="${researchTeam.tel}">${researchTeam.phone}</a>, ${researchTeam.hours}.</p>
<p><a class="pages-link" href="/">Go to the start</a></p>`,
    }),
  );
}
