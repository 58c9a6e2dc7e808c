import { randomBytes } from 'node:crypto';
import { chooseRelease } from '@stepwise/shared-contracts/federation/choose-release';
import type { Registry, Release } from '@stepwise/shared-contracts/federation/registry';
import { LRUCache } from 'lru-cache';

export const makeNonce = (): string => randomBytes(16).toString('base64');

/** Stands for the nonce in what is kept. No answer has it, so that nothing else in a document is the same. */
const NONCE_MARK = makeNonce();
const MAX_DOCUMENTS = 200;

interface Asked {
  registry: Registry;
  shell: Release;
  person: string;
  /** See page-address.ts. */
  address: string;
}

interface Made {
  html: string;
  /** Whether the page itself is in it, rather than left to the browser. */
  hasMarkup: boolean;
}

/**
 * The documents that everybody with the same releases gets, kept but for their nonce. One without its markup is made again,
 * since the renderer may answer the next time.
 */
export function documentCache() {
  const byRegistry = new WeakMap<Registry, LRUCache<string, string>>();

  return async (nonce: string, asked: Asked, make: (nonce: string) => Promise<Made>): Promise<string> => {
    const kept = byRegistry.get(asked.registry) ?? new LRUCache<string, string>({ max: MAX_DOCUMENTS });
    byRegistry.set(asked.registry, kept);
    const key = keyOf(asked);
    let marked = kept.get(key);
    if (marked === undefined) {
      const { html, hasMarkup } = await make(NONCE_MARK);
      if (hasMarkup) kept.set(key, html);
      marked = html;
    }
    return marked.replaceAll(NONCE_MARK, nonce);
  };
}

/** The releases and the address: the content is the same for as long as this process lives. */
const keyOf = ({ registry, shell, person, address }: Asked): string =>
  JSON.stringify([
    shell.metadata.version,
    Object.keys(registry.microFrontends).map(
      (name) => chooseRelease(registry, name, person)?.metadata.version,
    ),
    address,
  ]);
