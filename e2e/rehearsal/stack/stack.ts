import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer as createListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Workplace } from '../../../api/src/testing/faults/workplace.ts';
import { listenForMail } from '../../../api/src/testing/listen-for-mail.ts';
import type { Move } from './clock.preload.ts';
import { startDatabase } from './database.ts';
import { startPages } from './pages.ts';
import { createServer } from './server.ts';

const CHECKOUT = join(import.meta.dirname, '../../..');
export const ALLOCATION_SEED = 'the lists of blocks of a rehearsal, known to its model';
/** Starting a process again compiles nothing again. */
const COMPILED = join(CHECKOUT, 'node_modules/.cache/rehearsal');
const SESSION_SECRET = 'the session secret of a rehearsal of the trial';

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The real server, its real database and a real mail server, on one clock that stands at `startsAt` (ms since 1970). */
export async function startStack({
  source,
  workplace,
  contentDir,
  startsAt,
  settings,
}: {
  source: string;
  workplace: Workplace;
  contentDir: string;
  startsAt: number;
  /** Beside those that every rehearsal has. */
  settings: Record<string, string>;
}) {
  const mail = await listenForMail();
  const database = await startDatabase(workplace);
  const erasedIds = join(workplace.work, 'erased-ids');
  mkdirSync(join(workplace.work, 'none'));
  const pages = await startPages(CHECKOUT);
  const port = await findFreePort();
  const settingsOfServer: Record<string, string> = {
    PORT: String(port),
    DATA_DIR: workplace.dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    CONTENT_DIR: contentDir,
    STEPWISE_BUILD: join(workplace.work, 'build'),
    STEPWISE_RELEASES: join(workplace.work, 'none'),
    TMPDIR: join(workplace.work, 'tmp'),
    NODE_COMPILE_CACHE: COMPILED,
    LOG_LEVEL: 'warn',
    MAIL_URL: mail.url,
    MAIL_FROM: 'Stepwise <team@example.org>',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SESSION_SECRET,
    ALLOCATION_SEED,
    TRUSTED_PROXIES: '1',
    ERASED_IDS_FILE: erasedIds,
    ...pages?.settings,
    ...settings,
  };
  const server = createServer(source, workplace, settingsOfServer);
  let now = startsAt;
  await server.start(now);
  await database.moveQueueClock();
  await database.setTime(now);
  let read = 0;

  return {
    workplace,
    /** Of the server from its next start on. */
    settings: settingsOfServer,
    /** Whether the server makes pages: the checkout has built them. */
    hasPages: pages !== null,
    database,
    server,
    origin: `http://127.0.0.1:${port}`,
    now: (): number => now,
    /** Moves every clock and resolves once the timers that run are done. */
    async moveTo(instant: number, timers: Move['timers']): Promise<void> {
      now = instant;
      await database.setTime(instant);
      await server.moveTo({ instant, timers });
    },
    async restart(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
      await server.end(signal);
      await server.start(now);
      await database.untilQueueWorks();
    },
    /** The messages that came since the last call. */
    takeMail() {
      const fresh = mail.received.slice(read);
      read = mail.received.length;
      return fresh;
    },
    allMail: () => mail.received,
    async stop(): Promise<void> {
      await server.end('SIGKILL');
      await database.stop().catch(() => {});
      await mail.stop();
      await pages?.stop();
      await workplace.remove();
    },
  };
}

export async function findFreePort(): Promise<number> {
  const listener = createListener().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return port;
}
