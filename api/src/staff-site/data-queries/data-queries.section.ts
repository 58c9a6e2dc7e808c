import { QUERY_STATES } from '../../domain/data/data-queries/data-query.entities.ts';
import { findDataQueriesOf } from '../../domain/data/data-queries/find-data-queries.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { html } from '../../platform/html/html.ts';
import { softWrap } from '../../platform/html/soft-wrap.ts';
import { table } from '../../platform/html/table.ts';
import { aboutText, shortened } from '../page/data-query-words.ts';
import { dataQueryPath, newDataQueryPath } from '../page/navigation.ts';
import { type ParticipantSection, stack } from '../page/participant-section.ts';
import { findTeamTexts } from '../page/team-texts.ts';

const SHOWN = 14;

/** The participant's data queries, and the way to raise another. */
export const dataQueriesSection: ParticipantSection = async ({ request, participant }) => {
  const { op, staff } = request;
  const queries = await findDataQueriesOf(op.db, participant.id);
  const teamText = await findTeamTexts(request, [participant.id]);
  const shown = queries.slice(0, SHOWN);
  const tableOf = (label: string, listed: typeof shown) =>
    table(
      label,
      ['Query', 'About', 'State'],
      listed.map((each) => [
        html`<a class="pages-link" href="${dataQueryPath(each.id)}">${softWrap(shortened(teamText(participant.id, each.question)))}</a>`,
        aboutText(each),
        QUERY_STATES[each.state],
      ]),
    );
  const isClosed = ({ state }: (typeof queries)[number]) => state === 'closed';
  const closed = shown.filter(isClosed);
  const others = shown.filter((each) => !isClosed(each));
  const mayRaise = participant.dataConsent !== 'anonymous' && hasRight(staff, 'raise-query');
  if (shown.length === 0 && !mayRaise) return null;
  return stack(
    'data-queries',
    'Data queries',
    html`${shown.length === 0 && html`<p>None raised.</p>`}
${others.length > 0 && tableOf('Data queries', others)}
${closed.length > 0 && html`<details class="pages-more"><summary>Closed (${queries.filter(isClosed).length})</summary>${tableOf('Closed data queries', closed)}</details>`}
${queries.length > SHOWN && html`<p>These are the first ${SHOWN} of ${queries.length}.</p>`}
${mayRaise && html`<p class="screen-only"><a class="pages-link" href="${newDataQueryPath(participant.id)}">Raise a data query</a></p>`}`,
  );
};
