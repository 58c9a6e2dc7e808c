import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { AppError } from '../../http/app-error.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { tokenField } from '../../http/pages/page-middlewares.ts';
import type { AdminRouter } from '../admin/admin-router.ts';
import { PARTICIPANTS, participantPath } from '../admin/navigation.ts';
import { showStaffPage } from '../admin/staff-page.ts';
import { idOf, type StaffRequest, seeOther } from '../admin/staff-request.ts';
import {
  findParticipants,
  type ListedParticipant,
  PAGE_SIZE,
  type ParticipantFilter,
  STAGES,
  type Stage,
} from './find-participants.ts';
import { showParticipant } from './participant.page.ts';

const stages = Object.keys(STAGES) as Stage[];
const filterSchema = z.object({ search: z.string().trim().max(254), stage: z.enum(['', ...stages]) });
const pageSchema = z.coerce.number().int().min(1).max(100_000).catch(1);

export function participantPages(admin: AdminRouter): void {
  admin.get(PARTICIPANTS, 'see-participants', showParticipants);
  admin.post(PARTICIPANTS, 'see-participants', searchParticipants);
  admin.get(`${PARTICIPANTS}/:id`, 'see-participants', (request) =>
    showParticipant(request, idOf(request.ctx)),
  );
}

/** Keeps what the person looks for in the session: a name or an address has no place in a URL. */
async function searchParticipants({ ctx, session }: StaffRequest): Promise<void> {
  const filter = filterSchema.safeParse(ctx.request.body);
  if (!filter.success) throw new AppError('bad-request', 'Please search for something shorter.');
  session.participantFilter = filter.data;
  seeOther(ctx, PARTICIPANTS);
}

async function showParticipants(request: StaffRequest): Promise<void> {
  const { ctx, em, session } = request;
  const filter = session.participantFilter ?? { search: '', stage: '' };
  const page = pageSchema.parse(ctx.query.page);
  const { participants, total } = await findParticipants(em, filter, page);
  await showStaffPage(request, {
    title: 'Participants',
    main: html`<h1>Participants</h1>
${searchForm(filter, session.csrfToken)}
${participants.length > 0 ? list(participants, total) : html`<p>Nobody ${page > 1 ? 'is on this page' : 'matches'}.</p>`}
${turnPages(page, total)}`,
  });
}

const searchForm = (
  { search, stage }: ParticipantFilter,
  csrfToken: string,
): Html => html`<form class="pages-form pages-search" method="post" action="${PARTICIPANTS}" role="search">
${tokenField(csrfToken)}
<div class="field">
<label class="field-label" for="search">Name or email</label>
<div class="field-box"><input class="field-input" id="search" name="search" type="search" maxlength="254" value="${search}"></div>
</div>
<div class="field">
<label class="field-label" for="stage">Stage</label>
<div class="field-box"><select class="field-input" id="stage" name="stage">
<option value="">All</option>
${stages.map((name) => html`<option value="${name}"${name === stage && html` selected`}>${STAGES[name]}</option>`)}
</select></div>
</div>
<button class="button">Search</button>
</form>`;

const list = (
  participants: readonly ListedParticipant[],
  total: number,
): Html => html`<div class="pages-table" role="region" aria-label="Participants" tabindex="0"><table>
<caption>${total === 1 ? '1 participant' : `${total} participants`}, the newest first</caption>
<thead><tr><th scope="col">First name</th><th scope="col">Email</th><th scope="col">Stage</th><th scope="col">Last record</th></tr></thead>
<tbody>${participants.map(
  ({ id, firstName, email, stage, lastRecord }) => html`<tr>
<th scope="row"><a class="pages-link" href="${participantPath(id)}">${firstName || 'Without a name'}</a></th>
<td>${email ? breakable(email) : 'Erased'}</td>
<td>${STAGES[stage]}</td>
<td>${lastRecord ? formatDate(lastRecord) : 'None'}</td>
</tr>`,
)}</tbody>
</table></div>`;

/** On a phone an address is broken where it has a sign, rather than anywhere. */
const breakable = (email: string): Html[] => email.split(/(?<=[@.])/).map((part) => html`${part}<wbr>`);

function turnPages(page: number, total: number): Html | null {
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (last === 1 && page === 1) return null;
  const link = (to: number, text: string) =>
    html`<a class="pages-link" href="${PARTICIPANTS}?page=${to}">${text}</a>`;
  return html`<nav class="pages-turn" aria-label="Pages of the list">
${page > 1 && link(Math.min(page - 1, last), 'Previous page')}
<span>Page ${page} of ${last}</span>
${page < last && link(page + 1, 'Next page')}
</nav>`;
}
