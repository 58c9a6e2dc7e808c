import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { clickAt, codeOf, typeKeys } from './actions.ts';
import { startChild, stopChild } from './child.ts';
import { type Engine, type Scheme, zoneOfHour } from './driver.ts';

const READY_LIMIT_MS = 120_000;
const TRY_AGAIN_MS = 100;

/** The window is as small as a phone only if nothing of its frame, which full screen hides, has a least width. */
const NO_LEAST_WIDTH = '* { min-width: 0; padding: 0; margin: 0; border: 0; }';

const settingsOf = (scheme: Scheme): string =>
  `[Settings]\ngtk-enable-animations=${scheme === 'reduced motion' ? 0 : 1}\n`;

/** WebKitGTK by its WebDriver, in a screen of its own. */
export const webkitEngine = (miniBrowser: string): Engine => ({
  name: 'webkit',
  startsIn: ['light', 'dark', 'reduced motion'],
  leftOut: ['forced colours: WebKitGTK has none', 'print: its driver has no such command'],
  async launch(scheme, hour) {
    const settings = await mkdtemp(join(tmpdir(), 'stepwise-webkit-'));
    await mkdir(join(settings, 'gtk-3.0'));
    await writeFile(join(settings, 'gtk-3.0/gtk.css'), NO_LEAST_WIDTH);
    await writeFile(join(settings, 'gtk-3.0/settings.ini'), settingsOf(scheme));
    const xvfb = await startChild(
      'Xvfb',
      ['-displayfd', '1', '-screen', '0', '1400x1400x24', '-nolisten', 'tcp'],
      {},
      /^(\d+)$/m,
    );
    const { driver, send } = await startDriver({
      DISPLAY: `:${xvfb.match[1]}`,
      TZ: hour === undefined ? 'Australia/Melbourne' : zoneOfHour(hour),
      XDG_CONFIG_HOME: settings,
      GTK_THEME: scheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
    });
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation', '--full-screen'] },
        },
      },
    });
    const session = `/session/${sessionId}`;
    const perform = (actions: object) => send('POST', `${session}/actions`, { actions });
    return {
      open: async (url) => {
        await send('POST', `${session}/url`, { url });
      },
      evaluate: async <T>(expression: string): Promise<T> =>
        send('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
      click: async (x, y) => {
        await perform(clickAt(x, y));
      },
      key: async (key) => {
        await perform(typeKeys(codeOf(key)));
      },
      type: async (text) => {
        await perform(typeKeys(text));
      },
      resize: async (width, height) => {
        await send('POST', `${session}/window/rect`, { x: 0, y: 0, width, height });
      },
      close: async () => {
        await send('DELETE', session).catch(() => undefined);
        await stopChild(driver);
        await stopChild(xvfb.child);
        await rm(settings, { recursive: true, maxRetries: 5 });
      },
    };
  },
});

/** The driver, once it answers, and what sends it a command of WebDriver. It says nowhere which port it took. */
async function startDriver(environment: NodeJS.ProcessEnv) {
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  const limit = Date.now() + READY_LIMIT_MS;
  while (!(await send('GET', '/status').catch(() => undefined))) {
    if (Date.now() > limit) throw new Error('WebKitWebDriver was not ready in time.');
    await wait(TRY_AGAIN_MS);
  }
  return { driver, send };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
