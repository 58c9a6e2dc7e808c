import { expect, test } from '@jest/globals';
import type { Content } from '../../core/content/load-content.ts';
import { timeZoneOf } from './time-zone.ts';

const content = { product: { timeZone: 'Australia/Melbourne' } } as Content;

test.each([
  ['the chosen one', 'Australia/Perth', 'Asia/Tokyo', 'Australia/Perth'],
  ['the device’s, where none is chosen', null, 'Asia/Tokyo', 'Asia/Tokyo'],
  ['the trial’s, where neither is known', null, null, 'Australia/Melbourne'],
])('a participant’s time zone is %s', (_, timeZone, deviceTimeZone, used) => {
  expect(timeZoneOf({ timeZone, deviceTimeZone }, content)).toBe(used);
});
