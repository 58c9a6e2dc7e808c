import { findUnconfirmedAddress } from '../../domain/people/accounts/unconfirmed-address.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { errorSummary, field } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { confirmAddressPath } from '../page/navigation.ts';
import type { ParticipantSection } from '../page/participant-section.ts';

/** An address that was changed while acting, for as long as no link for a new password goes to it. */
export const confirmAddressSection: ParticipantSection = async ({ request, participant, rejected }) => {
  const { op, session, staff } = request;
  const unconfirmed = await findUnconfirmedAddress(op.db, participant);
  if (!unconfirmed) return null;
  const { changedBy, changedAt } = unconfirmed;
  const names = await findStaffNames(op.db, changedBy);
  const mayConfirm = hasRight(staff, 'confirm-address') && !changedBy.includes(staff.id);
  return html`<section class="card pages-stack" aria-labelledby="confirm-address">
<h2 id="confirm-address">Links for a new password wait</h2>
<p>The email address was changed while acting, by ${changedBy.map(names).join(' and ')}, on ${formatDatetime(op.content.product.timeZone, changedAt)}. Until the participant logs in with their password, or a manager who did not change it confirms it, no link for a new password goes there.</p>
${
  mayConfirm &&
  html`<form class="pages-form" method="post" action="${confirmAddressPath(participant.id)}" autocomplete="off">
${errorSummary(rejected.address)}
${tokenField(session.csrfToken)}
${field(
  {
    name: 'address',
    label: 'Their email address, as they gave it themselves',
    hint: 'Talk to them first, by phone or in person. Make sure that it is them.',
    rejected: rejected.address,
  },
  (attributes) =>
    html`<input class="field-input" ${attributes} type="email" maxlength="254" required value="${rejected.address?.values.address ?? ''}">`,
)}
<button class="button" data-variant="quiet">Confirm the address</button>
</form>`
}
</section>`;
};
