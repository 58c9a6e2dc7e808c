import type { SiteContent, TrialWords } from './site-content.ts';

/** True of every trial; the months are those that earlier servers' pages say. */
const WITHOUT_CONTENT: TrialWords = {
  medicine: { name: 'medicine', one: 'a medicine', many: 'medicines' },
  risk: 'Reducing a medicine can bring symptoms.',
  arms: { reduction: 'You are in the group that makes a plan.', usualCare: 'You are in the other group.' },
  followUpMonths: [3, 6, 12, 18, 24],
};

/** The trial's words for the screens' sentences. A document of an earlier server has none. */
export const trialWords = ({ words }: Pick<SiteContent, 'words'>): TrialWords => words ?? WITHOUT_CONTENT;

/** `3, 6 and 12`; empty for none. */
export const listOfMonths = (months: readonly number[]): string =>
  new Intl.ListFormat('en-AU').format(months.map(String));
