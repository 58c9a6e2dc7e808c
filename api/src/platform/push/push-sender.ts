/** A device's address at a push service, with the keys that only the device can decrypt with (RFC 8291). */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `gone`: the device takes none any more. `failed`: the service did not take this one. */
export type PushOutcome = 'sent' | 'gone' | 'failed';

export interface PushSender {
  send(target: PushTarget, payload: string): Promise<PushOutcome>;
}

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const PUSH_TIMEOUT_MS = 10_000;
/** How long a service keeps a notification for a device that is off, in seconds. */
const TIME_TO_LIVE_S = 12 * 3600;

/** The services of the browsers: the server sends nowhere else, whatever address a browser names. */
const PUSH_SERVICES: readonly RegExp[] = [
  /^fcm\.googleapis\.com$/,
  /^[\w.-]+\.push\.services\.mozilla\.com$/,
  /^[\w.-]+\.push\.apple\.com$/,
  /^[\w.-]+\.notify\.windows\.com$/,
];

export function isKnownPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username } = new URL(endpoint);
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    PUSH_SERVICES.some((known) => known.test(hostname))
  );
}

/** Web Push (RFC 8030, VAPID of RFC 8292). `subject`: whom a push service writes to, an address or `mailto:`. */
export const createPushSender = (
  findKeys: () => Promise<PushKeys>,
  subject: string,
  isKnown: (endpoint: string) => boolean = isKnownPushService,
): PushSender => ({
  async send({ endpoint, p256dh, auth }, payload) {
    if (!isKnown(endpoint)) return 'gone';
    // Loaded here, since no request waits for a notification when the server starts.
    const { default: webPush } = await import('web-push');
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        { vapidDetails: { subject, ...(await findKeys()) }, TTL: TIME_TO_LIVE_S },
      );
      const { ok, status } = await fetch(endpoint, {
        method: 'POST',
        headers,
        body: body && new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
      });
      return ok ? 'sent' : status === 404 || status === 410 ? 'gone' : 'failed';
    } catch {
      return 'failed';
    }
  },
});

export async function makePushKeys(): Promise<PushKeys> {
  const { default: webPush } = await import('web-push');
  return webPush.generateVAPIDKeys();
}
