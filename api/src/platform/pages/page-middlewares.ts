import type { Context, Middleware } from 'koa';
import * as z from 'zod';
import { AppError } from '../errors/app-error.ts';
import { describeError } from '../errors/describe-error.ts';
import { formValues } from '../html/form.ts';
import { type Html, html } from '../html/html.ts';
import { toAppError } from '../http/serialise-errors.ts';
import { isSameToken } from '../sessions/csrf.ts';
import { sessionOf } from '../sessions/session.ts';
import type { PageSite, RenderPage } from './render-page.ts';

/** No script runs on these pages unless one adds its own; they send forms to this server only. */
export const PAGES_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADINGS: Record<number, string> = {
  403: 'This is not possible',
  404: 'This page does not exist',
  429: 'Please wait',
};

/** Answers with pages: sets their headers, and turns every error into a page in plain words. */
export const asPages =
  (renderPage: RenderPage, { home, homeText }: PageSite): Middleware =>
  async (ctx, next) => {
    ctx.set({
      'content-security-policy': PAGES_POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    try {
      await next();
    } catch (error) {
      const known = toAppError(error);
      if (known.status >= 500) ctx.state.log.error(describeError(error), 'request failed');
      const heading = HEADINGS[known.status] ?? 'That did not work';
      ctx.set(known.headers);
      ctx.status = known.status;
      ctx.type = 'html';
      ctx.body = await renderPage(ctx, {
        title: heading,
        main: html`<h1>${heading}</h1>
<p>${known.message}</p>
${known.code === 'wrong-csrf-token' && writtenIn(ctx)}
<p><a href="${home}">${homeText}</a></p>`,
      });
    }
  };

/** The fields of the team's forms that people write sentences into. */
const WRITTEN = ['note', 'reason'];

/**
 * What was written into a rejected form, so that it can be copied. From this site's own forms only:
 * another site could otherwise put its words on this page.
 */
function writtenIn(ctx: Context): Html | null {
  if (ctx.get('sec-fetch-site') !== 'same-origin') return null;
  const values = formValues(ctx.request.body);
  const texts = WRITTEN.map((name) => values[name]).filter(Boolean);
  if (texts.length === 0) return null;
  return html`<section class="card pages-stack" aria-labelledby="written">
<h2 id="written">What you wrote was not saved</h2>
<p>Copy it from here before you go on.</p>
${texts.map((text) => html`<p class="pages-text">${text}</p>`)}
</section>`;
}

/** A form has to bring, in a hidden field, the token its session was given. Comes after the body is read. */
export const checkFormToken: Middleware = async (ctx, next) => {
  if (ctx.method === 'POST') {
    const { body } = ctx.request as { body?: unknown };
    const sent = z.object({ csrfToken: z.string() }).safeParse(body);
    if (!sent.success || !isSameToken(sent.data.csrfToken, sessionOf(ctx).csrfToken)) {
      throw new AppError(
        'wrong-csrf-token',
        'This page is out of date, or you were logged out meanwhile. A button that is pressed twice can do that too. Open the page again and try once more.',
      );
    }
  }
  await next();
};

export const tokenField = (csrfToken: string): Html =>
  html`<input type="hidden" name="csrfToken" value="${csrfToken}">`;
