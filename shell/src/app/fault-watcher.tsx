import { useEffect } from 'react';
import { createReleaseReporter } from '../federation/report-release.ts';
import { watchFaults } from '../federation/watch-faults.ts';
import { useShell } from './shell-services.ts';

/** Reports what features throw after they were rendered. */
export function FaultWatcher() {
  const { client } = useShell();
  useEffect(() => watchFaults(createReleaseReporter(async () => client)), [client]);
  return null;
}
