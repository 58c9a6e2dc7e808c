import { expect, test } from '@jest/globals';
import { shareScope } from '../federation/shared-modules.ts';
import { sharedModules } from './shared-modules.ts';

test('the server build shares what the browser’s does', () => {
  const names = Object.keys(shareScope).filter((name) => name !== 'react-dom/client');
  expect(Object.keys(sharedModules).sort()).toEqual(names.sort());
});
