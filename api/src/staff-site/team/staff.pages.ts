import * as z from 'zod';
import { STAFF_ROLES, Staff } from '../../domain/people/staff/staff.entity.ts';
import { RIGHTS_BY_ROLE, ROLES, rolesSchema, rolesText } from '../../domain/people/staff/staff-rights.ts';
import { addStaff } from '../../domain/people/team/manage-staff.command.ts';
import {
  checkboxesField,
  errorSummary,
  type FormErrors,
  formValues,
  inputField,
  readForm,
} from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { STAFF, staffPath } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';
import { staffMemberPages } from './staff-member.pages.ts';

const EMAIL_FAULT = 'Enter an email address, such as name@example.org.';
const MEMBERS_ON_PAGE = 20;
const TAKEN = 'This address has an account on the team already.';

const formSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(150, 'Use at most 150 characters.'),
  email: z.string().trim().toLowerCase().pipe(z.email(EMAIL_FAULT).max(254, EMAIL_FAULT)),
  roles: rolesSchema,
});

/** Where a manager adds members of the team and sees who there is. */
export function staffPages(admin: StaffRouter): void {
  admin.get(STAFF, 'manage-staff', (request) => showTeam(request));
  admin.post(STAFF, 'manage-staff', add);
  staffMemberPages(admin);
}

async function add(request: StaffRequest): Promise<void> {
  const { data, rejected } = readForm(request.ctx, formSchema);
  if (rejected) return showTeam(request, rejected);
  if (!(await addStaff(request.op, data)))
    return showTeam(request, { values: formValues(request.ctx.request.body), errors: { email: TAKEN } });
  seeOther(request.ctx, `${STAFF}?done=added`);
}

async function showTeam(request: StaffRequest, rejected?: FormErrors): Promise<void> {
  const { ctx, op } = request;
  const { timeZone } = op.content.product;
  const page = pageSchema.parse(ctx.query.page);
  const [team, total] = await op.db.findAndCount(
    Staff,
    {},
    {
      orderBy: { name: 'asc', email: 'asc' },
      limit: MEMBERS_ON_PAGE,
      offset: (page - 1) * MEMBERS_ON_PAGE,
    },
  );
  const inWords = (at: Date | null | undefined) => (at ? formatDatetime(timeZone, at) : 'Never');
  await showStaffPage(request, {
    title: rejected ? 'Error: Team' : 'Team',
    status: rejected ? 422 : 200,
    main: html`<h1>Team</h1>
${ctx.query.done === 'added' && html`<div class="notice" role="status"><p class="notice-title">The account is there</p><p>A message with a link to choose a password is on its way. The link works for three days.</p></div>`}
${ctx.query.done === 'removed' && html`<div class="notice" role="status"><p class="notice-title">The account is gone</p></div>`}
${table(
  'Accounts',
  ['Name', 'Email', 'Roles', 'Second factor', 'Last log-in'],
  team.map(({ id, name, email, roles, passwordHash, secondFactorSince, lastLogInAt }) => [
    html`<a class="pages-link" href="${staffPath(id)}">${softWrap(name)}</a>`,
    email,
    rolesText(roles),
    secondFactorSince ? 'On' : 'Off',
    passwordHash ? inWords(lastLogInAt) : 'No password chosen yet',
  ]),
  `${total === 1 ? '1 account' : `${total} accounts`} of the research team.`,
)}
${pagination({ page, total, size: MEMBERS_ON_PAGE }, (to) => `${STAFF}?page=${to}`)}
${addForm(request, rejected)}
${rightsTable}`,
  });
}

const addForm = (
  { session }: StaffRequest,
  rejected: FormErrors | undefined,
): Html => html`<section class="card" aria-labelledby="add">
<form class="pages-form" method="post" action="${STAFF}">
<h2 id="add">Add a member</h2>
<p>They get a message with a link to choose a password.</p>
${errorSummary(rejected)}
${tokenField(session.csrfToken)}
${inputField({ name: 'name', label: 'Name', type: 'text', autocomplete: 'off', longest: 150, rejected })}
${inputField({ name: 'email', label: 'Email', type: 'email', autocomplete: 'off', longest: 254, rejected })}
${checkboxesField({ name: 'roles', label: 'Roles', hint: 'One or more. The table below says what each may do.', options: Object.entries(ROLES), rejected })}
<button class="button">Add to the team</button>
</form>
</section>`;

const rightsTable = html`<section class="pages-stack" aria-labelledby="rights">
<h2 id="rights">What each role may do</h2>
<p>Who holds several roles may do what any of them may. A blinded researcher holds no role that sees a participant's group, and a monitor none that sees names.</p>
<details class="pages-more"><summary>The rights of each role, as a table</summary>${table(
  'Rights by role',
  ['To', ...STAFF_ROLES.map((role) => ROLES[role])],
  RIGHTS_BY_ROLE.map(({ text, allowed }) => [text, ...allowed.map((may) => (may ? 'Yes' : 'No'))]),
)}</details>
</section>`;
