/**
 * Renders the pages of one person, or visitors' pages, in a process that does nothing else. It is given to Node as text,
 * so that the process may read no file; and shares its globals with the builds, which can break it for this person only.
 * Each line of its input is a WorkerRequest, each line of its output but the first, empty one the answer: `{ markup }`, or
 * `{}` where it failed.
 */
import type { WorkerRequest } from './page-builds.ts';

type Require = (name: string) => unknown;
type Build = (module: { exports: object }, exports: object, require: Require) => void;
interface Shell {
  sharedModules: Record<string, unknown>;
  renderPage: (input: unknown, modules: Record<string, unknown>) => unknown;
}

const { Script } = process.getBuiltinModule('node:vm');
const { Console } = process.getBuiltinModule('node:console');
const { createInterface } = process.getBuiltinModule('node:readline');
// The output is for answers.
globalThis.console = new Console(process.stderr);
// Node's permissions do not restrict what reaches the processes of others: signals, and their priority.
for (const signal of ['kill', '_kill', '_debugProcess']) Reflect.deleteProperty(process, signal);
Reflect.deleteProperty(process.getBuiltinModule('node:os'), 'setPriority');

const builds = new Map<string, Build>();
const shells = new Map<string, Shell>();
/** By the shell that they take modules from. */
const features = new Map<string, unknown>();

function load(integrity: string, require: Require): unknown {
  const module = { exports: {} };
  builds.get(integrity)?.(module, module.exports, require);
  return module.exports;
}

function loadShell(integrity: string): Shell {
  const shell = shells.get(integrity) ?? (load(integrity, () => undefined) as Shell);
  shells.set(integrity, shell);
  return shell;
}

function loadFeature(integrity: string, shell: string): unknown {
  const key = `${shell} ${integrity}`;
  const { sharedModules } = loadShell(shell);
  const share = (name: string) => {
    if (!(name in sharedModules)) throw new Error(`The shell shares no ${name}`);
    return sharedModules[name];
  };
  if (!features.has(key)) features.set(key, load(integrity, share));
  return features.get(key);
}

function answer(request: WorkerRequest): { markup?: string | null } {
  for (const { integrity, source, cachedData } of request.scripts) {
    const script = new Script(source, { cachedData: Buffer.from(cachedData, 'base64') });
    builds.set(integrity, script.runInThisContext());
  }
  // Builds are loaded in the same zone for everybody, as in the process of a person who has one yet to be given.
  process.env.TZ = 'UTC';
  const { renderPage } = loadShell(request.shell);
  const modules = Object.fromEntries(
    Object.entries(request.features).map(([name, integrity]) => [
      name,
      loadFeature(integrity, request.shell),
    ]),
  );
  if (request.input === undefined) return { markup: null };
  process.env.TZ = request.timeZone ?? 'UTC';
  const markup = renderPage(JSON.parse(request.input), modules);
  return { markup: typeof markup === 'string' ? markup : null };
}

const input = createInterface(process.stdin);
input.on('close', () => process.exit());
input.on('line', (line) => {
  let answered = {};
  try {
    answered = answer(JSON.parse(line));
  } catch {
    // Its words could hold what a participant wrote.
  }
  process.stdout.write(`${JSON.stringify(answered)}\n`);
});
// Whatever Node opens as it starts is open.
process.stdout.write('\n');
