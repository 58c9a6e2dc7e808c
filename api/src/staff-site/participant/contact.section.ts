import { findHelpers } from '../../domain/participants/helpers.ts';
import { timeZoneOf } from '../../domain/participants/time-zone.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { factsCard, type ParticipantSection } from '../page/participant-section.ts';

/** How to reach the participant and those who help them, as long as that is possible. */
export const contactSection: ParticipantSection = async ({ request, participant, stage }) => {
  const { content, now } = request.op;
  if (participant.dataConsent === 'anonymous') return null;
  const { doctor, support } = await findHelpers(request.op.db, participant.id);
  const person = (...parts: string[]) => parts.filter(Boolean).join(', ');
  return factsCard('contact', 'Contact', [
    ['Email', participant.email ?? ''],
    ['Phone', participant.phone],
    ['Their time', formatDatetime(timeZoneOf(participant, content), now)],
    ['Doctor or nurse', person(doctor.name, doctor.phone, doctor.email)],
    ['Support person', person(support.name, support.phone)],
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
