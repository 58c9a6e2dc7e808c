import { createHash } from 'node:crypto';
import { constants, createContext, Script } from 'node:vm';

/** A script that hangs is ended after this long, and so are the promises it has begun. */
const RENDER_WITHIN_MS = 4_000;
/** Of releases that are live, canaries and last good ones there are far fewer. */
const KEPT_SCRIPTS = 60;

export interface RenderRequest {
  /** The hash of the shell's server build, as `integrity` has it. */
  shell: string;
  /** The same of each feature's that the page shows, by its name. */
  features: Record<string, string>;
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

/** Runs in each realm, with the builds in `builds`. */
const RENDER = new Script(
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
    return renderPage(JSON.parse(input), modules);
  })()`,
  { filename: 'render' },
);

/** Renders pages from the server builds of releases, each in a realm of its own. */
export function createRealms() {
  const scripts = new Map<string, Script>();

  const take = (integrity: string): Script => {
    const script = scripts.get(integrity) as Script;
    // Last used, last to go.
    scripts.delete(integrity);
    scripts.set(integrity, script);
    return script;
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
    render({ shell, features, input, timeZone = 'UTC' }: RenderRequest): string | null {
      const missing = [shell, ...Object.values(features)].filter((integrity) => !scripts.has(integrity));
      if (missing.length > 0) throw new MissingScripts(missing);
      process.env.TZ = timeZone;
      const realm = createContext(constants.DONT_CONTEXTIFY, {
        codeGeneration: { strings: false, wasm: false },
        microtaskMode: 'afterEvaluate',
      });
      const limit = { timeout: RENDER_WITHIN_MS };
      const load = (integrity: string) => take(integrity).runInContext(realm, limit);
      const builds = {
        shell: load(shell),
        features: Object.fromEntries(
          Object.entries(features).map(([name, integrity]) => [name, load(integrity)]),
        ),
      };
      Object.assign(realm, PLATFORM, { builds, input });
      const markup: unknown = RENDER.runInContext(realm, limit);
      return typeof markup === 'string' ? markup : null;
    },
  };
}
