import { factsCard, type ParticipantSection } from '../participant-overview/participant-section.ts';
import { findHelpers } from './helpers.ts';

/** How to reach the participant and those who help them; nothing of somebody who no longer takes part. */
export const contactSection: ParticipantSection = async ({ request, participant, stage }) => {
  if (stage === 'withdrawn') return null;
  const { doctor, support } = await findHelpers(request.em, participant.id);
  const person = (...parts: string[]) => parts.filter(Boolean).join(', ');
  return factsCard('contact', 'Contact', [
    ['Email', participant.email ?? ''],
    ['Phone', participant.phone],
    ['Doctor or nurse', person(doctor.name, doctor.phone, doctor.email)],
    ['Support person', person(support.name, support.phone)],
    ['May be contacted later', participant.futureContact ? 'Yes' : 'No'],
  ]);
};
