/** Written before a name, and no name themselves. */
const TITLES = /^(?:dr|mr|mrs|ms|prof)\.?$/i;
const EMAIL = /[^\s@<>]+@[^\s@<>]+\.\p{L}+/gu;
/** A number to call, however its digits stand apart; no date begins so. */
const PHONE = /(?<![\p{L}\d])(?:\+|0)\d(?:[ ()-]?\d){7,}/gu;

/**
 * A text that the team wrote about a participant, for those who see no names: the names that are known (`names`, of the
 * participant and their contacts) and all addresses and phone numbers are taken out. A name that is not known stays.
 */
export function maskNames(text: string, names: readonly string[]): string {
  const words = names.flatMap((name) => name.split(/\s+/)).filter((word) => word && !TITLES.test(word));
  const masked = text.replace(EMAIL, '[address]').replace(PHONE, '[phone]');
  if (words.length === 0) return masked;
  const known = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|');
  return masked.replace(new RegExp(`(?<![\\p{L}\\d])(?:${known})(?![\\p{L}\\d])`, 'giu'), '[name]');
}
