import { findLockOf } from '../../domain/data/data-locks/check-unlocked.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

/** Since when nothing new is recorded of the participant; nothing where their data are open. */
export const dataLockSection: ParticipantSection = async ({ request: { op }, participant }) => {
  const lock = await findLockOf(op.db, participant.id);
  if (!lock) return null;
  return stack(
    'data-lock',
    'Data locked',
    html`<p>Since ${formatDatetime(op.content.product.timeZone, lock.lockedAt)}. Nothing new is recorded. Data choices, contact details and questions about a dose stay open.</p>`,
  );
};
