import type Router from '@koa/router';
import { STOP_DAILY_REMINDER, stopReminderByLink } from '../../domain/care/reminders/daily-reminders.ts';
import { html } from '../../platform/html/html.ts';
import { requestOperation } from '../../request/request-operation.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

/**
 * The link of a daily reminder that ends them. Opening it only asks, since mail programs open links ahead. The form needs
 * no log-in and no token of the session, so that a mail program may send it by itself (RFC 8058): who has the link may end
 * them. A link that names no choice gets the same answer.
 */
export function stopDailyReminderPages(router: Router, services: AccountPageServices): void {
  const path = `${STOP_DAILY_REMINDER}/:stopToken`;
  const { name } = services.content.product;
  router.get(path, (ctx) =>
    showAccountPage(ctx, services, {
      title: 'Stop the daily messages?',
      main: html`<form class="pages-form" method="post" action="${STOP_DAILY_REMINDER}/${String(ctx.params.stopToken)}">
<button class="button">Stop these messages</button>
</form>`,
    }),
  );
  router.post(path, async (ctx) => {
    await stopReminderByLink(requestOperation(ctx, services), String(ctx.params.stopToken));
    await showAccountPage(ctx, services, {
      title: 'The daily messages have stopped',
      main: html`<p>You can choose them again in ${name}, under Helpers.</p>
<p><a href="/">Go to the start</a></p>`,
    });
  });
}
