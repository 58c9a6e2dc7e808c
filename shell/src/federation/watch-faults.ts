import type { ReleaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';

/** A script of a feature names its release by its address. */
const RELEASE = /\/features\/(mf-[a-z0-9-]+)\/([\w.+-]+)\//;

/** What the network, the server or the browser did not allow is no fault of a release. */
const isFault = (error: unknown): error is Error =>
  error instanceof Error &&
  error.name !== 'ChunkLoadError' &&
  !(error instanceof CallError || error instanceof DOMException);

/**
 * Reports what a feature throws after it was rendered: in event handlers, timers and promises. The innermost script of a
 * feature in the stack says whose release it is; the shell runs the code of all, so that its scripts prove nothing.
 * Returns what ends it.
 */
export function watchFaults(report: (failure: ReleaseReport, error: unknown) => void): () => void {
  const look = (error: unknown): void => {
    const [, feature, version] = (isFault(error) && RELEASE.exec(error.stack ?? '')) || [];
    if (feature && version) report({ feature, version, outcome: 'failed-in-use' }, error);
  };
  const onError = ({ error }: ErrorEvent): void => look(error);
  const onRejection = ({ reason }: PromiseRejectionEvent): void => look(reason);
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}
