import { expect, test } from '@jest/globals';
import type { Context } from 'koa';
import { knownBrowser, rememberBrowser } from './known-browser.ts';

const services = { linkSecret: 'a secret', earlierSecrets: [], config: { secureCookies: false } } as never;

/** A browser that keeps its cookies. */
function openBrowser(): Context {
  const kept = new Map<string, string>();
  const cookies = {
    get: (name: string) => kept.get(name),
    set: (name: string, value: string) => kept.set(name, value),
  };
  return { cookies } as unknown as Context;
}
const accountOf = (id: number, passwordHash = 'first') => ({ id: String(id), passwordHash });

test('a browser is known for the last five accounts that logged in', () => {
  const browser = openBrowser();
  for (let id = 1; id <= 6; id++) rememberBrowser(browser, services, accountOf(id));
  const known = [1, 2, 3, 4, 5, 6].filter((id) => knownBrowser(browser, services, accountOf(id)) !== null);
  expect(known).toEqual([2, 3, 4, 5, 6]);
  rememberBrowser(browser, services, accountOf(2));
  rememberBrowser(browser, services, accountOf(7));
  expect(knownBrowser(browser, services, accountOf(2))).toMatch(/^[\w-]{22}$/);
  expect(knownBrowser(browser, services, accountOf(3))).toBeNull();
});

test('its mark of an account stays at the next log-in, and a new password revokes it', () => {
  const browser = openBrowser();
  rememberBrowser(browser, services, accountOf(1));
  const mark = knownBrowser(browser, services, accountOf(1));
  rememberBrowser(browser, services, accountOf(1));
  expect(knownBrowser(browser, services, accountOf(1))).toBe(mark);
  expect(knownBrowser(browser, services, accountOf(1, 'second'))).toBeNull();
  expect(knownBrowser(openBrowser(), services, accountOf(1))).toBeNull();
});
