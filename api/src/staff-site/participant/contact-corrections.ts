/** Why the team changes contact details, and where they are from; kept in the audit log as they are. */
export const CONTACT_REASONS = ['It has changed', 'It was typed wrong'] as const;
export const CONTACT_SOURCES = [
  'A call with the participant',
  'A message from the participant',
  'Their doctor, nurse or support person',
  'A document',
] as const;
