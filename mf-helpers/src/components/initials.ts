const TITLES = /^(a\/?prof|dr|miss|mr|mrs|ms|mx|nurse|prof|professor|sister)\.?$/i;

/** `KN` for `Dr Kim Nguyen`: the first letters of the first and last name. Empty for no name. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !TITLES.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en-AU')).join('');
}
