import type { ReleaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { Client } from '@stepwise/shared-contracts/client/client';

/** Says nothing of the release: the session ended, or a call has to wait. */
const OF_THE_SESSION = [401, 429];
/** The server has no such call. */
const UNKNOWN = ['no-such-call', 'method-not-allowed'];
/** A digit could be a parameter. */
const NAMELESS = /^\/api\/[a-z/-]*$/;

/** The client as one release of a feature gets it: which of its calls the server rejects is reported. */
export const reportCalls = (
  client: Client,
  { feature, version }: Pick<ReleaseReport, 'feature' | 'version'>,
  report: (failure: ReleaseReport) => void,
): Client => ({
  send: (call, body, options) =>
    client.send(call, body, options).catch((error: unknown) => {
      if (error instanceof CallError && error.status && !OF_THE_SESSION.includes(error.status)) {
        const release = { feature, version };
        if (!UNKNOWN.includes(error.code)) report({ ...release, outcome: 'failed-call' });
        else {
          const named = NAMELESS.test(call.path) && { call: `${call.method} ${call.path}` };
          report({ ...release, outcome: 'unknown-call', ...named });
        }
      }
      throw error;
    }),
});
