import { expect, test } from '@jest/globals';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { createTestApi } from '../../testing/create-test-api.ts';

const api = await createTestApi();

const ask = async (method: string, path: string) => {
  const answer = await fetch(api.origin + path, { method, redirect: 'manual' });
  const text = await answer.text();
  return { status: answer.status, allow: answer.headers.get('allow'), text };
};

test.each(Object.values<Call>(allCalls).map(({ method, path }) => [method, path] as const))(
  '%s %s names its method to another one',
  async (method, path) => {
    for (const other of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', method === 'GET' ? 'POST' : 'GET']) {
      const { status, allow, text } = await ask(other, path);
      expect({ status, allow }).toEqual({ status: 405, allow: method === 'GET' ? 'HEAD, GET' : method });
      expect(JSON.parse(text).error.code).toBe('method-not-allowed');
    }
  },
);

test.each([
  ['/', 'GET, HEAD'],
  ['/plan', 'GET, HEAD'],
  ['/features/mf-plan/1/entry.js', 'GET, HEAD'],
  ['/livez', 'HEAD, GET'],
  ['/api/openapi.json', 'HEAD, GET'],
  ['/documents/consent-form.pdf', 'HEAD, GET'],
  ['/admin/log-in', 'HEAD, GET, POST'],
  ['/admin/log-out', 'POST'],
  ['/account/password-reset', 'HEAD, GET, POST'],
])('%s takes %s', async (path, allow) => {
  expect(await ask('DELETE', path)).toMatchObject({ status: 405, allow });
});

test('an address that nothing answers is not found by any method', async () => {
  for (const method of ['GET', 'DELETE']) expect((await ask(method, '/admin/nothing')).status).toBe(404);
  expect((await ask('GET', '/api/nothing/')).status).toBe(404);
});
