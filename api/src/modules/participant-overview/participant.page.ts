import { notFound } from '../../http/app-error.ts';
import type { RefusedForm } from '../../http/pages/form.ts';
import { html } from '../../http/pages/html.ts';
import { actSection } from '../acting/act.section.ts';
import { actingHistorySection } from '../acting/acting-history.section.ts';
import { showStaffPage } from '../admin/staff-page.ts';
import type { StaffRequest } from '../admin/staff-request.ts';
import { allocationSection } from '../allocation/allocation.section.ts';
import { recordView } from '../audit/record-view.ts';
import { consentHistorySection } from '../consent/consent-history.section.ts';
import { withdrawalSection } from '../consent/withdrawal.section.ts';
import { notesSection } from '../notes/notes.section.ts';
import { contactSection } from '../participant/contact.section.ts';
import { Participant } from '../participant/participant.entity.ts';
import { progressSection } from '../participant/progress.section.ts';
import { confirmAddressSection } from '../password-reset/confirm-address.section.ts';
import { questionnaireLinkSection } from '../questionnaire-link/questionnaire-link.section.ts';
import { planSection } from '../schedule/plan.section.ts';
import { recordsSection } from '../tracker/records.section.ts';
import { warningSignsSection } from '../warning-signs/warning-signs.section.ts';
import { findStage, STAGES } from './find-participants.ts';
import type { ParticipantSection, ParticipantView } from './participant-section.ts';

/** The page from top to bottom. Each part is made in the room of what it tells about. */
const CARDS: readonly ParticipantSection[] = [contactSection, progressSection, allocationSection];
const SECTIONS: readonly ParticipantSection[] = [
  confirmAddressSection,
  actSection,
  planSection,
  recordsSection,
  warningSignsSection,
  notesSection,
  questionnaireLinkSection,
  consentHistorySection,
  actingHistorySection,
  withdrawalSection,
];

/**
 * One participant as the team sees them. `refused` holds a form of the page that was not good enough, by its name: it
 * is shown again with what was typed and what is wrong. Throws not-found.
 */
export async function showParticipant(
  request: StaffRequest,
  id: string,
  refused: Record<string, RefusedForm> = {},
): Promise<void> {
  const { em } = request;
  const participant = await em.findOne(Participant, { id }, { refresh: true });
  const stage = await findStage(em, id);
  if (!participant || !stage) throw notFound();
  await recordView(request, id);
  const view = { request, participant, stage, refused };
  const shown = async (sections: readonly ParticipantSection[]) => {
    const parts = [];
    for (const section of sections) parts.push(await section(view));
    return parts;
  };
  const isRefused = Object.keys(refused).length > 0;
  await showStaffPage(request, {
    title: isRefused ? 'Error: Participant' : 'Participant',
    status: isRefused ? 422 : 200,
    main: html`<h1>${nameOf(view)}</h1>
<p class="soft">${STAGES[stage]}</p>
<div class="pages-columns">
${await shown(CARDS)}
</div>
${await shown(SECTIONS)}`,
  });
}

const nameOf = ({ participant: { firstName, lastName } }: ParticipantView): string =>
  `${firstName} ${lastName}`.trim() || 'Participant without a name';
