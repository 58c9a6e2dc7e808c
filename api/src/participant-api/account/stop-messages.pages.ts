import type Router from '@koa/router';
import { STOP_DAILY_REMINDER, stopReminderByLink } from '../../domain/care/reminders/daily-reminders.ts';
import { STOP_STEP_MESSAGES, stopStepMessagesByLink } from '../../domain/care/reminders/step-messages.ts';
import type { Operation } from '../../domain/core/operation/operation.ts';
import { html } from '../../platform/html/html.ts';
import { requestOperation } from '../../request/request-operation.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

interface Stopping {
  address: string;
  title: string;
  stopped: string;
  stop: (op: Operation, token: string) => Promise<void>;
}

/** The links of daily reminders, and of messages about a step, that end them. */
export function stopMessagesPages(router: Router, services: AccountPageServices): void {
  addPages(router, services, {
    address: STOP_DAILY_REMINDER,
    title: 'Stop the daily messages?',
    stopped: 'The daily messages have stopped',
    stop: stopReminderByLink,
  });
  addPages(router, services, {
    address: STOP_STEP_MESSAGES,
    title: 'Stop these messages?',
    stopped: 'These messages have stopped',
    stop: stopStepMessagesByLink,
  });
}

/**
 * Opening the link only asks, since mail programs open links ahead. The form needs no log-in and no token of the session,
 * so that a mail program may send it by itself (RFC 8058): who has the link may end them. A link that names no choice gets
 * the same answer.
 */
function addPages(
  router: Router,
  services: AccountPageServices,
  { address, title, stopped, stop }: Stopping,
): void {
  const path = `${address}/:stopToken`;
  const { name } = services.content.product;
  router.get(path, (ctx) =>
    showAccountPage(ctx, services, {
      title,
      main: html`<form class="pages-form" method="post" action="${address}/${String(ctx.params.stopToken)}">
<button class="button">Stop these messages</button>
</form>`,
    }),
  );
  router.post(path, async (ctx) => {
    await stop(requestOperation(ctx, services), String(ctx.params.stopToken));
    await showAccountPage(ctx, services, {
      title: stopped,
      main: html`<p>You can choose them again in ${name}, under Helpers.</p>
<p><a href="/">Go to the start</a></p>`,
    });
  });
}
