import { expect, test } from '@jest/globals';
import { sharedModules as browserModules } from '../federation/shared-modules.ts';
import { sharedModules } from './shared-modules.ts';

test('the server build shares what the browser’s does', () => {
  const names = Object.keys(browserModules).filter((name) => name !== 'react-dom/client');
  expect(Object.keys(sharedModules).sort()).toEqual(names.sort());
});
