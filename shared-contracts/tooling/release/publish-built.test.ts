import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { REGISTRY_SCHEMA } from '@stepwise/shared-contracts/federation/registry';
import { untilAnswered } from './publish-built.ts';
import { releaseTarget, TargetError } from './release-target.ts';

let answers: RequestListener[] = [];
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = answers.shift();
    if (!answer) throw new Error(`No answer is left for ${request.url}.`);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const status =
  (code: number, headers: Record<string, string> = {}, body: object | string = ''): RequestListener =>
  (_, response) =>
    void response
      .writeHead(code, { connection: 'close', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
const cutOff: RequestListener = (request) => void request.socket.destroy();
const cutInBody: RequestListener = (request, response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{', () => request.socket.destroy());
};
const view = status(
  200,
  {},
  { registry: { schema: REGISTRY_SCHEMA, revision: 4, microFrontends: {} }, history: [] },
);
const error = (code: string, message: string) => ({
  error: { code, message, issues: [] },
  requestId: 'a',
});

let waits: number[] = [];
let said: string[] = [];
beforeEach(() => {
  [waits, said] = [[], []];
});
const look = () =>
  untilAnswered(() => releaseTarget(url, 'token').look('mf-plan'), {
    say: (line) => void said.push(line),
    wait: async (ms) => void waits.push(ms / 1000),
  });

test('publishing waits while the product does not answer, for as long as it asks', async () => {
  answers = [
    cutOff,
    cutInBody,
    status(502),
    status(503, { 'retry-after': '30' }, error('unavailable', 'Please try again soon.')),
    status(429, { 'retry-after': '7' }, error('too-many-requests', 'Too many requests.')),
    view,
  ];
  expect((await look()).registry.revision).toBe(4);
  expect(waits).toEqual([10, 10, 10, 30, 7]);
  expect(said.slice(2)).toEqual([
    `${url}/api/releases/mf-plan/ answered 502. Asking again in 10 s.`,
    'Please try again soon. Asking again in 30 s.',
    'Too many requests. Asking again in 7 s.',
  ]);
});

test.each([401, 403, 404, 409, 422, 500])(
  'publishing ends at once where the product answers %i',
  async (code) => {
    answers = [status(code, {}, error('conflict', 'Not this one.'))];
    await expect(look()).rejects.toThrow(new TargetError('Not this one.'));
    expect(waits).toEqual([]);
  },
);
