import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ReleaseReport } from '@stepwise/shared-contracts/calls/release.calls';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { HostProvider, useHost } from '@stepwise/shared-contracts/federation/host-services';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useLayoutEffect } from 'react';
import { type Entry, fails, loaderOver, releaseOf, shows } from '../testing/fake-releases.ts';
import { renderApp } from '../testing/render-app.tsx';
import { FeaturePage, FeatureSlot, ShellPage } from './feature-boundary.tsx';
import { type Federation, FederationContext } from './federation-context.ts';
import { createFeatureLoader, type FeatureLoader } from './load-feature.ts';
import { type MountWatch, watchMounts } from './watch-mounts.ts';

const site = buildSiteContent();
const Plan = () => <h1>The plan</h1>;
const OldPlan = () => <h1>The plan as it was</h1>;
const Broken = () => {
  throw new Error('no data');
};

let names = 0;
/** A feature of a name of its own, whose attempts to load give these entries. */
function featureOf(entries: (release: LiveFeature) => Entry[], older?: (release: LiveFeature) => Entry[]) {
  names += 1;
  const name = `mf-shown-${names}`;
  const lastGood = releaseOf(name, '0.0.9-00000000', { title: 'Your plan' });
  const release = {
    ...releaseOf(name, '0.1.0-00000001', { title: 'Your plan' }),
    ...(older && { lastGood }),
  };
  const over = loaderOver(
    [release],
    new Map([[release, entries(release)], ...(older ? [[lastGood, older(lastGood)] as const] : [])]),
  );
  return { ...over, release };
}

const host = createFakeHost();

function show(loader: FeatureLoader, watched: Pick<Federation, 'mounts' | 'report'> = {}) {
  const [feature] = loader.state.getState().features as [LiveFeature];
  return render(
    <FederationContext value={{ site, loader, scriptFolders: [], ...watched }}>
      <HostProvider services={host}>
        <input aria-label="Elsewhere" />
        <FeaturePage feature={feature.manifest} page="plan" />
      </HostProvider>
    </FederationContext>,
  );
}

// React logs each error that a boundary catches.
let complaints: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  complaints = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  complaints.mockRestore();
});

test('a feature that is here already shows at once', async () => {
  const { loader, release } = featureOf((release) => [shows(release, Plan)]);
  await loader.loadFeature(release.manifest.name);
  show(loader);
  screen.getByRole('heading', { name: 'The plan' });
});

test('a feature that fails to load names itself and the help contacts, and loads on a retry', async () => {
  const { loader } = featureOf((release) => [fails, shows(release, Plan)]);
  show(loader);

  expect((await screen.findByRole('alert')).textContent).toContain('“Your plan” is not working right now');
  screen.getByRole('heading', { level: 1, name: 'Your plan' });
  const numbers = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(numbers).toEqual([site.emergency.tel, site.counselling.tel]);

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'The plan' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('while a retry runs the fallback stays and says so, and after another failure offers it again', async () => {
  let fail = (_: Error) => {};
  const slow = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  const { loader } = featureOf(() => [fails, slow]);
  show(loader);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button', { name: 'Trying again…' }).getAttribute('aria-busy')).toBe('true');
  await act(async () => fail(new Error('still down')));
  await screen.findByRole('button', { name: 'Try again' });
});

test('a feature that throws while it renders costs only itself, and a retry renders it again', async () => {
  let broken = true;
  const { loader, reports } = featureOf((release) => [
    shows(release, () => (broken ? <Broken /> : <Plan />)),
  ]);
  show(loader);
  await screen.findByRole('alert');
  screen.getByLabelText('Elsewhere');
  expect(reports).toMatchObject([{ outcome: 'failed-to-render' }]);

  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'The plan' });
});

