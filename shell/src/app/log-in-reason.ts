/** Travels with the way to the log-in page: where log-in returns to, and whether an ended session asked for it. */
export interface LogInReason {
  returnTo: string;
  expired?: boolean;
}
