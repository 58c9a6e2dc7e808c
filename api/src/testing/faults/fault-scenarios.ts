import { setTimeout as wait } from 'node:timers/promises';
import type { ApiProcess } from './api-process.ts';
import type { DatabaseServer } from './database-server.ts';
import type { Tally } from './tally.ts';

export interface FaultScenario {
  name: string;
  /** It fills the disk. */
  needsOwnDisk?: true;
  /** Brings the fault about while people save, and ends once the product serves again. */
  run(api: ApiProcess, database: DatabaseServer, tally: Tally): Promise<void>;
}

/** Long enough for several saves of every participant. */
const SAVE_MS = 1_500;
const HANG_MS = 10_000;
/** A request to a database that hangs is answered within this time. */
const ANSWER_TIMEOUT_MS = 10_000;
const HOUR_MS = 3_600_000;
const SERVE_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 50;

async function until(isMet: () => boolean, what: string): Promise<void> {
  for (const limit = Date.now() + SERVE_TIMEOUT_MS; !isMet(); await wait(LOOK_EVERY_MS))
    if (Date.now() > limit) throw new Error(`${what} did not happen.`);
}

/** Until saves succeed again. An API that may end is started each time it does, as by what supervises it. */
async function untilServed(api: ApiProcess, tally: Tally, { mayEnd = false } = {}): Promise<void> {
  const before = tally.times('200');
  for (;;) {
    await until(() => tally.times('200') > before || !api.isRunning(), 'A successful save');
    if (api.isRunning()) return;
    if (!mayEnd) return tally.fault(`The API ended: ${api.lastWords()}`);
    await api.start();
  }
}

export const faultScenarios: readonly FaultScenario[] = [
  {
    name: 'API killed, 3 times',
    async run(api) {
      for (let count = 0; count < 3; count++) {
        await wait(SAVE_MS);
        await api.end('SIGKILL');
        await api.start();
      }
      await wait(SAVE_MS);
    },
  },
  {
    name: 'database killed, twice',
    async run(api, database, tally) {
      for (let count = 0; count < 2; count++) {
        await wait(SAVE_MS);
        const killed = database.pid();
        database.kill();
        // Statements that ran when it was killed may still succeed.
        await until(() => database.isStartedAgain(killed), 'A new start of the database');
        await untilServed(api, tally);
      }
      await wait(SAVE_MS);
      if (tally.times('503 unavailable') === 0)
        tally.fault('No request was answered while the database was away.');
    },
  },
  {
    name: 'API and database killed at once, twice',
    async run(api, database) {
      for (let count = 0; count < 2; count++) {
        await wait(SAVE_MS);
        database.kill();
        await api.end('SIGKILL');
        await api.start();
      }
      await wait(SAVE_MS);
    },
  },
  {
    name: 'database hung for 10 s',
    async run(api, database, tally) {
      await wait(SAVE_MS);
      const goOn = await database.hang();
      await wait(HANG_MS);
      goOn();
      await untilServed(api, tally);
      await wait(SAVE_MS);
      if (tally.times('503 unavailable') === 0)
        tally.fault('No request was answered while the database hung.');
      if (tally.longestMs() > ANSWER_TIMEOUT_MS)
        tally.fault(`A request was answered after ${Math.round(tally.longestMs() / 1000)} s.`);
    },
  },
  {
    name: 'SIGTERM under load, twice',
    async run(api, _database, tally) {
      for (let count = 0; count < 2; count++) {
        await wait(SAVE_MS);
        const code = await api.end('SIGTERM');
        if (code !== 0) tally.fault(`The API ended with ${code} at SIGTERM: ${api.lastWords()}`);
        await api.start();
      }
      await wait(SAVE_MS);
    },
  },
  {
    name: 'clock an hour on, three back, a day on, two back',
    async run(api) {
      for (const hours of [1, -2, 22, -26, 0]) {
        api.setClock(hours * HOUR_MS);
        await wait(SAVE_MS);
      }
    },
  },
  {
    name: 'disk full, twice',
    needsOwnDisk: true,
    async run(api, database, tally) {
      for (const isLogFull of [false, true]) {
        await wait(SAVE_MS);
        const before = tally.times('503 unavailable');
        await database.fillDisk();
        if (isLogFull) await database.needDisk();
        await until(
          () => tally.times('503 unavailable') > before || !api.isRunning(),
          'An answer that the disk is full',
        );
        await wait(SAVE_MS);
        database.freeDisk();
        // It ends with a sentence where its database cannot be started, also a moment after the disk is free.
        await untilServed(api, tally, { mayEnd: true });
      }
      await wait(SAVE_MS);
    },
  },
];
