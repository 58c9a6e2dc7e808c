import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer as createListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Workplace } from '../../../api/src/testing/faults/workplace.ts';
import { listenForMail } from '../../../api/src/testing/listen-for-mail.ts';
import { createChromium } from './chromium.ts';
import type { Move } from './clock.preload.ts';
import { startDatabase } from './database.ts';
import { startPages } from './pages.ts';
import { createReplicas } from './replicas.ts';
import { createServer, type Server } from './server.ts';

const CHECKOUT = join(import.meta.dirname, '../../..');
export const ALLOCATION_SEED = 'the lists of blocks of a rehearsal, known to its model';
/** Starting a process again compiles nothing again. */
const COMPILED = join(CHECKOUT, 'node_modules/.cache/compiled');
/** As many as two cores keep busy. */
const REPLICAS = 2;
const SESSION_SECRET = 'the session secret of a rehearsal of the trial';

export type Stack = Awaited<ReturnType<typeof startStack>>;

/** The real server, its real database and a real mail server, on one clock that stands at `startsAt` (ms since 1970). */
export async function startStack({
  source,
  workplace,
  contentDir,
  hasPages,
  startsAt,
  settings,
}: {
  source: string;
  workplace: Workplace;
  contentDir: string;
  hasPages: boolean;
  startsAt: number;
  /** Beside those that every rehearsal has. */
  settings: Record<string, string>;
}) {
  const mail = await listenForMail();
  const database = await startDatabase(workplace);
  const erasedIds = join(workplace.work, 'erased-ids');
  mkdirSync(join(workplace.work, 'none'));
  const pages = hasPages ? await startPages(CHECKOUT) : null;
  const settingsOfServer: Record<string, string> = {
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
    SESSION_SECRET,
    ALLOCATION_SEED,
    TRUSTED_PROXIES: '1',
    ERASED_IDS_FILE: erasedIds,
    DRAIN_SECONDS: '1',
    ...pages?.settings,
    ...settings,
  };
  const replicas = createReplicas();
  const log = { said: '' };
  let now = startsAt;
  const startReplica = async (from: string): Promise<void> => {
    const server = createServer(from, workplace, settingsOfServer, await findAddress(), log);
    await server.start(now);
    replicas.add(server);
  };
  await startReplica(source);
  await Promise.race([database.moveQueueClock(), replicas.newest().whileItRuns()]);
  await database.setTime(now);
  for (let count = 1; count < REPLICAS; count++) await startReplica(source);
  let read = 0;
  const chromium = createChromium();

  return {
    workplace,
    /** Of each server from its next start on. */
    settings: settingsOfServer,
    /** Whether the server makes pages. */
    hasPages: pages !== null,
    database,
    replicas,
    server: replicas.newest,
    chromium,
    send: replicas.send,
    now: (): number => now,
    /** Moves every clock and resolves once the timers that run are done. */
    async moveTo(instant: number, timers: Move['timers']): Promise<void> {
      now = instant;
      await database.setTime(instant);
      await replicas.moveTo({ instant, timers });
    },
    /** As a power cut would, and starts it again. */
    async killServer(server: Server): Promise<void> {
      await server.end('SIGKILL');
      await server.start(now);
      await database.untilQueueWorks();
    },
    /** A server more than there are at other times is here. */
    isReplacing: (): boolean => replicas.all().length > REPLICAS,
    /** Starts another server beside those there are. */
    async addServer(): Promise<void> {
      await startReplica(replicas.newest().source());
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
      await chromium.stop();
      await replicas.stop();
      await database.stop().catch(() => {});
      await mail.stop();
      await pages?.stop();
      await workplace.remove();
    },
  };
}

/** Settings of a server at a free port of this machine. */
export async function findAddress(): Promise<{ PORT: string; PUBLIC_URL: string }> {
  const listener = createListener().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` };
}
