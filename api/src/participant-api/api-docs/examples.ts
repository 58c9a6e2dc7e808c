import kept from './examples.json' with { type: 'json' };

/** A body of each call that the API accepts and, where it answers 200, an answer, as `examples.api.test.ts` saw them. */
export const examples: Record<string, { body?: unknown; answer?: unknown }> = kept;
