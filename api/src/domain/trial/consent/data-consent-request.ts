import type { DataConsent } from '@stepwise/shared-contracts/entities/consent';
import type { StopReason } from '@stepwise/shared-contracts/entities/stop';

/** How the team may have made sure who called. Closed lists: what is stored of a request identifies no participant. */
export const IDENTIFIED_BY = {
  'called-back': 'I called them back on the number we have',
  'own-details': 'They answered questions about their own details',
  'wrote-to-us': 'They wrote from the email address we have',
  'in-person': 'They were here in person',
} as const;

export const REQUEST_REASONS: Record<StopReason, string> = {
  'none-given': 'They gave none',
  health: 'Their health',
  advice: 'A doctor or nurse advised it',
  effort: 'It takes too much time or effort',
  privacy: 'Privacy',
  other: 'Another one',
};

/** What each choice does, in the words that the team reads before it is carried out. */
export const CHOICES: Record<
  DataConsent,
  { heading: string; effects: readonly string[]; button: string; receipt: string }
> = {
  agree: {
    heading: 'They stop taking part, and we keep their information',
    effects: [
      'They no longer take part, and the team cannot act for them.',
      'What they gave us stays, with their name and address.',
      'They are logged out everywhere.',
      'Only they can take this back, by logging in and agreeing to take part again.',
    ],
    button: 'They stop taking part',
    receipt: 'No longer takes part, information kept',
  },
  anonymous: {
    heading: 'Delete what identifies them, and keep the rest without a name',
    effects: [
      'Their name, email address, phone number, password, helpers and questionnaire link are deleted at once, and so is everything that they or we typed in words of our own, our notes included.',
      'Copies in the audit log are no longer shown, and are deleted within seven days.',
      'Their answers, records and doses stay under a new random number that identifies no one.',
      'They are logged out everywhere, and their account is gone.',
      'This cannot be undone. They cannot be found again, by us or by others.',
    ],
    button: 'Delete what identifies them',
    receipt: 'Identifying information deleted, the rest kept without a name',
  },
  delete: {
    heading: 'Delete all their information',
    effects: [
      'Everything they gave us is deleted at once: their account, answers, plan and records, and our notes about them.',
      'Copies in the audit log are no longer shown, and are deleted within seven days.',
      'A receipt stays with the date and the choice. It does not say whose it is.',
      'They are logged out everywhere.',
      'This cannot be undone.',
    ],
    button: 'Delete all their information',
    receipt: 'All information deleted',
  },
};
