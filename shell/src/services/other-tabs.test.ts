/** @jest-environment ../jest.environment.js */
import { afterEach, expect, jest, test } from '@jest/globals';
import { openChannel, whileNoOtherSends } from './other-tabs.ts';

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const withLocks = (request: (name: string, task: () => Promise<void>) => Promise<void>) =>
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });

afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});

test('a browser that refuses channels to other tabs has a tab alone', () => {
  jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation(refuse);
  const channel = openChannel('account');
  channel.onmessage = () => {};
  channel.postMessage('x');
});

test.each([
  ['refuses locks', async () => refuse()],
  ['has them', async (_: string, task: () => Promise<void>) => task()],
])('a task is done once where the browser %s', async (_, request) => {
  withLocks(request);
  const task = jest.fn(async () => {});
  await whileNoOtherSends(task);
  expect(task).toHaveBeenCalledTimes(1);
});

test('a task that fails is not done again', async () => {
  withLocks(async (_, task) => task());
  const task = jest.fn(async () => {
    throw new Error('no network');
  });
  await expect(whileNoOtherSends(task)).rejects.toThrow('no network');
  expect(task).toHaveBeenCalledTimes(1);
});
