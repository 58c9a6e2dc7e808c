/** A reason not to start that a person can act on. Its message is the one sentence they read. */
export class StartError extends Error {
  override name = 'StartError';
}
