import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { html } from '../../platform/html/html.ts';
import { valuesPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

/** The way to single values, their corrections, and the marks of monitors. */
export const valuesSection: ParticipantSection = ({ request, participant }) =>
  stack(
    'values',
    'Values and corrections',
    html`<p><a class="pages-link" href="${valuesPath(participant.id)}">${hasRight(request.staff, 'correct-values') ? 'Correct a value' : hasRight(request.staff, 'verify-values') ? 'Compare values with their source' : 'See the values'}</a></p>`,
  );
