import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'acorn';
import { simple } from 'acorn-walk';

const WINDOWS = new Set(['window', 'globalThis', 'self', 'top', 'parent']);
/** webpack's, for a worker, and zod's own. */
const OF_LIBRARIES = ['importScripts', '__zod_globalConfig'];

let known: Set<string> | undefined;

/** The globals of the language and of browsers, as the compiler's libraries declare them. */
function knownGlobals(): Set<string> {
  if (known) return known;
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const libraries = createRequire(compiler).resolve(
    `@typescript/typescript-${process.platform}-${process.arch}/package.json`,
  );
  const folder = join(dirname(libraries), 'lib');
  const files = readdirSync(folder).filter((file) => /^lib\.(dom|es)/.test(file));
  known = new Set(OF_LIBRARIES);
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(folder, file), 'utf8').matchAll(
      /^declare (?:var|let|const|function|class) (\w+)/gm,
    ))
      known.add(name);
  return known;
}

type Node = { type: string; name?: string; value?: unknown };

const isWindow = ({ type, name = '' }: Node): boolean => type === 'Identifier' && WINDOWS.has(name);

/** What stands against a file that holds what `findForeignGlobals` found in it. */
export const describeForeignGlobals = (file: string, found: readonly string[]): string =>
  `${file}: neither the browser’s nor its own on the window: ${found.join(', ')}. Another feature’s globals go with its next release; hand over by the store, the address or a call.`;

/**
 * What a feature's script reads or sets on the window that is neither the browser's nor its own (`own` begins its
 * container's name): another feature's, which may be gone or different with that one's next release. What is computed is
 * named as it stands.
 */
export function findForeignGlobals(script: string, own: string): string[] {
  const found = new Set<string>();
  const look = (key: Node & { start: number; end: number }, isComputed: boolean) => {
    const name = isComputed ? key.value : key.name;
    if (typeof name !== 'string') found.add(`[${script.slice(key.start, key.end)}]`);
    else if (!name.replace(/^webpackChunk/, '').startsWith(own) && !knownGlobals().has(name)) found.add(name);
  };
  simple(parse(script, { ecmaVersion: 'latest', sourceType: 'module' }), {
    MemberExpression({ object, property, computed }) {
      if (isWindow(object)) look(property, computed);
    },
    VariableDeclarator({ id, init }) {
      if (!init || !isWindow(init) || id.type !== 'ObjectPattern') return;
      for (const each of id.properties) if (each.type === 'Property') look(each.key, each.computed);
    },
    CallExpression({ callee, arguments: [first, second] }) {
      const isReflected =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'Identifier' &&
        callee.object.name === 'Reflect';
      if (isReflected && first && second && isWindow(first)) look(second, true);
    },
  });
  return [...found];
}
