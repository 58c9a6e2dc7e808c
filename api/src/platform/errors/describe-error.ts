/**
 * What the log may contain of an error: its kind, its code and where it was thrown. Never its message or its other fields,
 * which quote values: a person's address in a database's complaint, a password in a body that could not be read.
 */
export function describeError(error: unknown): { name: string; code: unknown; at: string[] } {
  const { name, code, stack } = Object(error) as { name?: unknown; code?: unknown; stack?: unknown };
  const frames = String(stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  return { name: String(name), code, at: frames.map((line) => line.trim()) };
}
