import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { Middleware } from 'koa';
import { describeError } from '../errors/describe-error.ts';
import { html } from '../html/html.ts';
import { isPage } from '../http/is-page.ts';
import { toAppError } from '../http/serialise-errors.ts';
import { PAGES_POLICY } from './page-middlewares.ts';
import type { PageRenderer } from './render-page.ts';

/**
 * Where a page fails, says so in plain words with the numbers to call. It needs neither the database nor a release, since
 * these are what is missing then.
 */
export const explainFailure =
  (renderer: PageRenderer, siteContent: () => SiteContent): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status } = toAppError(error);
      if (status < 500 || !isPage(ctx.path)) throw error;
      ctx.state.log.error(describeError(error), 'request failed');
      const { productName, emergency, counselling, researchTeam } = siteContent();
      const renderPage = renderer({ brand: productName, home: '/', homeText: productName });
      const title = 'This page cannot be shown right now';
      ctx.set({ 'content-security-policy': PAGES_POLICY, 'cache-control': 'no-store' });
      ctx.status = status;
      ctx.type = 'html';
      ctx.body = await renderPage({
        title,
        main: html`<h1>${title}</h1>
<p>The fault is on our side. Please load the page again in a moment.</p>
<p>In an emergency call <a href="${emergency.tel}">${emergency.number}</a>. To talk to someone at any hour call <a href="${counselling.tel}">${counselling.number}</a>. The research team is at <a href="${researchTeam.tel}">${researchTeam.phone}</a>, ${researchTeam.hours}.</p>`,
      });
    }
  };
