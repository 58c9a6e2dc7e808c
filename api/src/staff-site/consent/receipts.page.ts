import { DataConsentReceipt } from '../../domain/consent/consent.entities.ts';
import { CHOICES } from '../../domain/consent/data-consent-request.ts';
import type { CarriedOutBy } from '../../domain/participants/carried-out-by.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';

const BY: Record<CarriedOutBy, string> = {
  participant: 'The participant',
  team: 'The team, asked by the participant',
};

/** What people who do not take part chose for their information: evidence that it was done, without saying whose. */
export async function showReceipts(request: StaffRequest): Promise<void> {
  const { op } = request;
  const receipts = await op.db.find(DataConsentReceipt, {}, { orderBy: { chosenAt: 'desc', id: 'asc' } });
  const rows = receipts.map(({ chosenAt, choice, carriedOutBy }) => [
    formatDatetime(op.content.product.timeZone, chosenAt),
    CHOICES[choice].receipt,
    BY[carriedOutBy as CarriedOutBy],
  ]);
  await showStaffPage(request, {
    title: 'Receipts',
    main: html`<h1>Receipts</h1>
<p>What people who stopped taking part chose for their information. A receipt shows that it was done. It does not say whose it was.</p>
${rows.length === 0 ? html`<p>No choice has been made yet.</p>` : table('Receipts', ['When', 'What was done', 'By whom'], rows)}`,
  });
}
