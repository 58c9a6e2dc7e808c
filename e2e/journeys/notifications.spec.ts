/// <reference lib="webworker" />
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { logIn } from '../support/accounts.ts';
import { findChromium } from '../support/find-chromium.ts';
import { press } from '../support/press.ts';
import { whenKept } from '../support/service-worker.ts';
import { expect, expectAccessible, test } from '../support/test.ts';
import { onTimeline } from '../support/timeline.ts';

/** What Chromium's push service, which a test does not reach, would give. */
function giveSubscription(): void {
  const key = (length: number) => new Uint8Array(length).fill(4).buffer;
  PushManager.prototype.subscribe = async () =>
    ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/a-device-of-a-journey',
      getKey: (name: string) => key(name === 'auth' ? 16 : 65),
    }) as unknown as PushSubscription;
}

/** Keeps what the worker asks the browser to show: Chromium without a window shows no notification. */
function watchNotifications(): void {
  const shown: unknown[] = [];
  const { registration } = self as unknown as ServiceWorkerGlobalScope;
  registration.showNotification = async (...given) => void shown.push(given);
  Object.assign(self, { shown });
}

// Private windows, such as those of the other journeys, have no push service.
test('turns on notifications beside the reminders, sees one, and turns them off', async ({
  page: other,
  stack,
}) => {
  const account = await onTimeline(other, stack.url);
  const profile = await mkdtemp(join(tmpdir(), 'stepwise-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(await findChromium()),
    baseURL: stack.url,
  });
  try {
    await context.grantPermissions(['notifications'], { origin: stack.url });
    await context.addInitScript(giveSubscription);
    const page = await context.newPage();
    await logIn(page, account);
    await page.getByRole('heading', { name: /^Hello/ }).waitFor();
    await page.goto('/contact#reminders');
    await whenKept(page);
    await press(page.getByRole('button', { name: 'Use notifications on this device' }));
    await expect(page.getByText('On this device our messages come as notifications')).toBeVisible();
    await expectAccessible(page);

    const devTools = await context.newCDPSession(page);
    const registrationId = new Promise<string>((found) =>
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations;
        if (registration) found(registration.registrationId);
      }),
    );
    await devTools.send('ServiceWorker.enable');
    const deliver = async (body: string) =>
      devTools.send('ServiceWorker.deliverPushMessage', {
        origin: stack.url,
        registrationId: await registrationId,
        data: JSON.stringify({ title: 'Two minutes', body }),
      });
    const [worker] = context.serviceWorkers();
    if (!worker) throw new Error('There is no service worker.');
    await worker.evaluate(watchNotifications);
    const shown = () => worker.evaluate(() => (self as unknown as { shown: unknown[] }).shown);
    await deliver('How was today?');
    const first = ['Two minutes', { body: 'How was today?', tag: 'reminder' }];
    await expect.poll(shown).toEqual([first]);
    // Of the same tag, so that it takes the first one's place.
    await deliver('How was this day?');
    await expect
      .poll(shown)
      .toEqual([first, ['Two minutes', { body: 'How was this day?', tag: 'reminder' }]]);

    await press(page.getByRole('button', { name: 'Use email instead' }));
    await expect(page.getByText('They can come as notifications on this device instead')).toBeVisible();
  } finally {
    await context.close();
    await rm(profile, { recursive: true });
  }
});
