import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { findDoseReports } from '../../domain/care/plan/dose-reports.ts';
import { findOwnDay } from '../../domain/care/tracker/find-time-zone.ts';
import type { Operation } from '../../domain/core/operation/operation.ts';
import { findHelpers } from '../../domain/people/participants/helpers.ts';
import { timeZoneOf } from '../../domain/people/participants/time-zone.ts';
import { hasRight } from '../../domain/people/staff/staff-rights.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { type Html, html } from '../../platform/html/html.ts';
import { mailLink, phoneLink } from '../page/contact-links.ts';
import { revealHelpersPath } from '../page/navigation.ts';
import { factsCard, type ParticipantSection } from '../page/participant-section.ts';

/** How to reach the participant and those who help them, what is needed in a call first, as long as that is possible. */
export const contactSection: ParticipantSection = async ({ request, participant, stage }) => {
  const { op, viewer, staff } = request;
  if (participant.dataConsent === 'anonymous') return null;
  return factsCard('contact', 'Contact', [
    ['Phone', phoneLink(participant.phone)],
    ...(viewer.arms ? ([['Dose now', await doseNow(op, participant.id)]] as const) : []),
    ...(hasRight(staff, 'see-helpers')
      ? await helperFacts(op, participant.id)
      : [
          [
            'Doctor, support person',
            html`<a class="pages-link" href="${revealHelpersPath(participant.id)}">In an emergency only</a>`,
          ] as const,
        ]),
    ['Email', mailLink(participant.email ?? '')],
    // The device's zone follows those who open the app every day.
    viewer.arms
      ? ['Their time', formatDatetime(timeZoneOf(participant, op.content), op.now)]
      : [
          'Their time, as far as they said',
          formatDatetime(participant.timeZone ?? op.content.product.timeZone, op.now),
        ],
    [
      'May be contacted later',
      stage === 'withdrawn'
        ? 'Only about a warning sign, or when they ask'
        : participant.futureContact
          ? 'Yes'
          : 'No',
    ],
  ]);
};

/** Whom the plan asks for: only one group has them. */
export async function helperFacts(
  { db }: Operation,
  participantId: string,
): Promise<(readonly [name: string, value: Html | string])[]> {
  const { doctor, support } = await findHelpers(db, participantId);
  return [
    ['Doctor or nurse', person(doctor.name, phoneLink(doctor.phone), mailLink(doctor.email))],
    ['Support person', person(support.name, phoneLink(support.phone))],
  ];
}

/** A name with its numbers and addresses, each on a line. */
function person(...parts: (Html | string)[]): Html | string {
  const given = parts.filter((part) => part !== '');
  return given.length > 0 ? html`${given.map((part, index) => html`${index > 0 && html`<br>`}${part}`)}` : '';
}

/** The dose a day that was reported last. */
async function doseNow(op: Operation, participantId: string): Promise<string> {
  const report = reportInForce(
    await findDoseReports(op.db, participantId),
    await findOwnDay(op, participantId),
  );
  if (!report) return 'None reported';
  const dose = `${doseText(report.dose, report.schedule, op.content.schedules)} a day`;
  return report.kind === 'assumed' ? `${dose}, assumed` : dose;
}
