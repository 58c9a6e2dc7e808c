import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clickAt, codeOf, typeKeys } from './actions.ts';
import { startChild, stopChild } from './child.ts';
import { type Engine, SCHEMES, type Scheme, zoneOfHour } from './driver.ts';

/** Firefox's settings for each scheme; see the media features' sources in `about:config`. */
const PREFERENCES: Record<Scheme, Record<string, number>> = {
  light: { 'layout.css.prefers-color-scheme.content-override': 1 },
  dark: { 'layout.css.prefers-color-scheme.content-override': 0 },
  'forced colours': { 'browser.display.document_color_use': 2 },
  'reduced motion': { 'ui.prefersReducedMotion': 1 },
};

/** An installed Firefox, by WebDriver BiDi, which needs no program in between. Playwright speaks BiDi to newer ones only. */
export const firefoxEngine = (executable: string): Engine => ({
  name: 'firefox',
  startsIn: SCHEMES,
  leftOut: [],
  async launch(scheme, hour) {
    const profile = await mkdtemp(join(tmpdir(), 'stepwise-firefox-'));
    const lines = Object.entries(PREFERENCES[scheme]).map(
      ([name, value]) => `user_pref("${name}", ${value});\n`,
    );
    await writeFile(join(profile, 'user.js'), lines.join(''));
    const { child, match } = await startChild(
      executable,
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0'],
      { TZ: hour === undefined ? 'Australia/Melbourne' : zoneOfHour(hour) },
      /WebDriver BiDi listening on (ws:\S+)/,
    );
    const send = await connect(`${match[1]}/session`);
    await send('session.new', { capabilities: {} });
    const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    const context = contexts[0]?.context;
    return {
      open: async (url) => {
        await send('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      evaluate: async <T>(expression: string): Promise<T> => {
        const { result, exceptionDetails } = await send<Evaluated>('script.evaluate', {
          target: { context },
          awaitPromise: true,
          expression: `(async () => JSON.stringify(await (${expression})))()`,
        });
        if (exceptionDetails) throw new Error(exceptionDetails.text);
        return result.value === undefined ? (undefined as T) : JSON.parse(result.value);
      },
      click: async (x, y) => {
        await send('input.performActions', { context, actions: clickAt(x, y) });
      },
      key: async (key) => {
        await send('input.performActions', { context, actions: typeKeys(codeOf(key)) });
      },
      type: async (text) => {
        await send('input.performActions', { context, actions: typeKeys(text) });
      },
      resize: async (width, height) => {
        await send('browsingContext.setViewport', { context, viewport: { width, height } });
      },
      print: async () => {
        const { data } = await send<{ data: string }>('browsingContext.print', { context });
        return Buffer.from(data, 'base64');
      },
      close: async () => {
        await stopChild(child);
        await rm(profile, { recursive: true, maxRetries: 5 });
      },
    };
  },
});

interface Evaluated {
  result: { value?: string };
  exceptionDetails?: { text: string };
}

/** Sends a command of WebDriver BiDi over a socket of its own and gives its result. */
async function connect(url: string) {
  const socket = new WebSocket(url);
  const pending = new Map<number, (answer: { result?: unknown; error?: string; message?: string }) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data));
    pending.get(answer.id)?.(answer);
    pending.delete(answer.id);
  });
  await new Promise((open, fail) => {
    socket.addEventListener('open', open);
    socket.addEventListener('error', fail);
  });
  let last = 0;
  return async <T>(method: string, params: object): Promise<T> => {
    const id = ++last;
    const answer = await new Promise<{ result?: unknown; error?: string; message?: string }>((resolve) => {
      pending.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.error) throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result as T;
  };
}
