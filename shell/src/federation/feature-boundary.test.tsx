import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Entry, fails, loaderOver, releaseOf, shows } from '../testing/fake-releases.ts';
import { renderApp } from '../testing/render-app.tsx';
import { FeaturePage, FeatureSlot, ShellPage } from './feature-boundary.tsx';
import { FederationContext } from './federation-context.ts';
import { createFeatureLoader, type FeatureLoader } from './load-feature.ts';

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

function show(loader: FeatureLoader) {
  const [feature] = loader.state.getState().features as [LiveFeature];
  return render(
    <FederationContext value={{ site, loader, scriptFolders: [] }}>
      <input aria-label="Elsewhere" />
      <FeaturePage feature={feature.manifest} page="plan" />
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

test('a feature that throws while it renders costs only itself, and a retry renders it anew', async () => {
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

test('when both releases throw the fallback comes, once, and its retry renders the last good one anew', async () => {
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
