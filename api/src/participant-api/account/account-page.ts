import type { Context } from 'koa';
import { type Html, html } from '../../platform/html/html.ts';
import type { RenderPage } from '../../platform/pages/render-page.ts';
import { NOTICE_PAGES_POLICY, sessionEndNotice } from '../../platform/pages/session-end-notice.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import type { Services } from '../../request/services.ts';

export interface AccountPageServices extends Services {
  renderPage: RenderPage;
  /** Messages are stored to be read here, because nothing sends them. */
  keepsMail: boolean;
}

interface AccountPage {
  title: string;
  main: Html;
  status?: number;
  /** What is wrong with one field of the page's form. */
  fault?: { field: string; text: string } | '';
}

/** A page that anyone may open, which a session asks for to last. */
export const ACCESSIBILITY = '/account/accessibility';

/**
 * Shows a page under /account: its heading, what is wrong, and the content. Two minutes before a
 * session ends it asks whether to stay logged in.
 */
export async function showAccountPage(
  ctx: Context,
  services: AccountPageServices,
  { title, main, fault, status = fault ? 400 : 200 }: AccountPage,
): Promise<void> {
  const { participantId, staffId } = sessionOf(ctx);
  const isLoggedIn = Boolean(participantId ?? staffId);
  if (isLoggedIn) ctx.set('content-security-policy', NOTICE_PAGES_POLICY);
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = await services.renderPage(ctx, {
    title: fault ? `Error: ${title}` : title,
    main: html`<div class="pages-narrow"><h1>${title}</h1>
${fault && html`<div class="error-summary" role="alert" tabindex="-1" autofocus><h2>There is a problem</h2><p><a href="#${fault.field}">${fault.text}</a></p></div>`}
${main}</div>${isLoggedIn && sessionEndNotice(ctx.state.sessionSecondsLeft(), ACCESSIBILITY)}`,
  });
}
