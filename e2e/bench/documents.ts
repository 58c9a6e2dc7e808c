import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type Call, throughput } from './all-data.ts';
import { type Figure, median, ratio } from './measure.ts';
import type { Server } from './server.ts';

const ROUNDS = 7;
/** Documents of a run: half a second, of servers that have compiled what they use often. */
const VISITORS = 6_000;
const WARM_UP_ROUNDS = 2;
/** Of one participant, whose budget of rendered pages is 60. */
const OWN_DOCUMENTS = 20;
/** A tick of the kernel's clock, in which it counts a process's time. */
const TICK_MS = 10;
const hasClock = process.platform === 'linux';

/** As a browser asks for a page, or with the cookie of a participant's session. */
const documentOf = ({ url }: Pick<Server, 'url'>, cookie?: string): Call => ({
  url: new URL('/', url).href,
  method: 'GET',
  headers: { accept: 'text/html', 'accept-encoding': 'gzip', ...(cookie && { cookie }) },
});

/** The compressed bytes of a visitor's document. */
export function fetchDocument(server: Server): Promise<Buffer> {
  const { url, headers } = documentOf(server);
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => buffer(response).then(resolve, reject)).on('error', reject);
  });
}

/**
 * Documents a second for visitors, to those of a bare server that sends the same bytes, in pairs of runs; and the core
 * time of each, which the client's own work does not limit.
 */
export async function measureDocuments(api: Server, bare: Server): Promise<Figure[]> {
  if (gunzipSync(await fetchDocument(bare)).length === 0) throw new Error('The bare server sends nothing.');
  const run = async (server: Server) => {
    const before = ticksOf(server.pid);
    const perMs = await throughput(documentOf(server), VISITORS);
    return { perMs, ticks: ticksOf(server.pid) - before };
  };
  for (let round = 0; round < WARM_UP_ROUNDS; round++) for (const server of [api, bare]) await run(server);
  const rates: number[] = [];
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [ours, theirs] = [await run(api), await run(bare)];
    rates.push(ours.perMs / theirs.perMs);
    times.push(theirs.ticks / ours.ticks);
  }
  const what = 'Documents a second for visitors, to bare Koa with the same bytes';
  return [
    { what, measured: ratio(median(rates)), allowed: 'shown' },
    { what: 'the same by core time', measured: hasClock ? ratio(median(times)) : '–', allowed: '–' },
  ];
}

/** Ticks of the process and of those that it has started, but for the database, by Linux's /proc. */
function ticksOf(pid: number): number {
  if (!hasClock) return 0;
  const [, name, rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  if (name === 'postgres') return 0;
  // The state is field 3, the user's and the system's time are 14 and 15.
  const fields = rest.split(' ');
  return childrenOf(pid).reduce(
    (sum, child) => sum + ticksOf(child),
    Number(fields[11]) + Number(fields[12]),
  );
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

/** Memory of each process that renders pages, its share of what it has in common with others included (Linux). */
export function measureWorkerMemory(api: Server): Figure {
  const what = 'Memory of a process that renders one participant’s pages';
  if (!hasClock) return { what, measured: '–', allowed: '–' };
  // They are the only ones that are given their program as text.
  const isWorker = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('\0--eval\0');
  const workers = descendantsOf(api.pid).filter(isWorker);
  const sizes = workers.map((pid) => {
    const [, kB] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kB) / 1_000;
  });
  return { what, measured: `${median(sizes).toFixed(0)} MB (of ${sizes.length})`, allowed: '–' };
}

/** Time of a core that a participant's document takes the server and its renderer. */
export async function measureCoreTime(api: Server, cookie: string, records: number): Promise<Figure> {
  const what = `Core time of a participant’s document with ${records} records`;
  if (!hasClock) return { what, measured: '–', allowed: '–' };
  const call = documentOf(api, cookie);
  // One after the other: at most two of a person are rendered at a time.
  const ask = () => fetch(call.url, { headers: call.headers }).then((response) => response.text());
  if (!(await ask()).includes('data-server-markup')) throw new Error('The page came without markup.');
  const before = ticksOf(api.pid);
  for (let document = 0; document < OWN_DOCUMENTS; document++) await ask();
  const ms = ((ticksOf(api.pid) - before) * TICK_MS) / OWN_DOCUMENTS;
  return { what, measured: `${ms.toFixed(1)} ms`, allowed: 'about 15 ms' };
}
