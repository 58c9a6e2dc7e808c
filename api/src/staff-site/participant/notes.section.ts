import { randomUUID } from 'node:crypto';
import {
  MAX_NOTE_LENGTH,
  ParticipantNote,
} from '../../domain/people/participants/participant-note.entity.ts';
import { findStaffNames } from '../../domain/people/staff/staff-names.ts';
import { errorSummary, textArea } from '../../platform/html/form.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { table } from '../../platform/html/table.ts';
import { tokenField } from '../../platform/pages/page-middlewares.ts';
import { participantPath } from '../page/navigation.ts';
import { type ParticipantSection, type ParticipantView, stack } from '../page/participant-section.ts';

/** The team's notes, the newest first, and the form for another one. */
export const notesSection: ParticipantSection = async (view) => {
  const { request, participant } = view;
  const { op } = request;
  const notes = await op.db.find(
    ParticipantNote,
    { participant: participant.id },
    { orderBy: { at: 'desc', id: 'desc' } },
  );
  const names = await findStaffNames(
    op.db,
    notes.map(({ staff }) => staff),
  );
  const rows = notes.map(({ at, staff, text }) => [
    formatDatetime(op.content.product.timeZone, at),
    names(staff),
    html`<span class="pages-text">${text || 'Deleted with what identified the person'}</span>`,
  ]);
  return stack(
    'notes',
    'Notes',
    html`${rows.length === 0 ? html`<p>No notes yet.</p>` : table('Notes of the team', ['When', 'Who', 'Note'], rows)}
${participant.dataConsent !== 'anonymous' && noteForm(view)}`,
  );
};

const noteForm = ({
  request,
  participant,
  rejected: { note },
}: ParticipantView): Html => html`<form class="pages-form" method="post" action="${participantPath(participant.id)}/notes">
${errorSummary(note)}
${tokenField(request.session.csrfToken)}
<input type="hidden" name="id" value="${note?.values.id ?? randomUUID()}">
${textArea({
  name: 'note',
  label: 'Add a note',
  hint: 'The team reads it, the participant may ask to. It cannot be changed later: correct it by another note.',
  longest: MAX_NOTE_LENGTH,
  rejected: note,
})}
<button class="button" data-variant="quiet">Add the note</button>
</form>`;
