import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { RegistryNews } from '@stepwise/shared-contracts/federation/registry-news';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { act, render } from '@testing-library/react';
import { createStore } from 'zustand/vanilla';
import { FederationContext } from '../federation/federation-context.ts';
import { createAnnouncements } from '../services/announcements.ts';
import { ShellContext, type ShellServices } from '../services/shell-services.ts';
import { loaderOver, releaseOf, shows } from '../testing/fake-releases.ts';
import { RegistryFollower } from './registry-follower.tsx';

const OLD = releaseOf('mf-plan', '1.0.0');
const NEW = releaseOf('mf-plan', '2.0.0');
let asked: URLSearchParams[];
let news: Partial<RegistryNews> | null;
let isHidden: boolean;

beforeEach(() => {
  jest.useFakeTimers();
  sessionStorage.clear();
  asked = [];
  news = null;
  isHidden = false;
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  jest.spyOn(window, 'fetch').mockImplementation(async (url) => {
    asked.push(new URL(String(url), 'http://localhost').searchParams);
    if (!news) return { status: 204 } as Response;
    const body = { revision: 7, recalled: [], reload: false, features: [], ...news };
    news = null;
    return { status: 200, json: async () => body } as unknown as Response;
  });
  document.body.innerHTML = '<script type="text/plain" data-version="9.0.0"></script>';
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

async function open() {
  const Page = () => null;
  const { loader } = loaderOver(
    [OLD],
    new Map([
      [OLD, [shows(OLD, Page)]],
      [NEW, [shows(NEW, Page)]],
    ]),
  );
  const registry = createStore(() => ({ revision: '1' }));
  const session = { state: createStore(() => ({ isLoggedIn: true })) };
  const services = { session, registry, announcements: createAnnouncements() };
  const scriptFolders: string[] = [];
  const site = buildSiteContent();
  const { unmount } = render(
    <FederationContext value={{ site, loader, scriptFolders }}>
      <ShellContext value={services as unknown as ShellServices}>
        <RegistryFollower />
      </ShellContext>
    </FederationContext>,
  );
  await pass(0);
  return { registry, scriptFolders, unmount };
}

test('a page asks at once and every fifteen seconds while it is visible, and as it is left or looked at again', async () => {
  const { unmount } = await open();
  expect(asked.map((query) => query.get('shows'))).toEqual(['shell@9.0.0,mf-plan@1.0.0']);
  expect(asked[0]?.get('page')).toMatch(/^[\da-f]{32}$/);
  await pass(30_000);
  expect(asked).toHaveLength(3);
  for (const [hidden, ms] of [
    [true, 60_000],
    [false, 14_999],
  ] as const) {
    isHidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(ms);
  }
  expect(asked).toHaveLength(5);
  await pass(1);
  expect(asked).toHaveLength(6);
  unmount();
  await pass(60_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect(asked).toHaveLength(6);
});

test('a page asks once an answer of the server carries another revision', async () => {
  const { registry } = await open();
  registry.setState({ revision: '1' });
  await pass(0);
  expect(asked).toHaveLength(1);
  registry.setState({ revision: '2' });
  await pass(0);
  expect(asked).toHaveLength(2);
});

test('a page may load the scripts of the release that takes the place of a recalled one', async () => {
  news = { recalled: ['mf-plan'], features: [NEW] };
  const { scriptFolders } = await open();
  expect(scriptFolders).toEqual(['/features/mf-plan/2.0.0/']);
});

test('a page whose shell was recalled reloads once, and not again where the document still brings that shell', async () => {
  // jsdom loads no page, and complains where one is to be loaded.
  const loads = jest.spyOn(console, 'error').mockImplementation(() => {});
  for (const _ of ['first', 'again']) {
    news = { recalled: ['shell'], reload: true };
    (await open()).unmount();
  }
  expect(loads.mock.calls.map(([error]) => String(error).includes('navigation'))).toEqual([true]);
});

test('a page whose browser keeps nothing does not reload, since it could not know the second time', async () => {
  const loads = jest.spyOn(console, 'error').mockImplementation(() => {});
  jest.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  news = { recalled: ['shell'], reload: true };
  await open();
  expect(loads).not.toHaveBeenCalled();
});
