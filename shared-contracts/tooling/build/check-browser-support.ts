import { parse } from 'acorn';
import { simple } from 'acorn-walk';

/** The syntax that every supported browser reads (`browserslist` in shared-contracts/package.json). */
const SYNTAX = 2022;

/** Names that came to the language or to browsers after those that are supported, and that nothing translates. */
const NEWER_NAMES = new Set([
  ...['toSorted', 'toReversed', 'toSpliced', 'fromAsync', 'groupBy', 'withResolvers'],
  ...['isWellFormed', 'toWellFormed', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom', 'symmetricDifference'],
  ...['canParse', 'showPopover', 'togglePopover', 'scrollend', 'getHTML', 'setHTMLUnsafe', 'moveBefore'],
]);
const NEWER_STATICS = new Set([
  'AbortSignal.any',
  'Promise.try',
  'Iterator.from',
  'RegExp.escape',
  'Error.isError',
]);

/** The same of style sheets: what they lose there would be a colour, a layout or a rule. */
const NEWER_STYLES =
  /light-dark\(|color-mix\(|ok(?:lch|lab)\(|@scope|@starting-style|@position-try|anchor\(|[{;}]\s*&/g;

/** What a built script uses that a supported browser lacks. Syntax that it cannot read is named by its place. */
export function findUnsupportedInScript(script: string): string[] {
  const found = new Set<string>();
  try {
    simple(parse(script, { ecmaVersion: SYNTAX }), {
      MemberExpression({ object, property, computed }) {
        if (computed || property.type !== 'Identifier') return;
        const { name } = property;
        if (NEWER_NAMES.has(name)) found.add(`.${name}`);
        const whole = object.type === 'Identifier' ? `${object.name}.${name}` : '';
        if (NEWER_STATICS.has(whole)) found.add(whole);
      },
    });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    found.add(`syntax after ES${SYNTAX}: ${error.message}`);
  }
  return [...found];
}

/** What a built style sheet uses that a supported browser lacks. */
export const findUnsupportedInStyles = (styles: string): string[] => [
  ...new Set(styles.replace(/url\([^)]*\)|"[^"]*"|'[^']*'/g, '').match(NEWER_STYLES) ?? []),
];
