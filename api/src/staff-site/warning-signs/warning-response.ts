import * as z from 'zod';
import {
  WARNING_ACTIONS,
  type WarningAction,
} from '../../domain/care/warning-signs/warning-sign.entities.ts';
import type { Operation } from '../../domain/core/operation/operation.ts';
import { findHelpers } from '../../domain/people/participants/helpers.ts';
import type { Participant } from '../../domain/people/participants/participant.entity.ts';
import { type FormErrors, selectField, textArea } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { mailLink, phoneLink } from '../page/contact-links.ts';

const MAX_NOTE_LENGTH = 1000;
const actions = Object.keys(WARNING_ACTIONS) as WarningAction[];

/** What was done about a day, or about several. */
export const responseSchema = z.object({
  action: z.enum(actions, 'Choose what was done.'),
  note: z
    .string()
    .trim()
    .min(1, 'Say in a few words what was done.')
    .max(MAX_NOTE_LENGTH, `Say it in at most ${MAX_NOTE_LENGTH} characters.`),
});

export const responseFields = (rejected: FormErrors | undefined): Html => html`${selectField({
  name: 'action',
  label: 'What you did',
  rejected,
  options: [['', 'Choose one'], ...Object.entries(WARNING_ACTIONS)],
})}
${textArea({
  name: 'note',
  label: 'In a few words',
  hint: 'For example: called at 10:30, is safe, sees their doctor tomorrow.',
  longest: MAX_NOTE_LENGTH,
  rejected,
})}`;

/** How to reach a participant, their doctor and their support person. */
export async function reachCard(op: Operation, participant: Participant): Promise<Html> {
  const { doctor, support } = await findHelpers(op.db, participant.id);
  const name = `${participant.firstName} ${participant.lastName}`.trim() || 'Participant without a name';
  const contacts: [who: string, phone: string, email: string][] = [
    [name, participant.phone, participant.email ?? ''],
    [named('Doctor or nurse', doctor.name), doctor.phone, doctor.email],
    [named('Support person', support.name), support.phone, ''],
  ];
  return html`<section class="card pages-stack" aria-labelledby="reach">
<h2 id="reach">How to reach them</h2>
<dl class="pages-facts">${contacts.map(
    ([who, phone, email]) =>
      html`<dt>${who}</dt><dd>${phoneLink(phone) || 'No phone number'}${email && html`<br>${mailLink(email)}`}</dd>`,
  )}</dl>
</section>`;
}

const named = (role: string, name: string): string => (name ? `${role}: ${name}` : role);
