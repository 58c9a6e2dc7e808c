import { saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { setupSaveOption, setupScore } from '@stepwise/shared-contracts/calls/setup.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';

/** Longer than a slow phone network needs; a person is waiting. */
const SCORE_TIMEOUT_MS = 20_000;

/**
 * Scores the setup answers and chooses the resulting schedule. The score is never asked for while an answer is
 * unsent: it would make a plan from an older dose. False when an answer could not be sent or no score came.
 */
export async function workOutSchedule({ client, outbox, refresh }: HostServices): Promise<boolean> {
  await outbox.flush();
  if (outbox.state.getState().entries.some(({ path }) => path === setupSaveOption.path)) return false;
  try {
    const signal = AbortSignal.timeout(SCORE_TIMEOUT_MS);
    const { body } = await client.send(setupScore, undefined, { signal });
    void outbox.send(saveSchedule, { schedule: body.schedule });
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // The server misses an answer that this page shows: what the server has is right.
    if (error.code === 'unprocessable') await refresh().catch(() => {});
    return false;
  }
}
