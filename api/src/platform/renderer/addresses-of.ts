import { lookup } from 'node:dns/promises';

/** The URL of each machine that a URL's host name stands for, always in the same order. Rejects where it is unknown. */
export async function addressesOf(url: string): Promise<string[]> {
  const { protocol, hostname, port, pathname } = new URL(url);
  const path = pathname === '/' ? '' : pathname;
  const found = await lookup(hostname, { all: true, family: 4 });
  return found.map(({ address }) => `${protocol}//${address}${port && `:${port}`}${path}`).sort();
}
