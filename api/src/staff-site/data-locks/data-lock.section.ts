import { findLockOf } from '../../domain/data/data-locks/check-unlocked.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { CLOSURE_REASONS, Closure } from '../../domain/trial/closure/closure.entity.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { reopenPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

/** That the team closed a participant's part, and since when their data are locked; nothing where neither is so. */
export const dataLockSection: ParticipantSection = async ({ request, participant }) => {
  const { op, staff, session } = request;
  const lock = await findLockOf(op.db, participant.id);
  const closure = await op.db.findOne(Closure, { participant: participant.id, reopenedAt: null });
  if (!lock && !closure) return null;
  const at = (instant: Date) => formatDatetime(op.content.product.timeZone, instant);
  return stack(
    'data-lock',
    lock ? 'Data locked' : 'Part in the trial closed',
    html`${closure && html`<p>${CLOSURE_REASONS[closure.reason]}. Closed ${at(closure.closedAt)}: follow-ups have ended. What they report still reaches the team.</p>`}
${lock && html`<p>Locked since ${at(lock.lockedAt)}. Check-ups, dose reports, warning signs and adverse events are still taken, apart from the locked data. Data choices, contact details and questions about a dose stay open.</p>`}
${closure && hasRight(staff, 'lock-data') && html`<form method="post" action="${reopenPath(participant.id)}">${tokenField(session.csrfToken)}<button class="button" data-variant="secondary">Open their part again</button></form>`}`,
  );
};
