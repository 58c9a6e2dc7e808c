/** Acting ends by itself after this time. */
export const ACTING_MINUTES = 60;

/** How many characters the reason for acting has. */
export const MIN_REASON_LENGTH = 10;
export const MAX_REASON_LENGTH = 500;
