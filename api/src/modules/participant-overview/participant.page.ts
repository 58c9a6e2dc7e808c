import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { notFound } from '../../http/app-error.ts';
import { type Html, html } from '../../http/pages/html.ts';
import { actForm } from '../acting/act-form.ts';
import { showStaffPage } from '../admin/staff-page.ts';
import type { StaffRequest } from '../admin/staff-request.ts';
import { findLatestConsent } from '../consent/find-latest-consent.ts';
import { findHelpers } from '../participant/helpers.ts';
import { Participant } from '../participant/participant.entity.ts';
import type { Prescription } from '../schedule/prescription.entity.ts';
import { findPrescriptions } from '../schedule/prescriptions.ts';
import { findRecords } from '../tracker/find-records.ts';
import { findStage, STAGES } from './find-participants.ts';

const RECORDS_SHOWN = 14;

/** One participant as the team sees them. `refused` is the reason that was not good enough to act for them. */
export async function showParticipant(
  request: StaffRequest,
  id: string,
  refused?: { reason: string },
): Promise<void> {
  const { em, services, session } = request;
  const participant = await em.findOne(Participant, { id });
  const stage = await findStage(em, id);
  if (!participant || !stage) throw notFound();
  const name = `${participant.firstName} ${participant.lastName}`.trim() || 'Participant without a name';
  await showStaffPage(request, {
    title: refused ? 'Error: Participant' : 'Participant',
    status: refused ? 422 : 200,
    main: html`<h1>${name}</h1>
<p class="soft">${STAGES[stage]}</p>
${stage === 'withdrawn' ? html`<p>This person no longer takes part. Nobody can act for them.</p>` : actForm({ id, refused, csrfToken: session.csrfToken })}
<div class="pages-columns">
${await contactCard(request, participant)}
${await progressCard(request, participant)}
</div>
${planSection(await findPrescriptions(em, id), participant, services.content.schedules)}
${recordsSection((await findRecords(em, id)).slice(-RECORDS_SHOWN).reverse(), services.content.product.researchTeam.hours)}`,
  });
}

type Facts = [name: string, value: string][];

const card = (
  id: string,
  heading: string,
  facts: Facts,
): Html => html`<section class="card" aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
<dl class="pages-facts">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value || 'Not given'}</dd>`)}</dl>
</section>`;

async function contactCard({ em }: StaffRequest, participant: Participant): Promise<Html> {
  const { doctor, support } = await findHelpers(em, participant.id);
  const person = (...parts: string[]) => parts.filter(Boolean).join(', ');
  return card('contact', 'Contact', [
    ['Email', participant.email ?? ''],
    ['Phone', participant.phone],
    ['Doctor or nurse', person(doctor.name, doctor.phone, doctor.email)],
    ['Support person', person(support.name, support.phone)],
    ['May be contacted later', participant.futureContact ? 'Yes' : 'No'],
  ]);
}

async function progressCard({ em, services }: StaffRequest, participant: Participant): Promise<Html> {
  const { homeStep, surveyDone, surveyIneligible, questionnaireConfirmedAt, randomise } = participant;
  const consent = await findLatestConsent(em, participant.id);
  const day = (instant: Date) => formatDate(localDate(instant, services.content.product.timeZone));
  const isAllocated = homeStep >= HOME_STEP.plan;
  return card('progress', 'Progress', [
    ['Account made', day(participant.createdAt)],
    ['Survey', surveyDone ? (surveyIneligible ? 'Done, not eligible' : 'Done, eligible') : 'Not done'],
    [
      'Consent',
      consent ? `Version ${consent.version}, agreed on ${day(new Date(consent.agreedAt))}` : 'Not on record',
    ],
    [
      'Questionnaire',
      questionnaireConfirmedAt
        ? `Confirmed on ${day(questionnaireConfirmedAt)}`
        : isAllocated
          ? 'Confirmed'
          : 'Not confirmed',
    ],
    ['Reduction group', isAllocated ? (randomise ? 'In it' : 'Not in it') : 'Not drawn yet'],
  ]);
}

function planSection(
  steps: readonly Prescription[],
  { scheduleId }: Participant,
  schedules: readonly { id: number; text: string }[],
): Html {
  const schedule = schedules.find(({ id }) => id === scheduleId);
  return html`<section class="pages-stack" aria-labelledby="plan">
<h2 id="plan">Plan</h2>
${
  steps.length === 0
    ? html`<p>No plan yet.</p>`
    : html`<div class="pages-table" role="region" aria-label="Steps of the plan" tabindex="0"><table>
<caption>${schedule?.text ?? 'Steps'}</caption>
<thead><tr><th scope="col">From</th><th scope="col">Dose a day</th><th scope="col">For</th><th scope="col">Note</th></tr></thead>
<tbody>${steps.map(
        ({ date, dose, days, note }) => html`<tr>
<th scope="row">${formatDate(date)}</th><td>${doseText(dose, scheduleId ?? null)}</td><td>${daysText(days)}</td><td>${note}</td>
</tr>`,
      )}</tbody>
</table></div>`
}
</section>`;
}

function recordsSection(records: readonly DailyRecord[], hours: string): Html {
  return html`<section class="pages-stack" aria-labelledby="records">
<h2 id="records">Last records</h2>
<p>Nobody watches these records outside the team's hours (${hours}).</p>
${
  records.length === 0
    ? html`<p>No records yet.</p>`
    : html`<div class="pages-table" role="region" aria-label="Records by day" tabindex="0"><table>
<thead><tr><th scope="col">Day</th><th scope="col">Sleep</th><th scope="col">Mood</th><th scope="col">Activity</th><th scope="col">Symptoms</th></tr></thead>
<tbody>${records.map(
        ({ localDate: day, sleep, mood, active, symptoms }) => html`<tr>
<th scope="row">${formatDate(day)}</th><td>${answer(sleep)}</td><td>${answer(mood)}</td><td>${answer(active)}</td>
<td>${symptoms.map(({ text, redflag }) => (redflag ? `${text} (warning sign)` : text)).join(', ') || 'None'}</td>
</tr>`,
      )}</tbody>
</table></div>`
}
</section>`;
}

const answer = (isGood: boolean): string => (isGood ? 'Good' : 'Not good');

/** The last step has no end. */
const daysText = (days: number): string => (days === 0 ? 'Last step' : days === 1 ? '1 day' : `${days} days`);
