import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { integritiesOf, type PageBuilds, type PageRequest, type WorkerRequest } from './page-builds.ts';
import { type PageWorker, startPageWorker, WorkerEnded } from './start-page-worker.ts';

/** Each takes some 40 MB. Of visitors' there is one for each set of builds. */
const MAX_WORKERS = { people: 16, visitors: 4 };
const IDLE_MS = 5 * 60_000;
const RESERVE = 2;
/** The page that took one comes first; and however many people come at once, no more processes start. */
const REFILL_AFTER_MS = 500;

/** A script that was not brought yet. */
export class MissingScripts extends Error {
  readonly missing: readonly string[];

  constructor(missing: readonly string[]) {
    super('Scripts are missing.');
    this.missing = missing;
  }
}

/** Nothing is wrong with the page: no process is free, or the registry has changed. */
export class NotNow extends Error {}

interface Loaded {
  worker: PageWorker;
  /** The hashes of the scripts that it has. */
  given: Set<string>;
  /** Ends it, once it has rendered a page. */
  idle?: NodeJS.Timeout;
}

/**
 * The processes that render pages: one for each participant, from a reserve that has loaded the live builds, and one for
 * visitors' pages of the same builds. Each ends five minutes after its last page, and all of them with a change of the
 * registry.
 */
export function createPageWorkers({
  idleMs = IDLE_MS,
  most = MAX_WORKERS,
  refillAfterMs = REFILL_AFTER_MS,
} = {}) {
  const scripts = new Map<string, WorkerRequest['scripts'][number]>();
  // The one that was used last is the last.
  const inUse = { people: new Map<string, Loaded>(), visitors: new Map<string, Loaded>() };
  const reserve = new Set<Loaded>();
  let revision = -1;
  let live: PageBuilds | undefined;
  let refilling: NodeJS.Timeout | undefined;

  const requireScripts = (builds: PageBuilds): void => {
    const missing = integritiesOf(builds).filter((each) => !scripts.has(each));
    if (missing.length > 0) throw new MissingScripts(missing);
  };

  const start = (): Loaded => ({ worker: startPageWorker(), given: new Set() });

  const ask = (
    { worker, given }: Loaded,
    request: Omit<WorkerRequest, 'scripts'>,
  ): Promise<string | null> => {
    const lacking = integritiesOf(request).filter((each) => !given.has(each));
    for (const each of lacking) given.add(each);
    return worker.render({ ...request, scripts: lacking.flatMap((each) => scripts.get(each) ?? []) });
  };

  /** Ends what has run the builds of another revision. Throws NotNow for a revision that is over. */
  async function change(to: number): Promise<void> {
    if (to < revision) throw new NotNow();
    if (to === revision) return;
    revision = to;
    live = undefined;
    scripts.clear();
    clearTimeout(refilling);
    refilling = undefined;
    const all = [...inUse.people.values(), ...inUse.visitors.values(), ...reserve];
    for (const each of [inUse.people, inUse.visitors, reserve]) each.clear();
    await Promise.all(all.map(({ worker }) => worker.end()));
  }

  function refill(afterMs = refillAfterMs): void {
    if (refilling || reserve.size >= RESERVE || !live) return;
    const builds = live;
    refilling = setTimeout(() => {
      refilling = undefined;
      const next = start();
      reserve.add(next);
      void next.worker.ended.then(() => reserve.delete(next));
      ask(next, builds).catch(() => {});
      refill();
    }, afterMs);
  }

  function take(): Loaded {
    const [next] = reserve;
    refill();
    if (!next) throw new NotNow();
    reserve.delete(next);
    return next;
  }

  function use(whose: keyof typeof inUse, key: string): Loaded {
    const workers = inUse[whose];
    const known = workers.get(key);
    if (known) {
      workers.delete(key);
      workers.set(key, known);
      return known;
    }
    if (workers.size >= most[whose]) {
      const [longest, unused] = [...workers].find(([, { worker }]) => !worker.isBusy()) ?? [];
      if (!longest || !unused) throw new NotNow();
      workers.delete(longest);
      void unused.worker.end();
    }
    const loaded = whose === 'people' ? take() : start();
    workers.set(key, loaded);
    void loaded.worker.ended.then(() => {
      clearTimeout(loaded.idle);
      if (workers.get(key) === loaded) workers.delete(key);
    });
    return loaded;
  }

  return {
    /** Keeps a release's server build under its hash, which it has to have. Throws where it has another. */
    addScript(integrity: string, code: string): void {
      if (`sha384-${createHash('sha384').update(code).digest('base64')}` !== integrity)
        throw new Error('The script has another hash.');
      const source = `(function (module, exports, require) {${code}\n})`;
      // Compiled here, where no release runs, and loaded from that in each process.
      const cachedData = new Script(source).createCachedData().toString('base64');
      scripts.set(integrity, { integrity, source, cachedData });
    },

    /**
     * The markup of a page, or null where the shell has none for it. Throws MissingScripts, NotNow, PageTimedOut where it
     * takes too long, and PageFailed where it throws or takes too much.
     */
    async render({
      revision,
      person,
      input,
      timeZone,
      shell,
      features,
    }: PageRequest): Promise<string | null> {
      await change(revision);
      const builds = { shell, features };
      requireScripts(builds);
      const used =
        person === undefined
          ? use('visitors', JSON.stringify([shell, Object.entries(features)]))
          : use('people', person);
      clearTimeout(used.idle);
      try {
        return await ask(used, { ...builds, input, ...(timeZone && { timeZone }) });
      } catch (error) {
        throw error instanceof WorkerEnded ? new NotNow() : error;
      } finally {
        clearTimeout(used.idle);
        if (!used.worker.isBusy()) used.idle = setTimeout(used.worker.end, idleMs).unref();
      }
    },

    /** Prepares processes for the releases that are live from a revision on; all that ran others are gone then. */
    async prepare({ revision, shell, features }: PageBuilds & { revision: number }): Promise<void> {
      await change(revision);
      requireScripts({ shell, features });
      live = { shell, features };
      refill(0);
    },

    /** Ends every process for good: from then on none is free. */
    endAll: (): Promise<void> => change(Number.POSITIVE_INFINITY),

    /** Ends the process of a person who has logged out. */
    async end(person: string): Promise<void> {
      await inUse.people.get(person)?.worker.end();
    },
  };
}
