/** Scripts name the package they are of by their address. */
const FEATURE = /\/features\/(mf-[a-z][a-z0-9-]*)\//g;

/**
 * Whether a fault in a browser can be of a package's release: not where its stack or its script's address names only
 * other features. The shell runs every feature's code, so its scripts prove nothing.
 */
export function mayBeOf(name: string, trace: string): boolean {
  const named = [...trace.matchAll(FEATURE)].map(([, feature]) => feature);
  return named.length === 0 || named.includes(name) || !name.startsWith('mf-');
}

/** A release's version within an address or a text. */
const VERSION = /\d+\.\d+\.\d+-[0-9a-f]{8,12}/g;

/** The faults that are not also among those of a run without the candidate. */
export function newFaults(faults: readonly string[], before: readonly string[]): string[] {
  const plain = (text: string) => text.replaceAll(VERSION, 'VERSION');
  const known = new Set(before.map(plain));
  return faults.filter((fault) => !known.has(plain(fault)));
}
