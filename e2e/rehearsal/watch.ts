export interface Finding {
  /** What was compared. */
  kind: string;
  text: string;
  /** The instant of the rehearsal, as ISO text. */
  at: string;
}

export type Watch = ReturnType<typeof createWatch>;

/** Collects what differs from the model, and how the server answered. */
export function createWatch(
  now: () => number,
  hasEnough: (differences: number) => boolean,
  onFinding?: (finding: Finding) => void,
) {
  const findings: Finding[] = [];
  let durations: number[] = [];
  const counts = new Map<string, number>();
  let away: 'server' | 'database' | null = null;
  const count = (what: string, by = 1) => void counts.set(what, (counts.get(what) ?? 0) + by);
  const finding = (kind: string, text: string): void => {
    const found = { kind, text: text.slice(0, 2_000), at: new Date(now()).toISOString() };
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
    },
    lost(path: string, { cause }: Error): void {
      if (away !== 'server') finding('lost answer', `${path} was not answered: ${cause}`);
    },
    answered(path: string, status: number, text: () => string, ms: number): void {
      count('answers');
      durations.push(ms);
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
