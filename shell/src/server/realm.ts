import { createHash } from 'node:crypto';
import { type Context, constants, createContext, Script } from 'node:vm';

/** A script that hangs is ended after this long, and so are the promises it has begun. */
const RENDER_WITHIN_MS = 4_000;
/** Of releases that are live, canaries and last good ones there are far fewer. */
const KEPT_SCRIPTS = 60;
/** Realms that have run the builds of a page already: one for the pages of each feature. */
const READY_REALMS = 5;

interface Builds {
  /** The hash of the shell's server build, as `integrity` has it. */
  shell: string;
  /** The same of each feature's that the page shows, by its name. */
  features: Record<string, string>;
}

export interface RenderRequest extends Builds {
  /** What `renderPage` of the shell takes, as JSON. */
  input: string;
  /** What the page takes for its browser's time zone (IANA). */
  timeZone?: string;
}

/** A script that was not brought yet. */
export class MissingScripts extends Error {
  readonly missing: readonly string[];

  constructor(missing: readonly string[]) {
    super('Scripts are missing.');
    this.missing = missing;
  }
}

/** What the builds use of the platform, beside JavaScript itself. Frozen: a realm can leave nothing there for another. */
const PLATFORM = { URL, URLSearchParams, TextEncoder };
for (const each of Object.values(PLATFORM)) {
  Object.freeze(each);
  Object.freeze(each.prototype);
}

/** Runs in each realm, with the builds in `builds`, before it is known what is rendered. */
const LOAD = new Script(
  `(() => {
    const run = (build, require) => {
      const module = { exports: {} };
      build(module, module.exports, require);
      return module.exports;
    };
    const { renderPage, sharedModules } = run(builds.shell, () => {});
    const share = (name) => {
      if (!(name in sharedModules)) throw new Error('The shell shares no ' + name);
      return sharedModules[name];
    };
    const modules = {};
    for (const name of Object.keys(builds.features)) modules[name] = run(builds.features[name], share);
    globalThis.render = () => renderPage(JSON.parse(input), modules);
  })()`,
  { filename: 'load' },
);
const RENDER = new Script('render()', { filename: 'render' });

const LIMIT = { timeout: RENDER_WITHIN_MS };

const keyOf = ({ shell, features }: Builds): string => JSON.stringify([shell, Object.entries(features)]);

/** Renders pages from the server builds of releases, each in a realm of its own. */
export function createRealms() {
  const scripts = new Map<string, Script>();
  const ready = new Map<string, Context>();

  const take = (integrity: string): Script => {
    const script = scripts.get(integrity) as Script;
    // Last used, last to go.
    scripts.delete(integrity);
    scripts.set(integrity, script);
    return script;
  };

  const load = ({ shell, features }: Builds): Context => {
    // Of no participant: a realm that is ready does not know whose page it will render.
    process.env.TZ = 'UTC';
    const realm = createContext(constants.DONT_CONTEXTIFY, {
      codeGeneration: { strings: false, wasm: false },
      microtaskMode: 'afterEvaluate',
    });
    const run = (integrity: string) => take(integrity).runInContext(realm, LIMIT);
    const builds = {
      shell: run(shell),
      features: Object.fromEntries(
        Object.entries(features).map(([name, integrity]) => [name, run(integrity)]),
      ),
    };
    Object.assign(realm, PLATFORM, { builds });
    LOAD.runInContext(realm, LIMIT);
    return realm;
  };

  return {
    /** Keeps a release's server build under its hash, which it has to have. Throws where it has another. */
    addScript(integrity: string, source: string): void {
      if (`sha384-${createHash('sha384').update(source).digest('base64')}` !== integrity)
        throw new Error('The script has another hash.');
      scripts.set(integrity, new Script(`(function (module, exports, require) {${source}\n})`));
      for (const oldest of scripts.keys()) {
        if (scripts.size <= KEPT_SCRIPTS) break;
        scripts.delete(oldest);
      }
    },

    /**
     * The markup of a page, or null where the shell has none for it. Nothing that one page's code has made, its globals
     * and module instances, is there for the next. Throws MissingScripts, what the page throws, or an error when it hangs.
     */
    render({ input, timeZone = 'UTC', ...builds }: RenderRequest): string | null {
      const missing = [builds.shell, ...Object.values(builds.features)].filter((each) => !scripts.has(each));
      if (missing.length > 0) throw new MissingScripts(missing);
      const key = keyOf(builds);
      const realm = ready.get(key) ?? load(builds);
      ready.delete(key);
      process.env.TZ = timeZone;
      realm.input = input;
      const markup: unknown = RENDER.runInContext(realm, LIMIT);
      return typeof markup === 'string' ? markup : null;
    },

    /** Loads the builds of a page that was rendered for the next one of the same, which then need not wait for them. */
    makeReady(builds: Builds): void {
      const key = keyOf(builds);
      if (ready.has(key)) return;
      ready.set(key, load(builds));
      for (const oldest of ready.keys()) {
        if (ready.size <= READY_REALMS) break;
        ready.delete(oldest);
      }
    },
  };
}
