import type { CarriedOutBy } from '../../domain/people/participants/carried-out-by.ts';
import { DataConsentReceipt } from '../../domain/trial/consent/consent.entities.ts';
import { CHOICES } from '../../domain/trial/consent/data-consent-request.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { pageSchema, pagination } from '../../platform/pages/pagination.ts';
import { RECEIPTS } from '../page/navigation.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';

const RECEIPTS_ON_PAGE = 25;

const BY: Record<CarriedOutBy, string> = {
  participant: 'The participant',
  team: 'The team, asked by the participant',
};

/** What people who do not take part chose for their information: evidence that it was done, without saying whose. */
export async function showReceipts(request: StaffRequest): Promise<void> {
  const { ctx, op } = request;
  const page = pageSchema.parse(ctx.query.page);
  const [receipts, total] = await op.db.findAndCount(
    DataConsentReceipt,
    {},
    {
      orderBy: { chosenAt: 'desc', id: 'asc' },
      limit: RECEIPTS_ON_PAGE,
      offset: (page - 1) * RECEIPTS_ON_PAGE,
    },
  );
  const rows = receipts.map(({ chosenAt, choice, carriedOutBy }) => [
    formatDatetime(op.content.product.timeZone, chosenAt),
    CHOICES[choice].receipt,
    BY[carriedOutBy as CarriedOutBy],
  ]);
  await showStaffPage(request, {
    title: 'Receipts',
    main: html`<h1>Receipts</h1>
<p>What people who stopped taking part chose for their information. A receipt shows that it was done. It does not say whose it was.</p>
${rows.length > 0 ? table('Receipts', ['When', 'What was done', 'By whom'], rows) : html`<p>${total > 0 ? 'No receipt is on this page.' : 'No choice has been made yet.'}</p>`}
${pagination({ page, total, size: RECEIPTS_ON_PAGE }, (to) => `${RECEIPTS}?page=${to}`)}`,
  });
}
