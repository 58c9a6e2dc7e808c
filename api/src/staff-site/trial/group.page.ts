import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { findGroup, GROUP_PAGE_SIZE } from '../../domain/reports/trial-numbers/find-trial-numbers.ts';
import { GROUPS, groups, ONE_ARM_GROUPS } from '../../domain/reports/trial-numbers/groups.ts';
import { ARMS } from '../../domain/trial/randomisation/permuted-blocks.ts';
import { notAllowed, notFound } from '../../platform/errors/app-error.ts';
import { html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { participantPath, TRIAL } from '../page/navigation.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import { ARM_TEXT, groupPath } from './trial-links.ts';

const groupSchema = z.enum(groups);
const armSchema = z.enum(ARMS).nullable().catch(null);

/** The people behind one number. Throws not-found, and not-allowed for what discloses the arm to one who may not know it. */
export async function showGroup(request: StaffRequest): Promise<void> {
  const { ctx, op, staff } = request;
  const parsed = groupSchema.safeParse(ctx.params.group);
  if (!parsed.success) throw notFound();
  const group = parsed.data;
  const arm = armSchema.parse(ctx.query.arm ?? null);
  const page = pageSchema.parse(ctx.query.page);
  const seesArms = hasRight(staff, 'see-arms');
  if (!seesArms && (arm || ONE_ARM_GROUPS.includes(group)))
    throw notAllowed('Your role on the team does not allow this.');
  const { timeZone } = op.content.product;
  const { people, total } = await findGroup(op.db, { now: op.now, timeZone }, { group, arm, page });
  await recordView(request, null);
  const mayOpen = hasRight(staff, 'see-participants');
  const seesNames = hasRight(staff, 'see-names');
  const title = `${GROUPS[group].text}${arm ? `, ${ARM_TEXT[arm].toLowerCase()}` : ''}`;
  const address = (to: number) => `${groupPath(group, arm)}${arm ? '&' : '?'}page=${to}`;
  await showStaffPage(request, {
    title,
    main: html`<p><a class="pages-link" href="${TRIAL}">Back to the trial</a></p>
<h1>${title}</h1>
${
  people.length === 0
    ? html`<p>${total > 0 || page > 1 ? 'No participant is on this page.' : 'There is no participant.'}</p>`
    : table(
        title,
        [
          'Participant',
          'Study id',
          ...(seesArms ? ['Arm'] : []),
          'Consented',
          'Randomised',
          'Observed until',
          ...(seesArms ? ['Days recorded of days due'] : []),
        ],
        people.map((person) => {
          const name = (seesNames && person.name) || person.studyId || 'Without a name';
          return [
            mayOpen
              ? html`<a class="pages-link" href="${participantPath(person.id)}">${softWrap(name)}</a>`
              : name,
            person.studyId || 'None',
            ...(seesArms ? [person.arm ? ARM_TEXT[person.arm] : 'None yet'] : []),
            person.consentedOn ? formatDate(person.consentedOn) : 'No',
            person.randomisedOn ? formatDate(person.randomisedOn) : 'No',
            formatDate(person.until),
            ...(seesArms ? [`${person.daysRecorded} of ${person.daysDue}`] : []),
          ];
        }),
        total === 1 ? '1 participant' : `${total} participants`,
      )
}
${pagination({ page, total, size: GROUP_PAGE_SIZE }, address)}`,
  });
}
