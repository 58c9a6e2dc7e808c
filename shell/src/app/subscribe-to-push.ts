import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';

type Subscribe = NonNullable<HostServices['subscribeToPush']>;

const asText = (key: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Asks the browser for notifications, after a press. Null where the person, the browser or its push service refuses. */
const subscribeToPush: Subscribe = async (publicKey) => {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  try {
    // A subscription made with another server's key cannot be used.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    return {
      endpoint: made.endpoint,
      p256dh: asText(made.getKey('p256dh')),
      auth: asText(made.getKey('auth')),
    };
  } catch {
    return null;
  }
};

/** Undefined where the browser has no notifications, such as on an iPhone until the app is on its home screen. */
export const findSubscribeToPush = (): Subscribe | undefined =>
  'PushManager' in window && 'Notification' in window && navigator.serviceWorker
    ? subscribeToPush
    : undefined;
