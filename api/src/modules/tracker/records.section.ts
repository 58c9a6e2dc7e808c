import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { html } from '../../http/pages/html.ts';
import { type ParticipantSection, stack, table } from '../participant-overview/participant-section.ts';
import { findRecords } from './find-records.ts';

const RECORDS_SHOWN = 14;

/** The last days that the participant recorded. */
export const recordsSection: ParticipantSection = async ({ request: { em, services }, participant }) => {
  const records = (await findRecords(em, participant.id)).slice(-RECORDS_SHOWN).reverse();
  const rows = records.map(({ localDate: day, sleep, mood, active, symptoms }) => [
    formatDate(day),
    answer(sleep),
    answer(mood),
    answer(active),
    symptoms.map(({ text, redflag }) => (redflag ? `${text} (warning sign)` : text)).join(', ') || 'None',
  ]);
  return stack(
    'records',
    'Last records',
    html`<p>Nobody watches these records outside the team's hours (${services.content.product.researchTeam.hours}).</p>
${
  rows.length === 0
    ? html`<p>No records yet.</p>`
    : table('Records by day', ['Day', 'Sleep', 'Mood', 'Activity', 'Symptoms'], rows)
}`,
  );
};

const answer = (isGood: boolean): string => (isGood ? 'Good' : 'Not good');
