/** @jest-environment ../jest.environment.js */
import { afterEach, expect, jest, test } from '@jest/globals';
import { registerServiceWorker } from './register-service-worker.ts';

afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));

async function register(active: object | null) {
  const update = jest.fn(() => Promise.reject(new Error('No network.')));
  const ask = jest.fn(async () => ({ active, update }));
  Object.defineProperty(navigator, 'serviceWorker', { value: { register: ask }, configurable: true });
  await registerServiceWorker();
  expect(ask.mock.calls).toEqual([['/sw.js']]);
  return update;
}

test('what the device keeps is looked at as a page opens, and each time there is a network again', async () => {
  const update = await register({});
  expect(update).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  expect(update).toHaveBeenCalledTimes(2);
});

test('a worker that is only being installed is not asked again', async () => {
  const update = await register(null);
  window.dispatchEvent(new Event('online'));
  expect(update).not.toHaveBeenCalled();
});

test('a page over plain HTTP keeps nothing on the device', async () => {
  await expect(registerServiceWorker()).resolves.toBeUndefined();
});
