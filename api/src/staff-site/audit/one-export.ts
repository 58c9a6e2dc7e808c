import { AppError } from '../../platform/errors/app-error.ts';

let isRunning = false;

/**
 * The lines of an export of the log, of which a replica makes one at a time: each batch of events takes the processor as
 * long as many requests. `begin` comes before the first line. Throws too-many-requests while another runs.
 */
export async function* oneExport(
  begin: () => Promise<void>,
  lines: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  if (isRunning)
    throw new AppError(
      'too-many-requests',
      'Another export of the log is running. Please wait until it has ended.',
    );
  isRunning = true;
  try {
    await begin();
    yield* lines;
  } finally {
    isRunning = false;
  }
}
