import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readConfig } from './config.ts';

const SECRET = 'a secret of the tests, of enough characters';

test('mail is set up by a server and a sender together, and messages are stored without them', () => {
  const mail = { MAIL_URL: 'smtp://mail.example:587', MAIL_FROM: 'Stepwise <trial@example.org>' };
  const PUBLIC_URL = 'https://stepwise.example';
  expect(readConfig({}).mail).toBeUndefined();
  expect(readConfig({ ...mail, PUBLIC_URL }).mail).toEqual({ url: mail.MAIL_URL, from: mail.MAIL_FROM });
  expect(() => readConfig(mail)).toThrow('PUBLIC_URL');
  for (const alone of [{ MAIL_URL: mail.MAIL_URL }, { MAIL_FROM: mail.MAIL_FROM }])
    expect(() => readConfig(alone)).toThrow('MAIL_URL and MAIL_FROM need one another.');
});

test.each([
  ['MAIL_URL', 'https://mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['PUBLIC_URL', 'stepwise.example'],
])('%s is rejected as %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test('a role that owns the tables needs one beside it that works on them', () => {
  const urls = {
    DATABASE_URL: 'postgresql://app@db/stepwise',
    DATABASE_OWNER_URL: 'postgresql://owner@db/stepwise',
  };
  expect(readConfig(urls).databaseOwnerUrl).toBe(urls.DATABASE_OWNER_URL);
  expect(() => readConfig({ ...urls, DATABASE_URL: '' })).toThrow('DATABASE_OWNER_URL needs DATABASE_URL');
});

test.each([{ SECURE_COOKIES: 'true', TRUSTED_PROXIES: '1' }, { PUBLIC_URL: 'https://stepwise.example' }])(
  'features are overridden where someone allows it, and never with %j',
  (production) => {
    expect(readConfig({}).featureOverrides).toBe(false);
    expect(readConfig({ FEATURE_OVERRIDES: 'allowed' }).featureOverrides).toBe(true);
    expect(() => readConfig({ ...production, FEATURE_OVERRIDES: 'allowed' })).toThrow('FEATURE_OVERRIDES');
  },
);

test('the research team is logged out sooner than participants, and may be asked for a second factor', () => {
  const { sessionIdleMs, sessionAbsoluteMs, ...config } = readConfig({});
  expect(config).toMatchObject({
    staffIdleMs: 1_800_000,
    staffAbsoluteMs: 36_000_000,
    staffSecondFactor: 'optional',
  });
  expect([sessionIdleMs, sessionAbsoluteMs]).toEqual([7_200_000, 43_200_000]);
  expect(readConfig({ STAFF_SECOND_FACTOR: 'required' }).staffSecondFactor).toBe('required');
  expect(() => readConfig({ STAFF_SECOND_FACTOR: 'yes' })).toThrow('STAFF_SECOND_FACTOR');
});

test('each setting is read into its own place, in the unit that its name says', () => {
  const tokenHash = 'a'.repeat(64);
  const earlier = SECRET.toUpperCase();
  const given = {
    ...{ PORT: '4000', HOST: '0.0.0.0', DATA_DIR: '/data', CONTENT_DIR: '/content', GATEWAY_PAGES: '/pages' },
    ...{ STEPWISE_BUILD: '/build', STEPWISE_RELEASES: '/releases', ERASED_IDS_FILE: '/erased.csv' },
    DATABASE_URL: 'postgres://app@db/stepwise',
    DATABASE_OWNER_URL: 'postgresql://owner@db/stepwise',
    SESSION_SECRET: `${SECRET}\n${earlier}`,
    ALLOCATION_SEED: SECRET.toLowerCase(),
    ...{ ALLOCATION: 'manual', SECURE_COOKIES: 'true', TRUSTED_PROXIES: '2' },
    ...{ SESSION_IDLE_MINUTES: '60', SESSION_HOURS: '8', STAFF_IDLE_MINUTES: '15', STAFF_SESSION_HOURS: '6' },
    ...{ STAFF_SECOND_FACTOR: 'required', API_DOCS: 'shown', LOG_LEVEL: 'warn', DRAIN_SECONDS: '25' },
    ...{ MAIL_URL: 'smtps://mail.example', MAIL_FROM: 'trial@example.org' },
    ...{ PUBLIC_URL: 'https://stepwise.example//', RENDERER_URL: 'http://renderer:8081/' },
    ...{ CANARY_FAULT_LIMIT: '5', CANARY_FAULT_MINUTES: '90' },
    RELEASE_TOKENS: `mf-plan ${tokenHash}`,
  };
  expect(readConfig(given)).toEqual({
    ...{ port: 4000, host: '0.0.0.0', dataDir: '/data', contentDir: '/content', gatewayPagesDir: '/pages' },
    ...{ buildDir: '/build', releasesDir: '/releases', erasedIdsFile: '/erased.csv' },
    databaseUrl: given.DATABASE_URL,
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    sessionSecrets: [SECRET, earlier],
    allocationSeed: given.ALLOCATION_SEED,
    ...{ allocation: 'manual', secureCookies: true, trustedProxies: 2 },
    ...{ auditKey: undefined, auditHeadsFile: undefined, auditWitnesses: [] },
    ...{ sessionIdleMs: 3_600_000, sessionAbsoluteMs: 28_800_000 },
    ...{ staffIdleMs: 900_000, staffAbsoluteMs: 21_600_000, staffSecondFactor: 'required' },
    documentAnswersMs: expect.any(Number),
    mail: { url: given.MAIL_URL, from: given.MAIL_FROM },
    ...{ publicUrl: 'https://stepwise.example', rendererUrl: 'http://renderer:8081' },
    ...{ drainMs: 25_000, canaryFaultLimit: 5, canaryWindowMs: 5_400_000 },
    releaseTokens: [{ package: 'mf-plan', hash: tokenHash }],
    releaseTokensFile: undefined,
    ...{ featureOverrides: false, showsApiDocs: true, logLevel: 'warn' },
  });
  expect(() => readConfig({ ...given, SESSION_SECRET: `${SECRET}\nshort` })).toThrow('SESSION_SECRET');
});

