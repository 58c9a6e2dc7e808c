import { ACTING_MINUTES } from '../../domain/people/acting/acting-rules.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { NOTICE_PAGES_POLICY, sessionEndNotice } from '../../platform/pages/session-end-notice.ts';
import type { SessionData } from '../../platform/sessions/session-data.ts';
import { ACCOUNT, LOG_OUT, participantPath } from './navigation.ts';
import { isAt, navigation } from './navigation-bar.ts';
import { mustSetUpSecondFactor, type PageServices, type StaffRequest } from './staff-request.ts';

/** Shows a page with the header of the team's pages: navigation, log-out and the participant they act for. */
export async function showStaffPage(
  request: StaffRequest,
  { title, main, status = 200 }: { title: string; main: Html; status?: number },
): Promise<void> {
  const { ctx, services, session } = request;
  const { ended } = session;
  delete session.ended;
  ctx.status = status;
  ctx.type = 'html';
  ctx.set('content-security-policy', NOTICE_PAGES_POLICY);
  ctx.body = await services.renderPage(ctx, {
    title,
    header: await header(request),
    main: html`${actingNotice(session, services)}${ended && actingEnded}${main}${sessionEndNotice(ctx.state.sessionSecondsLeft(), ACCOUNT)}`,
  });
}

async function header(request: StaffRequest): Promise<Html> {
  const { ctx, op, session, staff, services } = request;
  const isLimited = mustSetUpSecondFactor(services, session);
  return html`<div class="pages-account">${isLimited ? staff.name : html`<a class="pages-link" href="${ACCOUNT}"${isAt(ctx.path, ACCOUNT) && html` aria-current="page"`} aria-label="Your account, ${staff.name}">${staff.name}</a>`}
<form method="post" action="${LOG_OUT}">${tokenField(session.csrfToken)}<button class="button" data-variant="link">Log out</button></form></div>
${!isLimited && (await navigation(request))}
<p class="print-only">Printed by ${staff.name}, as it stood on ${formatDatetime(op.content.product.timeZone, op.now)}.</p>`;
}

const actingEnded = html`<div class="notice" role="status">
<p class="notice-title">You no longer act for the participant</p>
<p>Acting ends after ${ACTING_MINUTES} minutes, and when the participant stops taking part or chooses a new password. What was not saved by then waits in this browser until you act for them again.</p>
</div>`;

function actingNotice({ acting, participantId }: SessionData, { content }: PageServices): Html | null {
  if (!acting || !participantId) return null;
  const until = new Intl.DateTimeFormat('en-AU', {
    timeZone: content.product.timeZone,
    hour: 'numeric',
    minute: '2-digit',
  }).format(acting.until);
  return html`<div class="notice">
<p class="notice-title">You are acting for a participant until ${until}</p>
<p>Log out on <a href="/">their own pages</a> to end it, and see <a href="${participantPath(participantId)}">who it is</a>.</p>
</div>`;
}
