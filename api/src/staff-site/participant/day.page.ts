import { formatDate, isPlainDate } from '@stepwise/shared-contracts/dates/plain-date';
import { type DoseWords, doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { ANSWER_HEADS, answersForTeam } from '../../domain/care/tracker/check-up-columns.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { nameFor } from '../../domain/people/staff/viewer.ts';
import { findDay, type ItemOfDay, type ParticipantDay } from '../../domain/reports/overview/find-day.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { seeOther } from '../../platform/http/see-other.ts';
import { eventCard, findEventPeople } from '../audit/audit-event.card.ts';
import { itemWords } from '../page/item-words.ts';
import { CONTENT, PARTICIPANTS, participantPath } from '../page/navigation.ts';
import { stack } from '../page/participant-section.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import type { StaffRouter } from '../page/staff-router.ts';

const DAYS = `${PARTICIPANTS}/:id/day`;

export function dayPages(admin: StaffRouter): void {
  admin.get(DAYS, 'read-audit', async ({ ctx }) => {
    const { day } = ctx.query;
    seeOther(
      ctx,
      isPlainDate(String(day)) ? `${participantPath(idOf(ctx))}/day/${day}` : participantPath(idOf(ctx)),
    );
  });
  admin.get(`${DAYS}/:day`, 'read-audit', showDay);
}

/** What a participant was shown and did on one of their own days. Throws not-found. */
async function showDay(request: StaffRequest): Promise<void> {
  const { ctx, op, viewer } = request;
  const id = idOf(ctx);
  const day = String(ctx.params.day);
  const participant = isPlainDate(day) ? await op.db.findOne(Participant, { id }) : null;
  if (!participant) throw notFound();
  await recordView(request, id);
  const shown = await findDay(op.db, participant, day, op.content);
  const title = `${nameFor(viewer, participant)}, ${formatDate(day)}`;
  await showStaffPage(request, {
    title: 'Day of a participant',
    main: html`<p><a class="pages-link" href="${participantPath(id)}">Back to the participant</a></p>
<h1>${title}</h1>
<p>What the participant was shown and did on this day of their own calendar (${shown.timeZone}), and who of the team looked or acted. Times are on their clock.</p>
${viewer.arms && doses(shown, op.content.schedules)}
${viewer.arms && records(request, shown)}
${viewer.arms && lists(request, shown)}
${messages(shown, viewer.arms)}
${await events(request, shown)}
${software(shown)}`,
  });
}

const reportText = (report: DoseReport | undefined, schedules: readonly DoseWords[]): string =>
  !report
    ? 'None reported'
    : report.kind === 'assumed'
      ? `${doseText(report.dose, report.schedule, schedules)}, assumed from the plan’s dates`
      : `${doseText(report.dose, report.schedule, schedules)}, from ${formatDate(report.day)}, reported by ${report.reportedBy === 'team' ? 'the team' : 'the participant'}`;

const doses = ({ planned, taken, shown }: ParticipantDay, schedules: readonly DoseWords[]): Html =>
  stack(
    'doses',
    'Dose',
    html`<dl class="pages-facts">
<dt>Planned, by the plan saved last</dt><dd>${planned ? `${doseText(planned.dose, planned.schedule, schedules)}, from ${formatDate(planned.date)}` : 'No plan, or none for this day'}</dd>
<dt>Shown as the dose in force</dt><dd>${reportText(shown, schedules)}</dd>
<dt>Taken, by all reports until now</dt><dd>${reportText(taken, schedules)}</dd>
</dl>`,
  );

function records(request: StaffRequest, { records }: ParticipantDay): Html {
  const words = itemWords(request);
  return stack(
    'records',
    'Records of the day',
    records.length === 0
      ? html`<p>None.</p>`
      : table(
          'Records of the day',
          ['Made', 'Received', ...ANSWER_HEADS, 'Symptoms', 'Activities done', 'Version'],
          records.map((version) => [
            `${formatDatetime(version.timeZone, version.recordedAt)}${version.addedLater ? ', added later' : ''}`,
            formatDatetime(version.timeZone, version.receivedAt),
            ...answersForTeam(version),
            itemsText(version.symptoms, words.symptom),
            version.activities.map(words.activity).join(', ') || 'None',
            version.supersededAt
              ? `Replaced ${formatDatetime(version.timeZone, version.supersededAt)}`
              : version.counts
                ? 'Counts for the day'
                : 'Kept; a later one counts for the day',
          ]),
        ),
  );
}

const itemsText = (items: readonly ItemOfDay[], words: (text: string) => string): string =>
  items.map(({ text, redflag }) => `${words(text)}${redflag ? ' (warning sign)' : ''}`).join(', ') || 'None';

function lists(request: StaffRequest, { symptoms, activities }: ParticipantDay): Html {
  const words = itemWords(request);
  return stack(
    'lists',
    'What could be chosen, at the end of the day',
    html`<dl class="pages-facts">
<dt>Symptoms</dt><dd>${itemsText(symptoms, words.symptom)}</dd>
<dt>Activities</dt><dd>${itemsText(activities, words.activity)}</dd>
</dl>`,
  );
}

const MESSAGES = {
  daily: 'Daily reminder',
  last: 'Last daily reminder until the next record',
  'step-announced': 'A week before a step',
  'step-due': 'About a step that waits for an answer',
  'follow-up': 'Reminder of a follow-up',
};

function messages({ messages, timeZone }: ParticipantDay, seesArms: boolean): Html {
  // The others go to one arm only.
  const shown = messages.filter(({ text }) => seesArms || text === 'follow-up');
  return stack(
    'messages',
    'Messages sent',
    shown.length === 0
      ? html`<p>No reminder. Messages about the account are among the events below.</p>`
      : table(
          'Messages sent',
          ['Message', 'When', 'Outcome'],
          shown.map(({ text, at, outcome }) => [MESSAGES[text], formatDatetime(timeZone, at), outcome]),
        ),
  );
}

async function events({ op, viewer }: StaffRequest, { events, timeZone }: ParticipantDay): Promise<Html> {
  const people = await findEventPeople(op.db, events, viewer);
  return stack(
    'events',
    'Who did what, and who looked',
    events.length === 0
      ? html`<p>Nothing in the audit log.</p>`
      : html`<ol class="pages-events">${events.map((event) =>
          eventCard(event, { people, timeZone, showsValues: true, viewer }),
        )}</ol>`,
  );
}

const software = ({ content, releases, timeZone }: ParticipantDay): Html =>
  stack(
    'software',
    'Content and releases',
    html`${
      content
        ? html`<p>Content loaded since ${formatDatetime(timeZone, content.firstSeenAt)}: <code class="pages-hash">${content.version}</code></p>
${table(
  'Content files',
  ['File', 'Version'],
  Object.entries(content.files).map(([file, hash]) => [
    `${file}.yaml`,
    html`<a class="pages-link" href="${CONTENT}/${hash}"><code class="pages-hash">${hash}</code></a>`,
  ]),
)}`
        : html`<p>The content of that day was not recorded.</p>`
    }
${
  releases.length === 0
    ? html`<p>No release was promoted by then: the server’s own build was served.</p>`
    : table(
        'Releases served',
        ['Package', 'Release', 'Trial release', 'Since'],
        releases.map((release) => [
          release.package,
          release.live ?? 'Retired',
          release.canary ? `${release.canary} for ${release.share} %` : 'None',
          formatDatetime(timeZone, release.since),
        ]),
      )
}`,
  );
