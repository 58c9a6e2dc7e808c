import { describe, expect, test } from '@jest/globals';
import { mergeDetails } from './merge-details.ts';

const known = { firstName: 'Pat', lastName: 'Lee', phone: '0400', email: 'pat@example.org' };

describe('details that two people edit', () => {
  test('keep what each changed, where these are other fields', () => {
    const current = { ...known, phone: '0411' };
    expect(mergeDetails(current, { ...known, firstName: 'Patricia' }, known)).toEqual({
      ...current,
      firstName: 'Patricia',
    });
  });

  test('are a conflict where both changed the same field, which is named and not quoted', () => {
    const current = { ...known, phone: '0411', lastName: 'Ng' };
    const given = { ...known, phone: '0422', firstName: 'Patricia' };
    const issues = [{ path: ['phone'], message: 'This was changed meanwhile.' }];
    expect(() => mergeDetails(current, given, known)).toThrow(
      expect.objectContaining({ code: 'conflict', issues }),
    );
    // Once they know it, they may replace it.
    expect(mergeDetails(current, { ...given, lastName: 'Ng' }, current)).toEqual({
      ...current,
      phone: '0422',
      firstName: 'Patricia',
    });
  });

  test('are no conflict where both wrote the same', () => {
    const given = { ...known, phone: '0411' };
    expect(mergeDetails(given, given, known)).toEqual(given);
  });
});
