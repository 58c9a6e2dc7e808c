import { chooseRelease } from '@stepwise/shared-contracts/federation/choose-release';
import { type Registry, type Release, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { insteadOf } from './choose-features.ts';

/**
 * The shell that one person gets. Where `failed`, the version that failed in this browser, would be it, they get what
 * takes its place, if anything does.
 */
export function chooseShell(registry: Registry, person: string, failed?: string): Release | undefined {
  const chosen = chooseRelease(registry, SHELL, person);
  if (chosen?.metadata.version !== failed) return chosen;
  return insteadOf(registry, SHELL, chosen) ?? chosen;
}
