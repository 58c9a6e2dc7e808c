import { useEffect } from 'react';
import { useFederation } from '../federation/federation-context.ts';
import { watchFaults } from '../federation/watch-faults.ts';

/** Reports what features throw after they were rendered. */
export function FaultWatcher() {
  const { report } = useFederation();
  useEffect(() => report && watchFaults(report), [report]);
  return null;
}
