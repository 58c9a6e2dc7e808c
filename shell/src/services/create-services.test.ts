import { expect, jest, test } from '@jest/globals';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';

import { participantBundle } from './participant-bundle.ts';

const channels: BroadcastChannel[] = [];

test('the app hears other tabs only once it can answer them', async () => {
  jest.spyOn(globalThis, 'BroadcastChannel').mockImplementation((name) => {
    const channel = { name, onmessage: null, postMessage: () => {} } as unknown as BroadcastChannel;
    channels.push(channel);
    return channel;
  });
  const { createServices } = await import('./create-services.ts');
  const hear = (): void => {
    for (const channel of channels) channel.onmessage?.({ data: Date.now() + 60_000 } as MessageEvent);
  };
  const services = createServices({ site: {} as SiteContent }, async () => participantBundle);
  // Its storage is still opening.
  expect(channels.map(({ name }) => name)).toContain('session-end');
  hear();
  await services;
  expect(channels.find(({ name }) => name === 'session-end')?.onmessage).not.toBeNull();
});
