/** Sends one request again and again on several connections until it is told to stop, in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads';

/** One request as the attacker's browser sends it. */
export interface Attack {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

const { url, method, headers, body, connections } = workerData as Attack & { connections: number };
const ANSWER_TIMEOUT_MS = 30_000;
const statuses: Record<string, number> = {};
let isOver = false;

async function sendAgainAndAgain(): Promise<void> {
  while (!isOver) {
    const status = await send();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

async function send(): Promise<string> {
  try {
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const response = await fetch(url, { method, headers, body: body ?? null, redirect: 'manual', signal });
    await response.arrayBuffer();
    return String(response.status);
  } catch {
    return 'no answer';
  }
}

parentPort?.once('message', () => {
  isOver = true;
});
await Promise.all(Array.from({ length: connections }, sendAgainAndAgain));
parentPort?.postMessage(statuses);
