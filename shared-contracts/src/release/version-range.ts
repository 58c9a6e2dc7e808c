const parts = (version: string): number[] => version.split('.').map(Number);

/**
 * Whether a version `1.2.3` lies in a range `1.2.3`, `~1.2.3` or `^1.2.3`, as npm reads them: before 1.0.0 a caret
 * allows no other minor version.
 */
export function isInRange(version: string, range: string): boolean {
  const from = parts(range.replace(/^[\^~]/, ''));
  const given = parts(version);
  const firstOther = given.findIndex((part, index) => part !== from[index]);
  if (firstOther === -1) return true;
  // The part that may not differ: the first that is not 0 for a caret, the second for a tilde, the last otherwise.
  const fixed = range.startsWith('^') ? from.findIndex((part) => part > 0) : range.startsWith('~') ? 1 : 2;
  return firstOther > (fixed === -1 ? 2 : fixed) && (given[firstOther] ?? 0) > (from[firstOther] ?? 0);
}
