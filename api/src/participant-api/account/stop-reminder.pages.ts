import type Router from '@koa/router';
import { eraseReminder, STOP_REMINDER } from '../../domain/care/reminders/month-reminders.ts';
import { html } from '../../platform/html/html.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

/**
 * The link of a month's reminder that erases the address. Opening it only asks, since mail programs open links ahead.
 * The form needs no token of the session, so that a mail program may send it by itself (RFC 8058): who has the link may
 * erase.
 */
export function stopReminderPages(router: Router, services: AccountPageServices): void {
  const path = `${STOP_REMINDER}/:addressHash`;
  router.get(path, (ctx) =>
    showAccountPage(ctx, services, {
      title: 'Erase your address?',
      main: html`<p>Then no message comes, and nothing of yours is stored for it.</p>
<form class="pages-form" method="post" action="${STOP_REMINDER}/${String(ctx.params.addressHash)}">
<button class="button">Erase my address</button>
</form>`,
    }),
  );
  router.post(path, async (ctx) => {
    await eraseReminder(ctx.state.em, String(ctx.params.addressHash));
    await showAccountPage(ctx, services, {
      title: 'Your address is erased',
      main: html`<p>We do not write to you again unless you ask us to.</p>
<p><a href="/">Go to the start</a></p>`,
    });
  });
}
