import { isAskedFor } from '@stepwise/shared-contracts/stage/follow-ups';
import { WarningSign } from '../../domain/care/warning-signs/warning-sign.entities.ts';
import { countUnclosedQueries } from '../../domain/data/data-queries/find-data-queries.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { nameFor } from '../../domain/people/staff/viewer.ts';
import { findStage, STAGES } from '../../domain/reports/overview/find-participants.ts';
import { findFollowUps } from '../../domain/trial/follow-ups/find-follow-ups.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { FormErrors } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { adverseEventsSection } from '../adverse-events/adverse-events.section.ts';
import { valuesSection } from '../corrections/values.section.ts';
import { dataLockSection } from '../data-locks/data-lock.section.ts';
import { dataQueriesSection } from '../data-queries/data-queries.section.ts';
import { followUpsSection } from '../follow-ups/follow-ups.section.ts';
import type { ParticipantView, SectionEntry } from '../page/participant-section.ts';
import { recordView } from '../page/record-view.ts';
import { showStaffPage } from '../page/staff-page.ts';
import type { StaffRequest } from '../page/staff-request.ts';
import { warningSignsSection } from '../warning-signs/warning-signs.section.ts';
import { actSection } from './act.section.ts';
import { actingHistorySection } from './acting-history.section.ts';
import { confirmAddressSection } from './confirm-address.section.ts';
import { consentHistorySection } from './consent-history.section.ts';
import { contactSection } from './contact.section.ts';
import { contactDetailsSection } from './contact-details.section.ts';
import { daySection } from './day.section.ts';
import { doseQuestionsSection } from './dose-questions.section.ts';
import { notesSection } from './notes.section.ts';
import { planSection } from './plan.section.ts';
import { progressSection } from './progress.section.ts';
import { questionnaireLinkSection } from './questionnaire-link.section.ts';
import { allocationSection } from './randomisation.section.ts';
import { recordsSection } from './records.section.ts';
import { withdrawalSection } from './withdrawal.section.ts';

/** The page from top to bottom. */
const CARDS: readonly SectionEntry[] = [
  ['see-names', contactSection],
  ['see-participants', progressSection],
  ['see-participants', allocationSection],
];
type IsOpen = (view: ParticipantView) => Promise<boolean>;
const ALWAYS: IsOpen = async () => true;

/** `isOpen` says where something waits: the section is open then and comes before the others, else it is one line. */
const SECTIONS: readonly (readonly [...SectionEntry, id: string, link: string, isOpen?: IsOpen])[] = [
  ['see-participants', dataLockSection, 'data-lock', 'Data locked', ALWAYS],
  ['see-arms', warningSignsSection, 'warning-signs', 'Warning signs', hasWaitingSign],
  ['act', confirmAddressSection, 'confirm-address', 'Email address to confirm', ALWAYS],
  ['act', doseQuestionsSection, 'dose-questions', 'Questions about a dose', ALWAYS],
  ['see-queries', dataQueriesSection, 'data-queries', 'Data queries', hasOpenQuery],
  ['see-follow-ups', followUpsSection, 'follow-ups', 'Follow-ups', hasDueFollowUp],
  ['see-participants', adverseEventsSection, 'adverse-events', 'Adverse events'],
  ['see-arms', planSection, 'plan', 'Plan'],
  ['see-arms', recordsSection, 'records', 'Last records'],
  ['see-values', valuesSection, 'values', 'Values and corrections'],
  ['act', notesSection, 'notes', 'Notes'],
  ['act', actSection, 'act', 'Act for them'],
  ['act', contactDetailsSection, 'contact-details', 'Change the contact details'],
  ['act', questionnaireLinkSection, 'questionnaire-link', 'Questionnaire link'],
  ['see-participants', consentHistorySection, 'consent-history', 'Consent'],
  ['act', actingHistorySection, 'acting-history', 'Who acted for them'],
  ['read-audit', daySection, 'seen-day-heading', 'One day as they saw it'],
  ['see-participants', withdrawalSection, 'withdrawal', 'Stopping'],
];

async function hasWaitingSign({ request, participant }: ParticipantView): Promise<boolean> {
  return (await request.op.db.count(WarningSign, { participant: participant.id, closedAt: null })) > 0;
}
async function hasOpenQuery({ request, participant }: ParticipantView): Promise<boolean> {
  return (await countUnclosedQueries(request.op.db, participant.id)) > 0;
}
async function hasDueFollowUp({ request, participant }: ParticipantView): Promise<boolean> {
  return (await findFollowUps(request.op, participant.id)).some(isAskedFor);
}

/**
 * One participant as the team sees them. `rejected` has the errors of a form of the page, by its name: it is
 * shown again with its values and what is wrong. Throws not-found.
 */
export async function showParticipant(
  request: StaffRequest,
  id: string,
  rejected: Record<string, FormErrors> = {},
): Promise<void> {
  const { op, staff, viewer } = request;
  const participant = await op.db.findOne(Participant, { id }, { refresh: true });
  const stage = await findStage(op.db, id, viewer);
  if (!participant || !stage) throw notFound();
  await recordView(request, id);
  const view = { request, participant, stage, rejected };
  const cards = [];
  for (const [right, section] of CARDS) if (hasRight(staff, right)) cards.push(await section(view));
  const sections = [];
  const isRejected = Object.keys(rejected).length > 0;
  for (const [right, section, id, link, isOpen] of SECTIONS) {
    const part = hasRight(staff, right) && (await section(view));
    if (!part) continue;
    const hasFault = isRejected && part.markup.includes('class="error-summary"');
    sections.push({ part, id, link, isOpen: hasFault || (await isOpen?.(view)) === true });
  }
  sections.sort((one, other) => Number(other.isOpen) - Number(one.isOpen));
  await showStaffPage(request, {
    title: isRejected ? 'Error: Participant' : 'Participant',
    status: isRejected ? 422 : 200,
    main: html`<div><h1>${nameFor(viewer, participant)}</h1>
<p class="soft">${STAGES[stage]}</p></div>
${request.ctx.query.done === 'reported' && html`<div class="notice" role="status"><p class="notice-title">The adverse event is reported</p><p>Colleagues who are not blinded assess it, sign it off and report it to the sponsor.</p></div>`}
<div class="pages-columns">
${cards}
</div>
<nav class="pages-turn" aria-label="On this page">${sections.map(({ id, link }) => html`<a class="pages-link" href="#${id}">${link}</a>`)}</nav>
<div>
${sections.map(({ part, link, isOpen }) => html`<details class="pages-section"${isOpen && html` open`}><summary>${link}</summary>${part}</details>`)}
</div>`,
  });
}
