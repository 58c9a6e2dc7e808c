import { expect, test } from '@jest/globals';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import { createTestApi } from '../../testing/create-test-api.ts';
import { putLiveRelease } from '../../testing/releases.ts';

const api = await createTestApi({ config: { showsApiDocs: true } });
await putLiveRelease(api);
const without = await createTestApi({ config: { showsApiDocs: false } });

test('the page of the API has every call with its errors, and runs no script', async () => {
  const response = await fetch(`${api.origin}/api/docs`);
  const text = await response.text();
  expect(response.status).toBe(200);
  for (const { path, summary } of Object.values(allCalls)) {
    expect(text).toContain(path);
    expect(text).toContain(summary);
  }
  expect(text).toContain('not-logged-in');
  expect(text).toContain('href="#schema-DailyRecord"');
  expect(text).not.toContain('<script');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
});

test('without the setting there is no such page', async () => {
  expect((await fetch(`${without.origin}/api/docs`)).status).toBe(404);
});