test('the page of the calls is shown without a database of one’s own, and cookies that need https need a proxy', () => {
  const DATABASE_URL = 'postgresql://app@db/stepwise';
  expect(
    [{}, { DATABASE_URL }, { DATABASE_URL, API_DOCS: 'shown' }].map(
      (given) => readConfig(given).showsApiDocs,
    ),
  ).toEqual([true, false, true]);
  expect(() => readConfig({ SECURE_COOKIES: 'true' })).toThrow('SECURE_COOKIES needs TRUSTED_PROXIES');
});

test('a server of one’s own allocates by itself, takes plain http and stops at once', () => {
  expect(readConfig({})).toMatchObject({
    ...{ port: 3000, host: '127.0.0.1', allocation: 'automatic', secureCookies: false, trustedProxies: 0 },
    ...{ drainMs: 0, canaryFaultLimit: 3, canaryWindowMs: 3_600_000, logLevel: 'info' },
  });
});

test('links begin with the public address, without a slash at its end', () => {
  expect(readConfig({ PUBLIC_URL: 'https://stepwise.example/' }).publicUrl).toBe('https://stepwise.example');
});

const folder = mkdtempSync(join(tmpdir(), 'stepwise-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

test('a setting may lie in a file, without the line’s end', () => {
  const seed = file('seed', SECRET);
  const config = readConfig({
    SESSION_SECRET_FILE: file('secret', `${SECRET}\r\n`),
    ALLOCATION_SEED: '',
    ALLOCATION_SEED_FILE: seed,
    PORT_FILE: file('port', '4000\n'),
  });
  expect(config).toMatchObject({ sessionSecrets: [SECRET], allocationSeed: SECRET, port: 4000 });
});

test.each([
  ['both are set', { SESSION_SECRET: SECRET }, 'secret', SECRET, 'keep one of the two'],
  ['it is empty', {}, 'empty', '\n', 'SESSION_SECRET_FILE names a file that is empty'],
  ['it is too short', {}, 'short', 'hunter2', 'SESSION_SECRET'],
])(
  'a file is rejected by its name and without its content when %s',
  (_case, others, name, text, expected) => {
    let message = '';
    try {
      readConfig({ ...others, SESSION_SECRET_FILE: file(name, text) });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(expected);
    if (text.trim()) expect(message).not.toContain(text);
  },
);

test('a file that cannot be read is named by its setting', () => {
  expect(() => readConfig({ SESSION_SECRET_FILE: join(folder, 'missing') })).toThrow(
    'SESSION_SECRET_FILE names a file that cannot be read (ENOENT).',
  );
});

test('the audit log is signed by an Ed25519 key, which the places that heads go to need', () => {
  const pem = (key: KeyObject) => String(key.export({ format: 'pem', type: 'pkcs8' }));
  const AUDIT_SIGNING_KEY = pem(generateKeyPairSync('ed25519').privateKey);
  const places = { AUDIT_HEADS_FILE: '/heads.txt', AUDIT_WITNESSES: 'one@example.org, two@example.org' };
  expect(readConfig({})).toMatchObject({
    auditKey: undefined,
    auditHeadsFile: undefined,
    auditWitnesses: [],
  });
  expect(readConfig({ AUDIT_SIGNING_KEY, ...places })).toMatchObject({
    auditKey: { asymmetricKeyType: 'ed25519' },
    auditHeadsFile: '/heads.txt',
    auditWitnesses: ['one@example.org', 'two@example.org'],
  });
  for (const wrong of ['nothing', pem(generateKeyPairSync('x25519').privateKey)])
    expect(() => readConfig({ AUDIT_SIGNING_KEY: wrong })).toThrow(
      'AUDIT_SIGNING_KEY (must be a private Ed25519 key as PEM)',
    );
  for (const place of Object.entries(places))
    expect(() => readConfig(Object.fromEntries([place]))).toThrow('need AUDIT_SIGNING_KEY');
  expect(() => readConfig({ AUDIT_SIGNING_KEY, AUDIT_WITNESSES: 'one@example.org, two' })).toThrow(
    'AUDIT_WITNESSES',
  );
});
