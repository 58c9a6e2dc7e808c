/** Travels with the way to the log-in page: where log-in returns to. */
export interface LogInReason {
  returnTo: string;
}
