const TWO_STEPS =
  'The version before runs on this schema while replicas are replaced: add first, and remove once no version in use needs it.';
const REWRITE =
  'It rewrites or reads the whole table while everything waits: add a column beside it and fill that.';

/** What must not be done to a table that is there already, and what to do instead. */
const RULES: readonly { action: RegExp; but?: RegExp; cause: string; remedy: string }[] = [
  { action: /^drop (?!constraint )/, cause: 'drops a column', remedy: TWO_STEPS },
  { action: /^rename /, cause: 'renames', remedy: TWO_STEPS },
  { action: /^alter (column )?\S+ (set data )?type /, cause: 'changes a type', remedy: REWRITE },
  { action: /^alter .* set not null/, cause: 'forbids null', remedy: TWO_STEPS },
  {
    action: /^add (?!constraint |check|unique|primary|foreign|exclude).* not null/,
    but: /default|serial|generated/,
    cause: 'adds a column that needs a value',
    remedy: TWO_STEPS,
  },
  {
    action:
      /^add (?!constraint ).*(serial| stored|default (gen_random_uuid|random|clock_timestamp|timeofday|nextval|uuidv\d))/,
    cause: 'adds a column with a value of its own in every row',
    remedy: REWRITE,
  },
];

/**
 * The changes of a migration that drop, rename or rewrite in one step what the version before still uses. A table that the
 * migration itself makes is free.
 */
export function findUnsafeChanges(statements: readonly string[]): string[] {
  const plain = statements
    .map((text) => text.replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '$$').replaceAll(/'(?:[^']|'')*'/g, "''"))
    .flatMap((text) => text.split(';'))
    .map((text) => text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase())
    .filter(Boolean);
  const made = new Set(plain.map((text) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1]));
  return plain.flatMap((text) => {
    if (/^drop (table|view|materialized view|function|type|sequence|schema) /.test(text))
      return [`${text}: drops what the version before may use. ${TWO_STEPS}`];
    const [, table, actions = ''] = /^alter table (?:if exists |only )*(\S+) (.*)$/.exec(text) ?? [];
    if (!table || made.has(table)) return [];
    return actions
      .split(/, (?=(?:add|alter|drop|rename|validate) )/)
      .flatMap((each) =>
        RULES.filter(({ action, but }) => action.test(each) && !but?.test(each)).map(
          ({ cause, remedy }) => `alter table ${table} ${each}: ${cause}. ${remedy}`,
        ),
      );
  });
}
