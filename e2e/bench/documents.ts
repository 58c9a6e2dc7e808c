import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type Call, throughput } from './all-data.ts';
import { type Figure, median, ratio } from './measure.ts';
import type { Server } from './server.ts';

const ROUNDS = 7;
const DOCUMENTS = 200;
/** A tick of the kernel's clock, in which it counts a process's time. */
const TICK_MS = 10;

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

/** Documents a second for visitors, to those of a bare server that sends the same bytes, in pairs of runs. */
export async function measureDocuments(api: Server, bare: Server): Promise<Figure> {
  const [ours, theirs] = [documentOf(api), documentOf(bare)];
  if (gunzipSync(await fetchDocument(bare)).length === 0) throw new Error('The bare server sends nothing.');
  await throughput(ours);
  await throughput(theirs);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    ratios.push((await throughput(ours)) / (await throughput(theirs)));
  return {
    what: 'Documents a second for visitors, to bare Koa with the same bytes',
    measured: ratio(median(ratios)),
    allowed: 'at least 0.7',
  };
}

/** Ticks of the process and of those that it has started, by Linux's /proc. */
function ticksOf(pid: number): number {
  // After the name, which may hold anything: the state is field 3, the user's and the system's time are 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce(
    (sum, child) => sum + ticksOf(Number(child)),
    Number(fields[11]) + Number(fields[12]),
  );
}

/** Time of a core that a participant's document takes the server, the processes that it has started included. */
export async function measureCoreTime(api: Server, cookie: string, records: number): Promise<Figure> {
  const what = `Core time of a participant’s document with ${records} records`;
  if (process.platform !== 'linux') return { what, measured: '–', allowed: '–' };
  const call = documentOf(api, cookie);
  await throughput(call);
  const before = ticksOf(api.pid);
  await throughput(call, DOCUMENTS);
  const ms = ((ticksOf(api.pid) - before) * TICK_MS) / DOCUMENTS;
  return { what, measured: `${ms.toFixed(1)} ms`, allowed: 'about 15 ms' };
}
