export type DoseReason = 'too-hard' | 'talk';

/** A question about the dose that a person asked the team; `day` is their own. */
export interface DoseQuestion {
  reason: DoseReason;
  day: string;
  isClosed: boolean;
}

/** One that waits for the same reason is left as it is. */
export const askedAgain = (
  questions: readonly DoseQuestion[],
  asked: { reason: DoseReason; day: string },
): DoseQuestion[] =>
  questions.some(({ reason, isClosed }) => reason === asked.reason && !isClosed)
    ? [...questions]
    : [...questions, { ...asked, isClosed: false }];

export const waitingOf = (questions: readonly DoseQuestion[]): DoseQuestion[] =>
  questions.filter(({ isClosed }) => !isClosed);
