import { expect, test } from '@jest/globals';
import { withPrefetchedResponses } from './with-prefetched-responses.ts';

test('the document answers the first call of each path, and the server every other', async () => {
  const answers = {
    '/api/all-data/': { status: 200, headers: { 'session-ends-in': '60' }, body: { name: 'Alex' } },
    '/api/login-check/': { status: 204, headers: {} },
  };
  const asked: unknown[] = [];
  const fetch = withPrefetchedResponses(answers, async (...given) => {
    asked.push(given);
    return Response.json({ name: 'Sam' });
  });
  const first = await fetch('/api/all-data/', { method: 'POST' });
  expect([first.status, first.headers.get('session-ends-in'), await first.json()]).toEqual([
    ...[200, '60', { name: 'Alex' }],
  ]);
  const check = await fetch('/api/login-check/');
  expect([check.status, await check.text()]).toEqual([204, '']);
  expect(asked).toEqual([]);

  expect(await (await fetch('/api/all-data/', { method: 'POST' })).json()).toEqual({ name: 'Sam' });
  await fetch('/api/survey-data/');
  expect(asked).toEqual([
    ['/api/all-data/', { method: 'POST' }],
    ['/api/survey-data/', undefined],
  ]);
  // The page reads its texts from them as well.
  expect(Object.keys(answers)).toHaveLength(2);
});
