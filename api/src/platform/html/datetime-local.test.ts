import { describe, expect, test } from '@jest/globals';
import { fromDatetimeLocal, toDatetimeLocal } from './datetime-local.ts';

const ZONE = 'Australia/Melbourne';

describe('a field of the type datetime-local', () => {
  test.each([
    ['2026-03-10T12:00', '2026-03-10T01:00:00.000Z'],
    ['2026-07-01T00:30', '2026-06-30T14:30:00.000Z'],
    // Shown twice, as the clock goes back at 3:00.
    ['2026-04-05T02:30', '2026-04-04T15:30:00.000Z'],
  ])('%s is an instant on the clock of the time zone', (text, instant) => {
    expect(fromDatetimeLocal(ZONE, text)?.toISOString()).toBe(instant);
    expect(toDatetimeLocal(ZONE, new Date(instant))).toBe(text);
  });

  test.each(['', 'noon', '2026-13-01T10:00', '2026-03-10', '2026-02-30T10:00', '2026-10-04T02:30'])(
    '%j is none',
    (text) => {
      expect(fromDatetimeLocal(ZONE, text)).toBeNull();
    },
  );
});