test.each<[string, (release: LiveFeature) => Entry[]]>([
  ['fails to load', () => [fails]],
  ['throws while it renders', (release) => [shows(release, Broken)]],
])('where a release %s the last good one shows, quietly and with the rest as it was', async (_, entries) => {
  const { loader, reports } = featureOf(entries, (release) => [shows(release, OldPlan)]);
  show(loader);
  await userEvent.type(screen.getByLabelText('Elsewhere'), 'typed');
  await screen.findByRole('heading', { name: 'The plan as it was' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect((screen.getByLabelText('Elsewhere') as HTMLInputElement).value).toBe('typed');
  expect(reports).toHaveLength(1);
});

test('at no moment does a release that gives way show the fallback', async () => {
  const alerts: unknown[] = [];
  const observer = new MutationObserver(() => alerts.push(...document.querySelectorAll('[role=alert]')));
  observer.observe(document.body, { childList: true, subtree: true });
  const { loader } = featureOf(
    (release) => [shows(release, Broken)],
    (release) => [shows(release, OldPlan)],
  );
  show(loader);
  await screen.findByRole('heading', { name: 'The plan as it was' });
  observer.disconnect();
  expect(alerts).toEqual([]);
});

test('when both releases throw the fallback comes, once, and its retry renders the last good one again', async () => {
  let broken = true;
  let renders = 0;
  const { loader, reports } = featureOf(
    (release) => [shows(release, Broken)],
    (release) => [
      shows(release, () => {
        renders += 1;
        return broken ? <Broken /> : <OldPlan />;
      }),
    ],
  );
  show(loader);
  await screen.findByRole('alert');
  expect(reports.map(({ version }) => version)).toEqual(['0.1.0-00000001', '0.0.9-00000000']);
  const before = renders;
  await act(async () => {});
  expect(renders).toBe(before);

  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'The plan as it was' });
});

test('the routes and the navigation are those of the release that shows', async () => {
  const name = 'mf-moved';
  const navigation = (path: string) =>
    ({ label: path.slice(1), path, icon: '', condition: 'participant', order: 1 }) as const;
  const lastGood = releaseOf(name, '0.0.9-00000000', {
    routes: [
      { path: '/plan', page: 'old', access: 'anyone' },
      { path: '/old-summary', page: 'summary', access: 'anyone' },
    ],
    navigation: navigation('/old-summary'),
  });
  const live: LiveFeature = { ...releaseOf(name), lastGood };
  const { loader } = loaderOver(
    [live],
    new Map([
      [live, [shows(live, Broken)]],
      [lastGood, [shows(lastGood, OldPlan)]],
    ]),
  );
  await renderApp({ url: '/plan', loader });
  await screen.findByRole('heading', { name: 'The plan as it was' });
  expect(window.location.pathname).toBe('/plan');

  await renderApp({ url: '/old-summary', loader });
  await screen.findByRole('heading', { name: 'The plan as it was' });
});

test.each([true, false])(
  'a feature can ask for notifications where the browser has them: %s',
  async (has) => {
    const names = ['PushManager', 'Notification'];
    if (has) for (const name of names) Reflect.set(window, name, class {});
    Object.defineProperty(navigator, 'serviceWorker', { value: {}, configurable: true });
    const { loader } = featureOf((release) => [
      shows(release, () => <h1>{`${useHost().subscribeToPush !== undefined}`}</h1>),
    ]);
    await renderApp({ url: '/plan', loader });
    await screen.findByRole('heading', { name: `${has}` });
    for (const name of names) Reflect.deleteProperty(window, name);
    Reflect.deleteProperty(navigator, 'serviceWorker');
  },
);

test.each([
  ['welcome', 1],
  ['home-timeline', 0],
] as const)('where the slot %s fails to load, the page has %i heading of it', async (slot, headings) => {
  const release = releaseOf('mf-slot', '0.1.0-00000001', { slots: [slot] });
  const { loader } = loaderOver([release], new Map([[release, [fails]]]));
  render(
    <FederationContext value={{ site, loader, scriptFolders: [] }}>
      <FeatureSlot slot={slot} />
    </FederationContext>,
  );
  await screen.findByRole('alert');
  expect(screen.queryAllByRole('heading', { level: 1 })).toHaveLength(headings);
});

test('a slot that no live feature fills shows nothing', () => {
  const { loader } = featureOf((release) => [shows(release, Plan)]);
  const { container } = render(
    <FederationContext value={{ site, loader, scriptFolders: [] }}>
      <FeatureSlot slot="welcome" />
    </FederationContext>,
  );
  expect(container.textContent).toBe('');
});

