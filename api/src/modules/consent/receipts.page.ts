import { html } from '../../http/pages/html.ts';
import { momentIn } from '../../http/pages/moment.ts';
import { table } from '../../http/pages/table.ts';
import { showStaffPage } from '../admin/staff-page.ts';
import type { StaffRequest } from '../admin/staff-request.ts';
import { type CarriedOutBy, DataConsentReceipt } from './consent.entities.ts';
import { CHOICES } from './data-consent-request.ts';

const BY: Record<CarriedOutBy, string> = {
  participant: 'The participant',
  team: 'The team, asked by the participant',
};

/** What people who do not take part chose for their information: evidence that it was done, without saying whose. */
export async function showReceipts(request: StaffRequest): Promise<void> {
  const { em, services } = request;
  const receipts = await em.find(DataConsentReceipt, {}, { orderBy: { chosenAt: 'desc', id: 'asc' } });
  const rows = receipts.map(({ chosenAt, choice, carriedOutBy }) => [
    momentIn(services.content.product.timeZone, chosenAt),
    CHOICES[choice].receipt,
    BY[carriedOutBy as CarriedOutBy],
  ]);
  await showStaffPage(request, {
    title: 'Receipts',
    main: html`<h1>Receipts</h1>
<p>What people who stopped taking part chose for their information. A receipt shows that it was done. It does not say whose it was.</p>
${rows.length === 0 ? html`<p>Nobody has chosen yet.</p>` : table('Receipts', ['When', 'What was done', 'By whom'], rows)}`,
  });
}
