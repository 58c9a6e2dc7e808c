import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { KEEP_ALIVE } from './keep-alive.ts';

test('an answer says that its connection is kept for longer than a gateway keeps an idle one', async () => {
  const server = createServer(KEEP_ALIVE, (_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(headers.get('keep-alive')).toBe('timeout=65');
  server.closeAllConnections();
  server.close();
});
