import { expect, test } from '@jest/globals';
import { REGISTRY_SCHEMA, type Registry } from '@stepwise/shared-contracts/federation/registry';
import { pageAddress } from './page-address.ts';

const registry: Registry = { schema: REGISTRY_SCHEMA, revision: 1, microFrontends: {} };

test.each([
  ['/', '', '/'],
  ['/', '?page=3&edit=yes', '/?page=3&edit=yes'],
  ['/', '?edit=yes&page=3', '/?page=3&edit=yes'],
  ['/', '?page=30&edit=no', '/'],
  ['/sign-up', '?step=reminder&page=3', '/sign-up?step=reminder'],
  // A page that reads nothing of its query.
  ['/about', '?page=3', '/about'],
  ['/no-such-page', '', undefined],
])('the address of %s with %j is %s', (path, search, address) => {
  expect(pageAddress(registry, path, search)).toBe(address);
});