test('a page of the shell that fails to load says which one, and loads on a retry', async () => {
  const answers = [
    Promise.reject(new Error('down')),
    Promise.resolve({ 'log-in': () => <h1>Log in</h1> }),
  ] as const;
  let asked = 0;
  const shellPages = () => answers[asked++] as Promise<Record<string, () => React.JSX.Element>>;
  const loader = createFeatureLoader({ features: [], shellPages, report: () => {} });
  render(
    <FederationContext value={{ site, loader, scriptFolders: [] }}>
      <ShellPage page="log-in" title="Log in" />
    </FederationContext>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('“Log in” is not working right now');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Log in' });
  expect(asked).toBe(2);
});

describe('while a release mounts', () => {
  const mark = () => sessionStorage.getItem('mounting');
  let mounts: MountWatch;
  beforeEach(() => {
    jest.useFakeTimers();
    sessionStorage.clear();
    localStorage.clear();
    mounts = watchMounts();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('its mark stands at its render and its effects, until the page answers', async () => {
    const seen: (string | null)[] = [];
    const Seeing = () => {
      seen.push(mark());
      useLayoutEffect(() => void seen.push(mark()), []);
      useEffect(() => void seen.push(mark()), []);
      return null;
    };
    const { loader, release } = featureOf((release) => [shows(release, Seeing)]);
    const name = `${release.manifest.name}@${release.version}`;
    await loader.loadFeature(release.manifest.name);
    show(loader, { mounts });
    expect(seen).toEqual([name, name, name]);
    expect(mark()).toBe(name);
    act(() => jest.advanceTimersByTime(1000));
    expect(mark()).toBeNull();
    expect(mounts.untold).toEqual([]);
    act(() => jest.advanceTimersByTime(9000));
    expect(mounts.untold).toEqual([name]);
  });

  test('its mark goes where it throws, and it is not exposed', async () => {
    const { loader, release } = featureOf((release) => [shows(release, Broken)]);
    await loader.loadFeature(release.manifest.name);
    show(loader, { mounts });
    expect(mark()).toBeNull();
    act(() => jest.advanceTimersByTime(60_000));
    expect(mounts.untold).toEqual([]);
  });
});

test('a release that hung and that nothing replaces shows the fallback until the person asks for it', async () => {
  const { loader, reports, release } = featureOf((release) => [shows(release, Plan)]);
  loader.setAside(release, true);
  show(loader);
  await screen.findByRole('alert');
  expect(reports).toMatchObject([{ outcome: 'hung', version: release.version }]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'The plan' });
});

test('a release that hung gives way to the last good one, and is reported once', async () => {
  const { loader, reports, release } = featureOf(
    (release) => [shows(release, Plan)],
    (release) => [shows(release, OldPlan)],
  );
  loader.setAside(release, false);
  show(loader);
  await screen.findByRole('heading', { name: 'The plan as it was' });
  expect([reports, loader.isLeft(release)]).toEqual([[], true]);
});

test.each([
  ['no-such-call', 404, [{ outcome: 'unknown-call', call: 'POST /api/login-check/' }]],
  ['bad-request', 400, [{ outcome: 'failed-call' }]],
  ['not-logged-in', 401, []],
] as const)(
  'a call of a feature that is rejected with %s is its release’s',
  async (code, status, expected) => {
    host.answer(loginCheck, () => {
      throw new CallError(code, '', { status });
    });
    const Asking = () => {
      const { client } = useHost();
      return (
        <button type="button" onClick={() => void client.send(loginCheck, undefined).catch(() => {})}>
          Ask
        </button>
      );
    };
    const { loader, release } = featureOf((release) => [shows(release, Asking)]);
    const reported: ReleaseReport[] = [];
    show(loader, { report: (failure) => void reported.push(failure) });
    await userEvent.click(await screen.findByRole('button', { name: 'Ask' }));
    const { manifest, version } = release;
    expect(reported).toEqual(expected.map((each) => ({ feature: manifest.name, version, ...each })));
  },
);
