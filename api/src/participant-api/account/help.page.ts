import type Router from '@koa/router';
import { HELP_PAGE } from '@stepwise/shared-contracts/federation/names';
import { presentSite } from '../../domain/core/content/present-content.ts';
import { helpContacts } from '../../platform/html/help-contacts.ts';
import { html } from '../../platform/html/html.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

/** Whom to call, for everybody: where the app's own sheet cannot open, before or without its script. */
export function helpPage(router: Router, services: AccountPageServices): void {
  router.get(HELP_PAGE, (ctx) =>
    showAccountPage(ctx, services, {
      title: 'Whom to call',
      main: html`${helpContacts(presentSite(services.content))}
<p><a class="pages-link" href="/">Go to the start</a></p>`,
    }),
  );
}
