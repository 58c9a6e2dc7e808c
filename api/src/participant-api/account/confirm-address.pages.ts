import type Router from '@koa/router';
import { CONFIRM_ADDRESS } from '../../domain/people/address-confirmation/address-confirmation.ts';
import { confirmOwnAddress } from '../../domain/trial/randomisation/confirm-own-address.command.ts';
import { randomisationPolicy } from '../../domain/trial/randomisation/randomise-or-wait.ts';
import { html } from '../../platform/html/html.ts';
import { requestOperation } from '../../request/request-operation.ts';
import { type AccountPageServices, showAccountPage } from './account-page.ts';

/**
 * The link by which participants confirm their address. Opening it only asks, since mail programs open links ahead. The
 * form needs no token of the session: who has the link may confirm, on any device.
 */
export function confirmAddressPages(router: Router, services: AccountPageServices): void {
  const path = `${CONFIRM_ADDRESS}/:token`;
  const { config, allocationSeed, content } = services;
  router.get(path, (ctx) =>
    showAccountPage(ctx, services, {
      title: 'Is this your email address?',
      main: html`<p>You opened a link that we sent to it. Confirm that it reaches you.</p>
<form class="pages-form" method="post" action="${CONFIRM_ADDRESS}/${String(ctx.params.token)}">
<button class="button">Confirm my address</button>
</form>`,
    }),
  );
  router.post(path, async (ctx) => {
    const op = requestOperation(ctx, services);
    const policy = randomisationPolicy(config, allocationSeed);
    const isConfirmed = await confirmOwnAddress(op, String(ctx.params.token), policy);
    await showAccountPage(
      ctx,
      services,
      isConfirmed
        ? {
            title: 'Your address is confirmed',
            main: html`<p>Your home page says what comes next.</p>
<p><a class="button" href="/">Go to ${content.product.name}</a></p>`,
          }
        : {
            status: 400,
            title: 'This link no longer works',
            main: html`<p>A link works for seven days, only the newest one works, and only for the address that you have now.</p>
<p>Log in and press “Send it again” on your home page.</p>
<p><a class="button" href="/">Go to ${content.product.name}</a></p>`,
          },
    );
  });
}
