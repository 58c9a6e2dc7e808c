/** The release that mounts, in the tab's storage and, with the time, in the browser's. */
const MOUNTING = 'mounting';
/** The releases that hung in this browser, with spaces between. */
const HUNG = 'hung';
const TICK_MS = 1000;
const EXPOSED_AFTER_TICKS = 10;
/** A tab that has not answered for this time hangs. */
const HUNG_AFTER_MS = 10_000;

export interface MountWatch {
  /** Leaves a mark that this release (`mf-plan@0.1.3-0123456789ab`) mounts. A page that hangs does not take it away. */
  mark(release: string): void;
  /** Takes the mark away: the page answers. */
  answer(): void;
  /** Marks a release while it does something that could hang. */
  during<T>(release: string, work: () => T): T;
  /** Counts a mounted release as exposed once the page, in sight, has answered for ten seconds. Returns what ends it. */
  watch(release: string): () => void;
  /** What was newly exposed in this document; who tells the server of it takes it out. */
  untold: string[];
  /** Of these releases those that hung in this browser, and the one that a page left its mark of. Asked once, at the start. */
  takeHung(releases: readonly string[]): { hung: string[]; left: string | undefined };
}

/** Where storage is not allowed, nothing is noticed. */
const attempt = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** Notices which release of a feature a page hung with, and which ones it showed. Nothing of it names a person. */
export function watchMounts(): MountWatch {
  const exposed = new Set<string>();
  const untold: string[] = [];
  let marked: string | null = null;

  function mark(release: string | null): void {
    attempt(() => {
      if (release) {
        sessionStorage.setItem(MOUNTING, release);
        localStorage.setItem(MOUNTING, `${release} ${Date.now()}`);
      } else if (marked) {
        sessionStorage.removeItem(MOUNTING);
        localStorage.removeItem(MOUNTING);
      }
    });
    marked = release;
  }

  const hungBefore = (): string[] => attempt(() => localStorage.getItem(HUNG))?.split(' ') ?? [];
  const keepHung = (hung: readonly string[]) => attempt(() => localStorage.setItem(HUNG, hung.join(' ')));

  function expose(release: string): void {
    if (exposed.has(release)) return;
    exposed.add(release);
    untold.push(release);
    const hung = hungBefore();
    if (hung.includes(release)) keepHung(hung.filter((each) => each !== release));
  }

  const answer = () => mark(null);
  // A page that is left answers.
  window.addEventListener('pagehide', answer);

  return {
    mark,
    answer,
    untold,
    during(release, work) {
      const before = marked;
      mark(release);
      try {
        return work();
      } finally {
        mark(before);
      }
    },
    watch(release) {
      let ticks = 0;
      let last = performance.now();
      const timer = setInterval(() => {
        const now = performance.now();
        const isCalm = now - last < 2 * TICK_MS && !document.hidden;
        last = now;
        answer();
        ticks = isCalm ? ticks + 1 : 0;
        if (ticks < EXPOSED_AFTER_TICKS) return;
        clearInterval(timer);
        expose(release);
      }, TICK_MS);
      return () => {
        clearInterval(timer);
        answer();
      };
    },
    takeHung(releases) {
      const ofTab = attempt(() => sessionStorage.getItem(MOUNTING));
      const [ofOther, at] = attempt(() => localStorage.getItem(MOUNTING))?.split(' ') ?? [];
      const left = ofTab ?? (Date.now() - Number(at) > HUNG_AFTER_MS ? ofOther : undefined);
      const hung = releases.filter((release) => release === left || hungBefore().includes(release));
      if (left) {
        marked = left;
        answer();
      }
      keepHung(hung);
      return { hung, left };
    },
  };
}
