import { integrityOf } from '@stepwise/shared-contracts/release/integrity';
import type { Renderer } from '../platform/renderer/start-renderer.ts';

/** A shell's server build that runs `code` for each page, with all that it reaches of Node in `host`, and shows the page's words. */
export const buildOf = (code: string): string => `
  const loadedIn = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const host = (() => { try { return URL.constructor('return globalThis')(); } catch { return globalThis; } })();
  module.exports = { sharedModules: {}, renderPage: (input) => { ${code}; return input.words; } };`;

/** Asks a renderer for pages of any build, as the API does. */
export function pagesOf(renderer: () => Renderer) {
  let newest = 1;

  async function send([method, path]: [string, string], source: string, more: object): Promise<Response> {
    const url = await renderer().url();
    const shell = integrityOf(Buffer.from(source));
    const body = JSON.stringify({ revision: 1, ...more, shell, features: {} });
    const ask = () => fetch(url + path, { method, body, signal: AbortSignal.timeout(20_000) });
    const response = await ask();
    if (response.status !== 409) return response;
    await fetch(`${url}/scripts/?${encodeURIComponent(shell)}`, { method: 'PUT', body: source });
    return ask();
  }
  return {
    /** Says that a build is live, and with another revision that those before it were recalled. */
    putLive(source: string, revision = 1) {
      newest = revision;
      return send(['PUT', '/live/'], source, { revision });
    },

    /**
     * What a person's page says, or a visitor's; null where it comes without markup. Waits until a process is free, or
     * another revision is live.
     */
    async open(source: string, person: string | undefined, words = '', revision = 1): Promise<string | null> {
      const input = JSON.stringify({ words });
      const page = { person, revision, input, timeZone: 'Australia/Melbourne' };
      for (;;) {
        const response = await send(['POST', '/pages/'], source, page).catch(() => undefined);
        if (response?.status === 503 && revision >= newest) continue;
        return response?.ok ? ((await response.json()) as { markup: string | null }).markup : null;
      }
    },
  };
}
