import type { OpenWork } from '../../domain/reports/locking/find-open-work.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { ADVERSE_EVENTS, DATA_QUERIES, lockPath, participantPath } from '../page/navigation.ts';

/** As many people are named; the others are counted. */
const MAX_LISTED = 50;

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

/** What is open before a lock, each with the place where it is settled. `ofOne` is the participant whose data are locked. */
export function openWorkList({ queries, unsigned, people }: OpenWork, ofOne: string | null): Html {
  const lines: Html[] = [];
  const page = ofOne && participantPath(ofOne);
  if (queries > 0)
    lines.push(
      html`<a class="pages-link" href="${page ? `${page}#data-queries` : DATA_QUERIES}">${counted(queries, 'data query is not closed', 'data queries are not closed')}</a>`,
    );
  if (unsigned > 0)
    lines.push(
      html`<a class="pages-link" href="${page ? `${page}#adverse-events` : `${ADVERSE_EVENTS}?only=unsigned`}">${counted(unsigned, 'adverse event is not signed off', 'adverse events are not signed off')}</a>`,
    );
  for (const { id, studyId, planRuns, followUps } of people.slice(0, MAX_LISTED)) {
    const words = [
      planRuns && 'a plan that runs',
      followUps.length > 0 && `open follow-ups (${followUps.map((months) => `${months} months`).join(', ')})`,
    ].filter((each) => each !== false);
    lines.push(
      ofOne
        ? html`They have ${words.join(' and ')}.`
        : html`<a class="pages-link" href="${lockPath(id)}">${studyId ?? 'Participant without a study id'}</a> has ${words.join(' and ')}`,
    );
  }
  const more = people.length - MAX_LISTED;
  if (more > 0) lines.push(html`${counted(more, 'more person has open work', 'more people have open work')}`);
  return html`<section class="pages-stack" aria-labelledby="open">
<h2 id="open">Still open</h2>
${lines.length > 0 ? html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>` : html`<p>Nothing: no data query, no unsigned adverse event, no open follow-up and no running plan.</p>`}
</section>`;
}
