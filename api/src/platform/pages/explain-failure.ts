import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { Context, Middleware } from 'koa';
import { describeError } from '../errors/describe-error.ts';
import { type Html, html } from '../html/html.ts';
import { isPage } from '../http/is-page.ts';
import { toAppError } from '../http/serialise-errors.ts';
import { PAGES_POLICY } from './page-middlewares.ts';
import type { PageRenderer } from './render-page.ts';

interface FailurePage {
  status: number;
  title: string;
  text: Html;
}

/**
 * Shows a page that says in plain words what is wrong, with the numbers to call. It needs neither the database nor a
 * release, since these are what is missing then.
 */
export async function showFailure(
  ctx: Context,
  { renderer, siteContent }: FailurePages,
  { status, title, text }: FailurePage,
): Promise<void> {
  const { productName, emergency, counselling, researchTeam } = siteContent();
  const contacts = [emergency, counselling];
  const renderPage = renderer({ brand: productName, home: '/', homeText: productName, contacts });
  ctx.set({ 'content-security-policy': PAGES_POLICY, 'cache-control': 'no-store' });
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = await renderPage(ctx, {
    title,
    main: html`<h1>${title}</h1>
${text}
<p>The research team is at <a href="${researchTeam.tel}">${researchTeam.phone}</a>, ${researchTeam.hours}.</p>`,
  });
}

export interface FailurePages {
  renderer: PageRenderer;
  siteContent: () => SiteContent;
}

/** Where a page fails, says so on a page. */
export const explainFailure =
  (pages: FailurePages): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const { status } = toAppError(error);
      if (status < 500 || !isPage(ctx.path)) throw error;
      ctx.state.log.error(describeError(error), 'request failed');
      await showFailure(ctx, pages, {
        status,
        title: 'This page cannot be shown right now',
        text: html`<p>The fault is on our side. Please load the page again in a moment.</p>`,
      });
    }
  };
