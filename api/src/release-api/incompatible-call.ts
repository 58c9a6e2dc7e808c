import type { CallShape } from '@stepwise/shared-contracts/federation/registry';
import { isAssignable } from './is-assignable.ts';

/** Why a call cannot be used as `used` has it, or undefined where it can. */
export function whyIncompatible(used: CallShape, provided: readonly CallShape[]): string | undefined {
  const there = provided.find(({ method, path }) => method === used.method && path === used.path);
  if (!there) return 'the live API has no such call';
  // The API drops fields it does not know: what people enter there would be lost.
  if (!isAssignable(used.body, there.body, 'only known fields')) return 'the live API takes another body';
  const isUnderstood = Object.entries(there.responses).every(
    ([status, schema]) =>
      status in used.responses && isAssignable(schema, used.responses[status] ?? null, 'any fields'),
  );
  return isUnderstood ? undefined : 'the live API answers otherwise';
}
