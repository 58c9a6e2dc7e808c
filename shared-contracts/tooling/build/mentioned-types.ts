import type { JsonSchema } from '@stepwise/shared-contracts/federation/registry';
import { parse, type Token } from 'acorn';

/** The names of a script, and its strings, which may be keys. */
function namesIn(script: string): string[] {
  const tokens: (Token & { value?: unknown })[] = [];
  parse(script, { ecmaVersion: 'latest', onToken: tokens });
  return tokens.flatMap(({ type, value }) =>
    ['name', 'string'].includes(type.label) && typeof value === 'string' ? [value] : [],
  );
}

/**
 * Of the types that the shell hands over what built scripts can use: the properties that they name, at any depth. What a
 * function takes stays whole, since its caller says what it gives.
 */
export function pickMentioned(
  types: Record<string, JsonSchema>,
  scripts: readonly string[],
): Record<string, JsonSchema> {
  const names = new Set(scripts.flatMap(namesIn));
  const pick = (value: unknown, isGiven: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => pick(each, isGiven));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        if (key === 'parameters') return [key, pick(inner, !isGiven)];
        if (key === 'required' && isGiven) return [key, inner.filter((name: string) => names.has(name))];
        if (key !== 'properties') return [key, pick(inner, isGiven)];
        const named = Object.entries(inner).filter(([name]) => !isGiven || names.has(name));
        return [key, Object.fromEntries(named.map(([name, each]) => [name, pick(each, isGiven)]))];
      }),
    );
  };
  return pick(types, true) as Record<string, JsonSchema>;
}
