/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { findSubscribeToPush } from './subscribe-to-push.ts';

const KEYS: Record<string, number[]> = { p256dh: [251, 255, 1], auth: [255, 239] };
const made = {
  endpoint: 'https://push.example/1',
  getKey: (name: string) => new Uint8Array(KEYS[name] ?? []).buffer,
};
let permission: string;
let happened: unknown[];
let subscribe: () => Promise<typeof made>;

beforeEach(() => {
  permission = 'granted';
  happened = [];
  subscribe = async () => made;
  const earlier = { unsubscribe: async () => happened.push('ended the earlier one') };
  const pushManager = {
    getSubscription: async () => earlier,
    subscribe: async (options: unknown) => {
      happened.push(options);
      return subscribe();
    },
  };
  Object.assign(window, {
    PushManager: class {},
    Notification: { requestPermission: async () => permission },
  });
  Object.defineProperty(navigator, 'serviceWorker', {
    value: { ready: Promise.resolve({ pushManager }) },
    configurable: true,
  });
});
afterEach(() => {
  for (const name of ['PushManager', 'Notification']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a new subscription takes the place of an earlier one, with each key in base64url', async () => {
  expect(await findSubscribeToPush()?.('the server’s')).toEqual({
    endpoint: 'https://push.example/1',
    p256dh: '-_8B',
    auth: '_-8',
  });
  expect(happened).toEqual([
    'ended the earlier one',
    { userVisibleOnly: true, applicationServerKey: 'the server’s' },
  ]);
});

test.each(['denied', 'default'])(
  'nothing is subscribed to where the person’s answer is %s',
  async (answer) => {
    permission = answer;
    expect(await findSubscribeToPush()?.('key')).toBeNull();
    expect(happened).toEqual([]);
  },
);

test('a push service that refuses leaves the device without notifications', async () => {
  subscribe = async () => {
    throw new DOMException('No.', 'AbortError');
  };
  expect(await findSubscribeToPush()?.('key')).toBeNull();
});

test.each([
  ['PushManager', () => window],
  ['Notification', () => window],
  ['serviceWorker', () => navigator],
])('a browser without %s has no notifications', (name, owner) => {
  Reflect.deleteProperty(owner(), name);
  expect(findSubscribeToPush()).toBeUndefined();
});
