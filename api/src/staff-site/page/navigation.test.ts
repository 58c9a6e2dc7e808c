import { expect, test } from '@jest/globals';
import type { StaffRight } from '../../domain/people/staff/staff-rights.ts';
import { teamPages } from '../staff-site.ts';
import { NAVIGATION } from './navigation.ts';

test('each entry asks for the right of the page that it leads to', () => {
  const rights = new Map<string, StaffRight>();
  teamPages({ get: (path, right) => rights.set(path, right), post: () => {} });
  for (const { path, right } of NAVIGATION.flatMap((part) => ('entries' in part ? part.entries : part)))
    expect([path, right]).toEqual([path, rights.get(path)]);
});
