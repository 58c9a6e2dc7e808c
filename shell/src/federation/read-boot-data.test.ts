/** @jest-environment ../jest.environment.js */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { browserTimeZone } from '@stepwise/shared-contracts/dates/plain-date';
import type { BootData } from '@stepwise/shared-contracts/federation/boot-data';
import { BOOT_ELEMENT } from '@stepwise/shared-contracts/federation/names';
import { buildSiteContent } from '@stepwise/tooling/testing/entity-builders';
import { readBootData } from './read-boot-data.ts';

const NOON = '2026-03-10T12:00:00.000Z';
const answers = { [loginCheck.path]: { status: 204, headers: {} } };
const page: BootData = {
  features: [],
  site: buildSiteContent(),
  loggedIn: true,
  scriptFolders: [],
  answers,
};

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse(NOON) });
});
afterEach(() => {
  jest.useRealTimers();
});

function read(boot: BootData): BootData {
  const element = Object.assign(document.createElement('script'), { type: 'application/json' });
  element.id = BOOT_ELEMENT;
  element.textContent = JSON.stringify(boot);
  document.body.replaceChildren(element);
  return readBootData();
}

test('a page takes a participant’s answers where they are of this device’s day, and leaves none of them in the page', () => {
  const madeFor = { now: '2026-03-10T12:00:01.000Z', timeZone: browserTimeZone() };
  expect(read({ ...page, madeFor }).answers).toEqual(answers);
  expect(document.body.innerHTML).toBe('');
  read(page);
  expect(document.getElementById(BOOT_ELEMENT)).not.toBeNull();
});

test.each([
  ['another time zone', { now: NOON, timeZone: 'Antarctica/Troll' }],
  ['the day before', { now: '2026-03-09T12:00:00.000Z', timeZone: browserTimeZone() }],
])('asks by itself where they were made for %s', (_, madeFor) => {
  expect(read({ ...page, madeFor })).not.toHaveProperty('answers');
});
