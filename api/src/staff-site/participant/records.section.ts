import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { ANSWER_HEADS, answersForTeam } from '../../domain/care/tracker/check-up-columns.ts';
import { findRecordVersions, type RecordVersion } from '../../domain/care/tracker/find-record-versions.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { type ItemWords, itemWords } from '../page/item-words.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';

const DAYS_SHOWN = 14;
const COLUMNS = ['Day', ...ANSWER_HEADS, 'Symptoms', 'Activities done', 'Recorded', 'Version'];

/** The last days that the participant recorded: the check-up that counts, others of the day, and what was replaced. */
export const recordsSection: ParticipantSection = async ({ request, participant }) => {
  const { op } = request;
  const { timeZone, researchTeam } = op.content.product;
  const words = itemWords(request);
  const rows = (await findRecordVersions(op.db, participant.id, DAYS_SHOWN)).map((version) => [
    formatDate(version.localDate),
    ...answersForTeam(version),
    symptomsText(version, words),
    version.activities.map(words.activity).join(', ') || 'None',
    `${formatDatetime(timeZone, version.recordedAt)}${version.addedLater ? ', added later' : ''}`,
    versionText(version, timeZone),
  ]);
  return stack(
    'records',
    'Last records',
    html`<p>Nobody watches these records outside the team's hours (${researchTeam.hours}).</p>
${rows.length === 0 ? html`<p>No records yet.</p>` : table('Records by day', COLUMNS, rows)}`,
  );
};

const versionText = ({ supersededAt, counts }: RecordVersion, timeZone: string): string => {
  if (supersededAt) return `Replaced ${formatDatetime(timeZone, supersededAt)}`;
  return counts ? 'Counts for the day' : 'Kept; a later one counts for the day';
};

const symptomsText = ({ symptoms }: RecordVersion, words: ItemWords): string =>
  symptoms
    .map(({ text, redflag }) => `${words.symptom(text)}${redflag ? ' (warning sign)' : ''}`)
    .join(', ') || 'None';
