import * as z from 'zod';
import {
  endOtherSessions,
  findStaffSessions,
  type StaffSession,
} from '../../domain/people/team/own-sessions.command.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { readForm } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { keyHashOf } from '../../platform/sessions/session-store.ts';
import { ACCOUNT, SESSIONS } from '../page/navigation.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { withProof } from '../page/with-proof.ts';

const END = `${SESSIONS}/end`;
const END_OTHERS = `${SESSIONS}/end-others`;

const endSchema = z.object({ session: z.hash('sha256') });

/** Ends sessions that a member of staff has in other browsers. */
export function ownSessionPages(admin: StaffRouter): void {
  for (const [path, take] of [
    [END, end],
    [END_OTHERS, endOthers],
  ] as const) {
    // The address of a rejected form, when it is loaded again.
    admin.get(path, 'own-account', async ({ ctx }) => seeOther(ctx, ACCOUNT));
    admin.post(path, 'own-account', withProof(take));
  }
}

async function end({ ctx, op, staff }: StaffRequest): Promise<void> {
  const { data, rejected } = readForm(ctx, endSchema);
  if (rejected) throw new AppError('unprocessable', 'This form names no session.');
  await endOtherSessions(op, { staffId: staff.id, current: keyHashOf(ctx), keyHash: data.session });
  seeOther(ctx, `${ACCOUNT}?done=session`);
}

async function endOthers({ ctx, op, staff }: StaffRequest): Promise<void> {
  await endOtherSessions(op, { staffId: staff.id, current: keyHashOf(ctx) });
  seeOther(ctx, `${ACCOUNT}?done=sessions`);
}

/** On the account's page: where the member of staff is logged in. */
export async function sessionsCard(request: StaffRequest): Promise<Html> {
  const { ctx, op, services, staff, session } = request;
  const sessions = await findStaffSessions(op, {
    staffId: staff.id,
    current: keyHashOf(ctx),
    idleMs: services.config.staffIdleMs,
    absoluteMs: services.config.staffAbsoluteMs,
  });
  return html`<section class="card pages-stack" aria-labelledby="sessions">
<h2 id="sessions">Where you are logged in</h2>
<p>If you do not know one of these, log out there and change your password.</p>
<ul class="pages-stack">${sessions.map((each) => sessionItem(request, each))}</ul>
${
  sessions.length > 1 &&
  html`<form method="post" action="${END_OTHERS}">
${tokenField(session.csrfToken)}
<button class="button" data-variant="quiet">Log out everywhere else</button>
</form>`
}
</section>`;
}

function sessionItem(
  { op, session }: StaffRequest,
  { keyHash, browser, loggedInAt, lastUsedAt, isActing, isCurrent }: StaffSession,
): Html {
  const { timeZone } = op.content.product;
  const since = formatDatetime(timeZone, loggedInAt);
  return html`<li><strong>${browser ?? 'A browser'}</strong>${isCurrent && ', this one'}
<p class="small soft">Logged in ${since}${!isCurrent && `, last used ${formatDatetime(timeZone, lastUsedAt)}`}${isActing && ', acting for a participant'}</p>
${
  !isCurrent &&
  html`<form method="post" action="${END}">
${tokenField(session.csrfToken)}
<input type="hidden" name="session" value="${keyHash}">
<button class="button" data-variant="link">Log out there<span class="visually-hidden"> (${browser ?? 'a browser'}, logged in ${since})</span></button>
</form>`
}</li>`;
}
