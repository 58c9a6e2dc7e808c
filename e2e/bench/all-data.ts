import { statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { type Figure, median, ratio, timesLonger } from './measure.ts';

const ROUNDS = 7;
const REQUESTS = 200;
const AT_ONCE = 8;
const PAIRS = 200;

export interface Call {
  url: string;
  headers: Record<string, string>;
  method?: 'GET';
  /** JSON. */
  body?: string;
}

const agent = new Agent({ keepAlive: true });

/** The answer's text. Throws when it is no success. */
export function send(call: Call): Promise<string> {
  const { url, headers, method = 'POST', body } = call;
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode} ${text}`)),
      );
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      // The server ended a connection that had waited unused, at the same moment (Node's documentation of `reusedSocket`).
      if (asked.reusedSocket && error.code === 'ECONNRESET') resolve(send(call));
      else reject(error);
    });
    asked.end(body);
  });
}

/** Answers per millisecond, eight at a time. */
export async function throughput(call: Call, requests = REQUESTS): Promise<number> {
  let left = requests;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await send(call);
    }),
  );
  return requests / (performance.now() - began);
}

/** Throughput of `all-data` to that of a bare server with the same answer, in pairs of runs. */
export async function measureThroughput(allData: Call, bare: Call): Promise<Figure> {
  const [ours, theirs] = await Promise.all([send(allData), send(bare)]);
  if (!isDeepStrictEqual(JSON.parse(ours), JSON.parse(theirs)))
    throw new Error('The bare server does not give the same answer.');
  await throughput(allData);
  await throughput(bare);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++)
    ratios.push((await throughput(allData)) / (await throughput(bare)));
  return {
    what: 'Throughput of all-data for 730 records, to bare Koa and pg',
    measured: ratio(median(ratios)),
    allowed: 'at least 0.9',
  };
}

/** How much longer one answer takes beside many participants than beside few. Both are of one person's 60 records. */
export async function measureLatency(many: Call, few: Call, sizes: string): Promise<Figure> {
  const longer = await timesLonger(
    () => send(many),
    () => send(few),
    PAIRS,
  );
  return { what: `Latency of all-data ${sizes}`, measured: ratio(longer), allowed: 'flat' };
}

/** SQL statements of one call, by the file that `count-statements.ts` grows in the server. */
export async function countStatements(call: Call, file: string): Promise<number> {
  const counts: number[] = [];
  for (let round = 0; round < 5; round++) {
    const before = statSync(file).size;
    await send(call);
    counts.push(statSync(file).size - before);
  }
  // The least: the server's own jobs send a statement now and then.
  return Math.min(...counts);
}
