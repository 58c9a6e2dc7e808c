/** Acting ends by itself after so long. */
export const ACTING_MINUTES = 60;

/** How many characters the reason for acting has. */
export const SHORTEST_REASON = 10;
export const MAX_REASON_LENGTH = 500;
