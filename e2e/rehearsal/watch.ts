export interface Finding {
  /** What was compared. */
  kind: string;
  text: string;
  /** The instant of the rehearsal, as ISO text. */
  at: string;
}

/** With what is needed to look at it. */
interface KeptFinding extends Finding {
  context: {
    /** The last ones before it, each with its answer. */
    calls: { at: string; path: string; status: number; answer: string }[];
    /** When the server or the database was killed. */
    faults: { at: string; what: string }[];
    /** The end of what the servers logged. */
    log: string;
  };
}

const KEPT_CALLS = 30;
const MAX_CHARACTERS = 2_000;

export type Watch = ReturnType<typeof createWatch>;

/** Collects what differs from the model, and how the server answered. */
export function createWatch(
  { now, log }: { now: () => number; log: () => string },
  hasEnough: (differences: number) => boolean,
  onFinding?: (finding: Finding) => void,
) {
  const findings: KeptFinding[] = [];
  const calls: { at: string; path: string; status: number; text: () => string }[] = [];
  const faults: KeptFinding['context']['faults'] = [];
  const instant = (): string => new Date(now()).toISOString();
  let durations: number[] = [];
  const counts = new Map<string, number>();
  let away: 'server' | 'database' | null = null;
  const count = (what: string, by = 1) => void counts.set(what, (counts.get(what) ?? 0) + by);
  const finding = (kind: string, text: string): void => {
    const context = {
      calls: calls.map(({ text: answer, ...call }) => ({
        ...call,
        answer: answer().slice(0, MAX_CHARACTERS),
      })),
      faults: [...faults],
      log: log().slice(-MAX_CHARACTERS),
    };
    const found = { kind, text: text.slice(0, MAX_CHARACTERS), at: instant(), context };
    findings.push(found);
    onFinding?.(found);
  };
  return {
    findings,
    /** It has found what it looked for. */
    hasEnough: (): boolean => hasEnough(findings.length),
    /** How long the answers since the last call took (ms). */
    takeDurations(): number[] {
      const taken = durations;
      durations = [];
      return taken;
    },
    counts,
    count,
    finding,
    /** Without the database a typed 503 is right, and no answer where the server was killed. */
    isAway(what: typeof away): void {
      away = what;
      if (what) faults.push({ at: instant(), what });
    },
    lost(path: string, { cause }: Error): void {
      if (away !== 'server') finding('lost answer', `${path} was not answered: ${cause}`);
    },
    answered(path: string, status: number, text: () => string, ms: number): void {
      count('answers');
      durations.push(ms);
      calls.push({ at: instant(), path, status, text });
      if (calls.length > KEPT_CALLS) calls.shift();
      if (status < 500) return;
      const isTyped = status === 503 && text().includes('"unavailable"');
      if (away === 'database' && isTyped) count('typed 503 while the database was away');
      else finding('5xx', `${path} was answered ${status}: ${text().slice(0, 300)}`);
    },
    /** A comparison with the model. */
    compare(kind: string, who: string, seen: unknown, expected: unknown): void {
      count(`compared: ${kind}`);
      const [a, b] = [JSON.stringify(seen), JSON.stringify(expected)];
      if (a !== b) finding(kind, `${who}: ${difference(seen, expected) || `${a} instead of ${b}`}`);
    },
  };
}

/** The entries of two objects that differ, each with what is seen and what the model says. */
function difference(seen: unknown, expected: unknown): string {
  if (Object(seen) !== seen || Object(expected) !== expected) return '';
  const names = [...new Set([...Object.keys(Object(seen)), ...Object.keys(Object(expected))])];
  return names
    .flatMap((name) => {
      const [a, b] = [seen, expected].map((each) => JSON.stringify(Reflect.get(Object(each), name)));
      return a === b ? [] : [`${name} is ${a?.slice(0, 600)} instead of ${b?.slice(0, 600)}`];
    })
    .join('; ');
}
