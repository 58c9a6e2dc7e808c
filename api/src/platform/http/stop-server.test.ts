import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { CLOSE_IDLE_EVERY_MS, closeAfterAnswers, stopServer } from './stop-server.ts';

/** Longer than any machine takes for a test. */
const NEVER_MS = 600_000;

async function startServer(listener: RequestListener) {
  const server = createServer({ keepAliveTimeout: NEVER_MS }, listener);
  closeAfterAnswers(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    stop: (stillUsedMs: number) => stopServer(server, stillUsedMs),
  };
}

const ask = (port: number, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, agent }, (answer) =>
      answer.resume().once('end', () => resolve(answer)),
    ).once('error', reject);
  });

test('twenty clients that keep their connection lose no request when the server stops', async () => {
  const server = await startServer((_request, response) => setTimeout(() => response.end('done'), 2));
  let answered = 0;
  const cut: string[] = [];
  const client = async (): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (;;) {
      try {
        expect((await ask(server.port, agent)).statusCode).toBe(200);
        answered += 1;
      } catch (error) {
        // Nothing listens any more: no request was sent.
        const { code, syscall } = error as NodeJS.ErrnoException;
        if (syscall !== 'connect') cut.push(String(code));
        return agent.destroy();
      }
    }
  };
  const clients = Array.from({ length: 20 }, client);
  while (answered < 200) await wait(1);
  await server.stop(NEVER_MS);
  await Promise.all(clients);
  expect(cut).toEqual([]);
});

test('an answer that takes its time is sent to its end', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const server = await startServer(async (_request, response) => {
    response.write('begun');
    arrive();
    await mayEnd;
    response.end('ended');
  });
  const agent = new Agent({ keepAlive: true });
  const asked = ask(server.port, agent);
  await arrived;
  const stopped = server.stop(0);
  end();
  expect((await asked).complete).toBe(true);
  await stopped;
  agent.destroy();
});

test('an idle connection does not keep the server from stopping', async () => {
  const server = await startServer((_request, response) => void response.end());
  const agent = new Agent({ keepAlive: true });
  expect((await ask(server.port, agent)).headers.connection).toBe('keep-alive');
  await server.stop(0);
  await expect(ask(server.port, new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a request that arrives while the process stands still is answered', async () => {
  const server = await startServer((_request, response) => void response.end());
  const client = connect(server.port, '127.0.0.1');
  const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  client.write(request);
  await once(client, 'readable');
  const stopped = server.stop(0);
  client.write(request);
  // The kernel has it, and the time to look for idle connections comes before it is read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * CLOSE_IDLE_EVERY_MS);
  const answers = await text(client);
  expect(answers.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
  expect(answers).toContain('connection: close');
  await stopped;
});

test('a connection that is used again is answered with Connection: close', async () => {
  const server = await startServer((_request, response) => void response.end());
  const agent = new Agent({ keepAlive: true });
  await ask(server.port, agent);
  const stopped = server.stop(NEVER_MS);
  expect((await ask(server.port, agent)).headers.connection).toBe('close');
  await stopped;
});
