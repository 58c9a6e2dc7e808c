import * as z from 'zod';
import { Staff } from '../../domain/people/staff/staff.entity.ts';
import { ROLES, rolesSchema, rolesText } from '../../domain/people/staff/staff-rights.ts';
import {
  changeRoles,
  removeStaff,
  resetSecondFactor,
  sendPasswordLink,
} from '../../domain/people/team/manage-staff.command.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { checkboxesField, errorSummary, type FormErrors, readForm } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { ACCOUNT, STAFF, staffPath } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

const formSchema = z.object({ roles: rolesSchema });

/** Each change of an account, by the last part of its address: what it does, and what the page says afterwards. */
const CHANGES = {
  role: {
    async change({ ctx, op }: StaffRequest, id: string) {
      const { data, rejected } = readForm(ctx, formSchema);
      if (rejected) return rejected;
      await changeRoles(op, id, data.roles);
    },
    done: 'The roles are changed. Every session of this account is logged out.',
  },
  'password-link': {
    change: ({ op }: StaffRequest, id: string) => sendPasswordLink(op, id),
    done: 'A message with a link to choose a password is on its way. The link works for three days.',
  },
  'second-factor': {
    change: ({ op }: StaffRequest, id: string) => resetSecondFactor(op, id),
    done: 'The second factor is taken away. The password by itself lets them in, and they can set up a new one.',
  },
} as const;

/** Where a manager sees and changes the account of one member of the team. */
export function staffMemberPages(admin: StaffRouter): void {
  const path = `${STAFF}/:id`;
  admin.get(path, 'manage-staff', (request) => showMember(request));
  // The address of a rejected form, when it is loaded again.
  admin.get(`${path}/role`, 'manage-staff', async ({ ctx }) => seeOther(ctx, staffPath(idOf(ctx))));
  for (const [name, { change }] of Object.entries(CHANGES))
    admin.post(`${path}/${name}`, 'manage-staff', async (request) => {
      const id = idOf(request.ctx);
      const rejected = await change(request, id);
      if (rejected) return showMember(request, rejected);
      seeOther(request.ctx, `${staffPath(id)}?done=${name}`);
    });
  admin.get(`${path}/remove`, 'manage-staff', confirmRemoval);
  admin.post(`${path}/remove`, 'manage-staff', async (request) => {
    await removeStaff(request.op, idOf(request.ctx));
    seeOther(request.ctx, `${STAFF}?done=removed`);
  });
}

/** The account that the address names. Throws not-found. */
async function memberOf({ ctx, op }: StaffRequest): Promise<Staff> {
  const member = await op.db.findOne(Staff, { id: idOf(ctx) });
  if (!member) throw notFound();
  return member;
}

async function showMember(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { ctx, services, staff } = request;
  const { timeZone } = services.content.product;
  const member = await memberOf(request);
  const { name, email, roles, passwordHash, secondFactorSince, lastLogInAt, createdAt } = member;
  const done = Object.entries(CHANGES).find(([key]) => key === ctx.query.done)?.[1].done;
  await showStaffPage(request, {
    title: rejected ? `Error: ${name}` : name,
    status: rejected ? 422 : 200,
    main: html`<h1>${name}</h1>
${done && html`<div class="notice" role="status"><p class="notice-title">${done}</p></div>`}
<dl class="pages-facts">
<dt>Email</dt><dd class="pages-soft-wrap">${email}</dd>
<dt>Roles</dt><dd>${rolesText(roles)}</dd>
<dt>Password</dt><dd>${passwordHash ? 'Chosen' : 'Not chosen yet'}</dd>
<dt>Second factor</dt><dd>${secondFactorSince ? `On since ${formatDatetime(timeZone, secondFactorSince)}` : 'Off'}</dd>
<dt>Last log-in</dt><dd>${lastLogInAt ? formatDatetime(timeZone, lastLogInAt) : 'Never'}</dd>
<dt>Added</dt><dd>${formatDatetime(timeZone, createdAt)}</dd>
</dl>
${
  member.id === staff.id
    ? html`<p>This is your own account. You change it <a href="${ACCOUNT}">on its own page</a>; your roles, another manager.</p>`
    : html`<div class="pages-columns">${cards(request, member, rejected)}</div>`
}
<p><a class="pages-link" href="${STAFF}">Back to the team</a></p>`,
  });
}

function cards(
  { session }: StaffRequest,
  { id, roles, secondFactorSince }: Staff,
  rejected: FormErrors | undefined,
): Html[] {
  const card = (name: keyof typeof CHANGES, title: string, content: Html, button: string): Html =>
    html`<section class="card" aria-labelledby="${name}-title">
<form class="pages-form" method="post" action="${staffPath(id)}/${name}">
<h2 id="${name}-title">${title}</h2>
${tokenField(session.csrfToken)}
${content}
<button class="button" data-variant="quiet">${button}</button>
</form>
</section>`;
  return [
    card(
      'role',
      'Roles',
      html`${errorSummary(rejected)}${checkboxesField({ name: 'roles', label: 'Roles', options: Object.entries(ROLES), chosen: roles, rejected })}<p>A change logs them out.</p>`,
      'Change the roles',
    ),
    card(
      'password-link',
      'Password',
      html`<p>Sends them a link to choose a new password. The password they have holds until they use it.</p>`,
      'Send a link',
    ),
    ...(secondFactorSince
      ? [
          card(
            'second-factor',
            'Second factor',
            html`<p>For a member who lost their phone and their recovery codes. Be sure that it is they who ask: call them back on a number you know.</p>`,
            'Take the second factor away',
          ),
        ]
      : []),
    html`<section class="card" aria-labelledby="remove-title">
<h2 id="remove-title">Remove from the team</h2>
<p>They can no longer log in. What they did stays in the audit log.</p>
<p><a class="button" data-variant="quiet" href="${staffPath(id)}/remove">Remove…</a></p>
</section>`,
  ];
}

async function confirmRemoval(request: StaffRequest): Promise<void> {
  const { session, staff, ctx } = request;
  const { id, name, email } = await memberOf(request);
  if (id === staff.id) return seeOther(ctx, staffPath(id));
  const title = `Remove ${name} from the team?`;
  await showStaffPage(request, {
    title,
    main: html`<div class="pages-narrow"><h1>${title}</h1>
<p>The account of <span class="pages-soft-wrap">${email}</span> goes at once, and with it every session, also one that acts for a participant. This cannot be undone; you can add them again.</p>
<form class="pages-form" method="post" action="${staffPath(id)}/remove">
${tokenField(session.csrfToken)}
<button class="button" data-variant="danger">Remove from the team</button>
</form>
<p><a class="pages-link" href="${staffPath(id)}">Keep the account</a></p></div>`,
  });
}
