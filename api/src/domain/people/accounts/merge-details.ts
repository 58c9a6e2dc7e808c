import type { ContactDetails } from '@stepwise/shared-contracts/calls/user.calls';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Participant } from '../participants/participant.entity.ts';

const FIELDS = ['firstName', 'lastName', 'phone', 'email'] as const;

export const contactDetailsOf = ({
  firstName,
  lastName,
  phone,
  email,
}: Pick<Participant, (typeof FIELDS)[number]>): ContactDetails => ({
  ...{ firstName, lastName, phone },
  email: email ?? '',
});

/**
 * The details as they are to be saved, where a form that showed `known` was filled in as `given` and `current` are those of
 * now. Throws conflict, naming each field that both changed to something else.
 */
export function mergeDetails(
  current: ContactDetails,
  given: ContactDetails,
  known: ContactDetails,
): ContactDetails {
  const isEdited = (field: (typeof FIELDS)[number]) => given[field] !== known[field];
  const inConflict = FIELDS.filter(
    (field) => isEdited(field) && current[field] !== known[field] && current[field] !== given[field],
  );
  if (inConflict.length > 0)
    throw new AppError(
      'conflict',
      'Another person changed the same details meanwhile.',
      inConflict.map((field) => ({ path: [field], message: 'This was changed meanwhile.' })),
    );
  const merged = FIELDS.map((field) => [field, isEdited(field) ? given[field] : current[field]]);
  return Object.fromEntries(merged) as ContactDetails;
}
