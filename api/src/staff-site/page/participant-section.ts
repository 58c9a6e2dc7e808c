import type { Participant } from '../../domain/people/participants/participant.entity.ts';
import type { StaffRight } from '../../domain/people/staff/staff-rights.ts';
import type { Stage } from '../../domain/reports/overview/find-participants.ts';
import type { FormErrors } from '../../platform/html/form.ts';
import { type Html, html } from '../../platform/html/html.ts';
import type { StaffRequest } from './staff-request.ts';

/** What the sections of a participant's page are made from. */
export interface ParticipantView {
  request: StaffRequest;
  participant: Participant;
  stage: Stage;
  /** The errors of each rejected form of the page, by the form's name. */
  rejected: Record<string, FormErrors>;
}

/** One part of a participant's page; null where it has nothing to say. */
export type ParticipantSection = (view: ParticipantView) => Html | null | Promise<Html | null>;

/**
 * A section with the right that it asks for, as a page does. With only `see-participants` it is shown to those who must
 * not learn the arm or the name, so it discloses neither, or asks the viewer.
 */
export type SectionEntry = readonly [right: StaffRight, section: ParticipantSection];

/** A card of names and values, such as contact details. */
export const factsCard = (
  id: string,
  heading: string,
  facts: readonly (readonly [name: string, value: Html | string])[],
): Html => html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<dl class="pages-facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value || 'Not given'}</dd>`)}</dl>
</section>`;

/** A part under a heading of its own. */
export const stack = (
  id: string,
  heading: string,
  content: Html,
): Html => html`<section class="pages-stack" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${content}
</section>`;
