import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { findDoseReports } from '../../domain/care/plan/dose-reports.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import {
  AdverseEvent,
  AdverseEventVersion,
} from '../../domain/trial/adverse-events/adverse-event.entities.ts';
import { baselineInWords, findBaseline } from '../../domain/trial/baseline/find-baseline.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { adverseEventPath } from '../page/navigation.ts';
import { stack } from '../page/participant-section.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import { idOf, type StaffRequest } from '../page/staff-request.ts';
import { findTeamTexts } from '../page/team-texts.ts';
import { choiceText, seriousText } from './adverse-event-words.ts';

/** Not stored: the reporter writes it on the printed form. */
const BY_HAND = html`<span class="soft">To be added by hand: the trial does not collect it</span>`;

/** The fields of the CIOMS I form, numbered as on it, for printing. */
export async function showCioms(request: StaffRequest): Promise<void> {
  const { ctx, op } = request;
  const event = await op.db.findOne(AdverseEvent, { id: idOf(ctx) });
  if (!event) throw notFound();
  const newest = await op.db.findOneOrFail(AdverseEventVersion, { event: event.id, supersededAt: null });
  const participant = await op.db.findOneOrFail(Participant, { id: event.participant });
  await recordView(request, participant.id);
  const teamText = await findTeamTexts(request, [participant.id]);
  const { safety, product } = op.content;
  const { timeZone } = product;
  const names = await findStaffNames(op.db, newest.signedBy ? [newest.signedBy] : []);
  const drug = await findDrug(request, participant.id, newest.onset);
  const groups: [id: string, heading: string, facts: [string, Html | string][]][] = [
    [
      'reaction',
      'I. Reaction information',
      [
        ['1. Patient', participant.studyId ?? 'Without a study id'],
        ['1a. Country', BY_HAND],
        ['2. Date of birth, 2a. age', BY_HAND],
        ['3. Sex', BY_HAND],
        ['4–6. Reaction onset', formatDate(newest.onset)],
        [
          '7 + 13. Reaction',
          newest.term
            ? `${newest.term}${newest.termCode && ` (MedDRA ${newest.termCode})`}`
            : 'Not coded yet',
        ],
        ['7 + 13. Description', teamText(participant.id, newest.description)],
        ['8–12. Seriousness', seriousText(safety, newest.criteria)],
        ['Outcome', choiceText(safety.outcomes, newest.outcome)],
      ],
    ],
    [
      'drug',
      'II. Suspect drug information',
      [
        ['14. Suspect drug', drug.medicine],
        ['15. Daily dose', drug.dose],
        ['16. Route of administration', 'By mouth'],
        ['17. Indication for use', BY_HAND],
        ['18. Therapy dates', drug.since],
        ['19. Therapy duration', drug.duration],
        ['20. Did reaction abate after stopping drug?', BY_HAND],
        ['21. Did reaction reappear after reintroduction?', BY_HAND],
        ['Done about the reduction', choiceText(safety.actions, newest.action)],
      ],
    ],
    [
      'concomitant',
      'III. Concomitant drugs and history',
      [
        ['22. Concomitant drugs', teamText(participant.id, newest.concomitant) || 'None recorded'],
        ['23. Other relevant history', BY_HAND],
      ],
    ],
    [
      'sender',
      'IV. Sender information',
      [
        ['24a. Name and address of the sender', `${product.name}, ${product.researchTeam.phone}`],
        ['24b. Control number', event.id],
        ['24c. Date received', formatDatetime(timeZone, newest.awareAt)],
        ['24d. Report source', choiceText(safety.sources, newest.source)],
        ['Date of this report', formatDatetime(timeZone, op.now)],
        ['25a. Report type', newest.version === 1 ? 'Initial' : `Follow-up ${newest.version - 1}`],
        ['Related to the reduction', choiceText(safety.relatedness, newest.relatedness)],
        ['Expected', choiceText(safety.expectedness, newest.expectedness)],
        [
          'Signed by an investigator',
          newest.signedBy && newest.signedAt
            ? `${names(newest.signedBy)}, ${formatDatetime(timeZone, newest.signedAt)}`
            : 'Not signed yet',
        ],
      ],
    ],
  ];
  await showStaffPage(request, {
    title: 'CIOMS I',
    main: html`<h1>Suspect adverse reaction report (CIOMS I)</h1>
${event.voidedAt && html`<p><strong>This adverse event is void. Report nothing by this page.</strong></p>`}
<p class="screen-only"><a class="pages-link" href="${adverseEventPath(event.id)}">The adverse event and its versions</a></p>
${groups.map(([id, heading, facts]) => stack(id, heading, html`<dl class="pages-facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`))}`,
  });
}

/** What they took on the day of onset: by their own report where there is one by then, else as at baseline. */
async function findDrug({ op }: StaffRequest, participantId: string, onset: string) {
  const { db, content } = op;
  const baseline = await findBaseline(db, participantId);
  const words = baseline && baselineInWords(content, baseline);
  const report = reportInForce(await findDoseReports(db, participantId), onset);
  const isReported = report !== undefined && report.kind !== 'assumed';
  return {
    medicine:
      words?.medicine ?? content.schedules.find(({ id }) => id === report?.schedule)?.text ?? 'Not recorded',
    dose: isReported
      ? `${doseText(report.dose, report.schedule, content.schedules)} a day`
      : words && !report
        ? `${words.dose} a day at baseline`
        : 'Not recorded',
    since: isReported ? `This dose since ${formatDate(report.day)}, as reported` : 'Not recorded',
    duration: words ? `${words.duration} at baseline` : 'Not recorded',
  };
}
