import { expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

const SECRETS = { SESSION_SECRET: 's'.repeat(32), ALLOCATION_SEED: 'a'.repeat(32) };

test('without any setting everything has its default', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    allocation: 'automatic',
    secureCookies: false,
  });
  expect(config.databaseUrl).toBeUndefined();
  expect(config.dataDir).toMatch(/\/\.stepwise\/data$/);
  expect(readConfig({ PORT: '', ALLOCATION: '' })).toEqual(config);
});

test('a folder may be given from the checkout on', () => {
  expect(readConfig({ DATA_DIR: 'elsewhere' }).dataDir).toMatch(/^\/.+\/elsewhere$/);
  expect(readConfig({ DATA_DIR: '/srv/data' }).dataDir).toBe('/srv/data');
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://localhost/stepwise'],
  ['SESSION_SECRET', 'short'],
  ['ALLOCATION_SEED', 'short'],
  ['ALLOCATION', 'by hand'],
  ['SECURE_COOKIES', 'yes'],
  ['TRUSTED_PROXIES', '9'],
  ['SESSION_IDLE_MINUTES', '0'],
  ['SESSION_HOURS', 'long'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is refused in one sentence that names it and not its value', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    expect.objectContaining({
      name: 'StartError',
      message: expect.stringMatching(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`)),
    }),
  );
});

test('several damaged settings are named together', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/PORT .*, LOG_LEVEL /);
});

test('a database of one’s own needs its secrets beside it', () => {
  const own = { DATABASE_URL: 'postgresql://db/stepwise' };
  expect(() => readConfig(own)).toThrow(/SESSION_SECRET and ALLOCATION_SEED/);
  expect(() => readConfig({ ...own, SESSION_SECRET: SECRETS.SESSION_SECRET })).toThrow(/ALLOCATION_SEED/);
});

test('secure cookies need a proxy that speaks https', () => {
  expect(() => readConfig({ SECURE_COOKIES: 'true' })).toThrow(/TRUSTED_PROXIES/);
  expect(readConfig({ SECURE_COOKIES: 'true', TRUSTED_PROXIES: '1' }).secureCookies).toBe(true);
});
