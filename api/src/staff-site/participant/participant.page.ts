import { findStage, STAGES } from '../../domain/overview/find-participants.ts';
import { Participant } from '../../domain/participants/participant.entity.ts';
import { hasRight } from '../../domain/staff/staff-rights.ts';
import { nameFor } from '../../domain/staff/viewer.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { FormErrors } from '../../platform/html/form.ts';
import { html } from '../../platform/html/html.ts';
import { adverseEventsSection } from '../adverse-events/adverse-events.section.ts';
import { dataQueriesSection } from '../data-queries/data-queries.section.ts';
import { followUpsSection } from '../follow-ups/follow-ups.section.ts';
import type { SectionEntry } from '../page/participant-section.ts';
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
const SECTIONS: readonly SectionEntry[] = [
  ['act', confirmAddressSection],
  ['act', contactDetailsSection],
  ['act', actSection],
  ['act', doseQuestionsSection],
  ['see-arms', planSection],
  ['see-arms', recordsSection],
  ['see-arms', warningSignsSection],
  ['see-adverse-events', adverseEventsSection],
  ['see-queries', dataQueriesSection],
  ['see-follow-ups', followUpsSection],
  ['act', notesSection],
  ['act', questionnaireLinkSection],
  ['see-participants', consentHistorySection],
  ['act', actingHistorySection],
  ['see-participants', withdrawalSection],
];

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
  const shown = async (sections: readonly SectionEntry[]) => {
    const parts = [];
    for (const [right, section] of sections) if (hasRight(staff, right)) parts.push(await section(view));
    return parts;
  };
  const isRejected = Object.keys(rejected).length > 0;
  await showStaffPage(request, {
    title: isRejected ? 'Error: Participant' : 'Participant',
    status: isRejected ? 422 : 200,
    main: html`<h1>${nameFor(viewer, participant)}</h1>
<p class="soft">${STAGES[stage]}</p>
<div class="pages-columns">
${await shown(CARDS)}
</div>
${await shown(SECTIONS)}`,
  });
}
