import { expect, jest, test } from '@jest/globals';
import type { FeatureModule } from '@stepwise/shared-contracts/federation/feature-contract';
import { buildSiteContent } from '@stepwise/shared-contracts/testing/entity-builders';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { FeaturePage, FeatureSlot, ShellPage } from './feature-boundary.tsx';
import { FederationContext } from './federation-context.ts';
import type { FeatureLoader } from './load-feature.ts';

const manifest = {
  name: 'mf-plan',
  title: 'Your plan',
  contract: '^0.1.0',
  routes: [{ path: '/plan', page: 'plan', access: 'participant' as const }],
  slots: [],
};
const live = { manifest, version: '1', url: '/x/remoteEntry.js', integrity: '', container: 'x' };
const moduleWith = (plan: ComponentType): FeatureModule => ({ manifest, pages: { plan }, slots: {} });
const site = buildSiteContent();

function show(loader: FeatureLoader) {
  return render(
    <FederationContext value={{ features: [live], site, loader }}>
      <p>The rest of the page</p>
      <FeaturePage feature={manifest} page="plan" />
    </FederationContext>,
  );
}

test('a feature that is here already shows at once', () => {
  const module = moduleWith(() => <h1>The plan</h1>);
  show({ loadedFeature: () => module, loadFeature: async () => module });
  screen.getByRole('heading', { name: 'The plan' });
});

test('a feature that fails to load names itself and the help contacts, and loads on a retry', async () => {
  const answers = [Promise.reject(new Error('down')), Promise.resolve(moduleWith(() => <h1>The plan</h1>))];
  show({ loadedFeature: () => undefined, loadFeature: () => answers.shift() as Promise<FeatureModule> });

  expect((await screen.findByRole('alert')).textContent).toContain('“Your plan” is not working right now');
  const numbers = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(numbers).toEqual([site.emergency.tel, site.counselling.tel]);
  screen.getByText('The rest of the page');

  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'The plan' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('while a retry runs the fallback stays and says so, and after another failure offers it again', async () => {
  let fail = (_: Error) => {};
  const answers = [
    Promise.reject(new Error('down')),
    new Promise<FeatureModule>((_, reject) => {
      fail = reject;
    }),
  ];
  show({ loadedFeature: () => undefined, loadFeature: () => answers.shift() as Promise<FeatureModule> });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('button', { name: 'Trying again…' }).getAttribute('aria-busy')).toBe('true');
  await act(async () => fail(new Error('still down')));
  screen.getByRole('button', { name: 'Try again' });
});

test('a feature that throws while it renders costs only itself, and a retry renders it anew', async () => {
  const report = jest.spyOn(console, 'error').mockImplementation(() => {});
  let broken = true;
  const module = moduleWith(() => {
    if (broken) throw new Error('no data');
    return <h1>The plan</h1>;
  });
  show({ loadedFeature: () => module, loadFeature: async () => module });
  screen.getByRole('alert');
  screen.getByText('The rest of the page');

  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'The plan' });
  report.mockRestore();
});

test('a slot that no live feature fills shows nothing', () => {
  const loader: FeatureLoader = { loadedFeature: () => undefined, loadFeature: () => new Promise(() => {}) };
  const { container } = render(
    <FederationContext value={{ features: [live], site, loader }}>
      <FeatureSlot slot="welcome" />
    </FederationContext>,
  );
  expect(container.textContent).toBe('');
});

test('a page of the shell that fails to load says which one, and loads on a retry', async () => {
  const answers = [
    Promise.reject(new Error('down')),
    Promise.resolve({ pages: { 'log-in': () => <h1>Log in</h1> }, slots: {} }),
  ];
  const asked: string[] = [];
  const loader: FeatureLoader = {
    loadedFeature: () => undefined,
    loadFeature: (name) => {
      asked.push(name);
      return answers.shift() as ReturnType<FeatureLoader['loadFeature']>;
    },
  };
  render(
    <FederationContext value={{ features: [live], site, loader }}>
      <ShellPage page="log-in" title="Log in" />
    </FederationContext>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('“Log in” is not working right now');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Log in' });
  expect(asked).toEqual(['shell', 'shell']);
});
