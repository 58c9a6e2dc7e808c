import { expect, test } from '@jest/globals';
import { REGISTRY_SCHEMA, type Registry } from '@stepwise/shared-contracts/federation/registry';
import { buildRelease } from '../../testing/releases.ts';
import { pageAddress } from './page-address.ts';

const { release } = buildRelease('mf-survey', '1.0.0', {
  manifest: {
    ...{ name: 'mf-survey', title: 'Survey', contract: '^0.1.0', slots: [] },
    routes: [{ path: '/survey', page: 'survey', access: 'anyone' }],
  },
});
const registry: Registry = {
  schema: REGISTRY_SCHEMA,
  revision: 1,
  microFrontends: { 'mf-survey': [release] },
};

test.each([
  ['/', '', '/'],
  ['/', '?page=3&edit=yes', '/?page=3&edit=yes'],
  ['/', '?edit=yes&page=3', '/?page=3&edit=yes'],
  ['/', '?page=30&edit=no', '/'],
  ['/', '?page=0', '/'],
  ['/', '?page=20', '/'],
  ['/survey', '?page=19', '/survey?page=19'],
  ['/survey', '?page=result&step=reminder', '/survey?page=result'],
  ['/survey/more', '', undefined],
  ['/sign-up', '?step=reminder&page=3', '/sign-up?step=reminder'],
  // A page that reads nothing of its query.
  ['/about', '?page=3', '/about'],
  ['/no-such-page', '', undefined],
])('the address of %s with %j is %s', (path, search, address) => {
  expect(pageAddress(registry, path, search)).toBe(address);
});
