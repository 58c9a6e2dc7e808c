/** `%s`, `$name` and `${name}`: what a runner or a loop fills in. */
const PLACEHOLDER = /\\?\$\\?\{[^}]*\\?\}|\$[a-zA-Z]\w*|%[sdifjop#]/g;
/** The first argument of a call, where it is text. */
const FIRST_TEXT = /\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;

/** Between a group's title and a test's, where the test's alone would not name it. */
const IN_GROUP = ' › ';

/** The parts of a named title: of groups, and the test's own at the end. */
export const partsOf = (title: string): string[] => title.split(IN_GROUP);

/** Whether a test that ran, with the titles of its groups before its own, is the one named. A group's title names none. */
export function isNamedBy(title: string, titles: readonly string[]): boolean {
  const parts = partsOf(title);
  return parts.every((part, index) =>
    titlePattern(part).test(titles[titles.length - parts.length + index] ?? ''),
  );
}

/** Recognises the title of a test that ran by how it stands in the source. */
export const titlePattern = (title: string): RegExp => new RegExp(`^${titleSource(title)}$`, 's');

/** The same as part of a longer pattern. */
export const titleSource = (title: string): string =>
  title
    .split(PLACEHOLDER)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');

/** What may be the title of a test in a source: the first text of every call. */
export function titlesIn(source: string): Set<string> {
  return new Set(
    [...source.matchAll(FIRST_TEXT)].map(([, single, double, template]) =>
      (single ?? double ?? template ?? '').replace(/\\(['"`\\])/g, '$1'),
    ),
  );
}
