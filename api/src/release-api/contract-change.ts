import type { Release } from '@stepwise/shared-contracts/federation/registry';
import { gt, satisfies } from 'semver';
import { whyIncompatible } from './incompatible-call.ts';

type Contract = Pick<Release['extras'], 'calls' | 'provides'>;

interface Version extends Contract {
  version: string;
}

/** What the releases of a contract's version cannot do with the next one, in plain words; none where all of it goes on. */
function findBreakingChanges(before: Contract, after: Contract): string[] {
  const modules = Object.keys(before.provides ?? {}).filter((module) => !after.provides?.[module]);
  return [
    ...modules.map((module) => `the shared module ${module} is gone`),
    ...(before.calls ?? []).flatMap((call) => {
      const reason = whyIncompatible(call, after.calls ?? []);
      return reason ? [`${call.method} ${call.path}: ${reason}`] : [];
    }),
  ];
}

/**
 * Why shared-contracts may not have its version, given the one before; undefined where it may. What breaks needs a version
 * outside of `^before`, so that no release of the one meets the other; what adds needs a later one; else any that is not earlier.
 */
export function whyWrongVersion(before: Version, after: Version): string | undefined {
  const [from, to] = [before.version, after.version];
  const breaking = findBreakingChanges(before, after);
  if (breaking.length > 0 && satisfies(to, `^${from}`))
    return `${to} follows ${from}, but ${breaking.join('; ')}. Give it a version outside of ^${from}, or keep what was there.`;
  const isSame = JSON.stringify(surfaceOf(before)) === JSON.stringify(surfaceOf(after));
  if (!isSame && !gt(to, from))
    return `${to} has other calls or shared modules than ${from}. Give it a later version.`;
  return gt(from, to) ? `${to} is earlier than ${from}.` : undefined;
}

const surfaceOf = ({ calls, provides }: Contract) => [
  calls?.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  Object.keys(provides ?? {}).sort(),
];
