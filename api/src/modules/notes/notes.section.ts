import { randomUUID } from 'node:crypto';
import { errorSummary, textArea } from '../../http/pages/form.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { momentIn } from '../../http/pages/moment.ts';
import { tokenField } from '../../http/pages/page-middlewares.ts';
import { table } from '../../http/pages/table.ts';
import { participantPath } from '../admin/navigation.ts';
import {
  type ParticipantSection,
  type ParticipantView,
  stack,
} from '../participant-overview/participant-section.ts';
import { findStaffNames } from '../staff/staff-names.ts';
import { hasRight } from '../staff/staff-rights.ts';
import { LONGEST_NOTE, ParticipantNote } from './participant-note.entity.ts';

/** The team's notes, the newest first, and the form for another one. */
export const notesSection: ParticipantSection = async (view) => {
  const { request, participant } = view;
  const { em, services } = request;
  const notes = await em.find(
    ParticipantNote,
    { participant: participant.id },
    { orderBy: { at: 'desc', id: 'desc' } },
  );
  const names = await findStaffNames(
    em,
    notes.map(({ staff }) => staff),
  );
  const rows = notes.map(({ at, staff, text }) => [
    momentIn(services.content.product.timeZone, at),
    names(staff),
    html`<span class="pages-text">${text || 'Deleted with what identified the person'}</span>`,
  ]);
  return stack(
    'notes',
    'Notes',
    html`${rows.length === 0 ? html`<p>No notes yet.</p>` : table('Notes of the team', ['When', 'Who', 'Note'], rows)}
${participant.dataConsent !== 'anonymous' && hasRight(request.staff, 'act') && noteForm(view)}`,
  );
};

const noteForm = ({
  request,
  participant,
  refused: { note },
}: ParticipantView): Html => html`<form class="pages-form" method="post" action="${participantPath(participant.id)}/notes">
${errorSummary(note)}
${tokenField(request.session.csrfToken)}
<input type="hidden" name="id" value="${note?.typed.id ?? randomUUID()}">
${textArea({
  name: 'note',
  label: 'Add a note',
  hint: 'The team reads it, the participant may ask to. It cannot be changed later: correct it by another note.',
  longest: LONGEST_NOTE,
  refused: note,
})}
<button class="button" data-variant="quiet">Add the note</button>
</form>`;
