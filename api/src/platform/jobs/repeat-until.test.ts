import { mock } from 'node:test';
import { setImmediate as settled } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import type { Logger } from 'pino';
import { repeatUntil } from './repeat-until.ts';

afterEach(() => mock.timers.reset());

test('repeated work runs once at a time, goes on after a failure, and ends at the signal', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const stopping = new AbortController();
  const warn = jest.fn();
  const first = Promise.withResolvers<void>();
  const work = jest.fn(() => first.promise);
  const runNow = repeatUntil(stopping.signal, { warn } as unknown as Logger)(1_000, work, 'it did not run');

  const running = runNow();
  mock.timers.tick(3_000);
  expect(work).toHaveBeenCalledTimes(1);
  first.reject(new Error('no room'));
  await running;
  expect(warn).toHaveBeenCalledWith(expect.anything(), 'it did not run');

  work.mockResolvedValue(undefined);
  mock.timers.tick(1_000);
  expect(work).toHaveBeenCalledTimes(2);
  await settled();
  stopping.abort();
  mock.timers.tick(2_000);
  expect(work).toHaveBeenCalledTimes(2);
});
