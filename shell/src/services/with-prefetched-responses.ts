import type { BootData } from '@stepwise/shared-contracts/federation/boot-data';

/** Answers the first call of each path with what the document holds for it; any other goes to the server. */
export function withPrefetchedResponses(
  answers: BootData['answers'],
  fetch: typeof window.fetch,
): typeof window.fetch {
  const unused = { ...answers };
  return async (input, init) => {
    const path = String(input);
    const answer = unused[path];
    if (!answer) return fetch(input, init);
    delete unused[path];
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), answer);
  };
}
