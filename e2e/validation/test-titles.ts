/** `%s`, `$name` and `${name}`: what a runner or a loop fills in. */
const PLACEHOLDER = /\\?\$\\?\{[^}]*\\?\}|\$[a-zA-Z]\w*|%[sdifjop#]/g;
/** The first argument of a call, where it is text. */
const FIRST_TEXT = /\(\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|`((?:\\.|[^`\\])*)`)/g;

/** Recognises the title of a test that ran by how it stands in the source. */
export function titlePattern(title: string): RegExp {
  const fixed = title.split(PLACEHOLDER).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${fixed.join('.*')}$`, 's');
}

/** What may be the title of a test in a source: the first text of every call. */
export function titlesIn(source: string): Set<string> {
  return new Set(
    [...source.matchAll(FIRST_TEXT)].map(([, single, double, template]) =>
      (single ?? double ?? template ?? '').replace(/\\(['"`\\])/g, '$1'),
    ),
  );
}
