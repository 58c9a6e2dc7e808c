import { expect, test } from '@jest/globals';
import { bootDataSchema } from '@stepwise/shared-contracts/federation/boot-data';
import { createTestApi } from '../../testing/create-test-api.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';
import { openStaffBrowser } from '../../testing/staff-browser.ts';
import { OVERRIDES, readDevelopmentOrigin, STOP_OVERRIDES } from '../document/feature-overrides.ts';

const api = await createTestApi({ config: { featureOverrides: true } });
const closed = await createTestApi();
for (const one of [api, closed]) {
  await putLive(one, buildRelease('shell', '1.0.0'));
  const manifest = { name: 'mf-plan', title: 'Your plan', contract: '^0.1.0', routes: [] };
  await putLive(one, buildRelease('mf-plan', '1.0.0', { manifest: { ...manifest, slots: ['welcome'] } }));
  await putLive(one, buildRelease('mf-tracker', '1.0.0'));
}

const ORIGIN = 'http://localhost:8080';
const order = { feature: 'mf-plan', address: ORIGIN };

/** What the document says to the shell and to the browser. */
async function documentOf(browser: ReturnType<typeof openStaffBrowser>) {
  const { text, headers } = await browser.open('/');
  const boot = bootDataSchema.parse(
    JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(text)?.[1] ?? ''),
  );
  return {
    text,
    boot,
    policy: headers.get('content-security-policy'),
    pinned: headers.get('integrity-policy'),
  };
}

test('only this browser gets the feature from the development server, until it stops', async () => {
  const browser = openStaffBrowser(api);
  const other = openStaffBrowser(api);
  await browser.open(OVERRIDES);
  expect((await browser.submit(OVERRIDES, order)).location).toBe('/');

  const overridden = await documentOf(browser);
  expect(overridden.boot.features).toMatchObject([
    { url: `${ORIGIN}/remoteEntry.js`, container: 'mf_plan_dev', version: 'dev', integrity: '' },
    { version: '1.0.0' },
  ]);
  expect(overridden.boot.scriptFolders).toEqual([
    '/shell/1.0.0/',
    `${ORIGIN}/`,
    '/features/mf-tracker/1.0.0/',
  ]);
  expect(overridden.policy).toContain(`connect-src 'self' ${ORIGIN} ws://localhost:8080;`);
  expect(overridden.policy).not.toContain('unsafe');
  expect(overridden.pinned).toBeNull();
  expect(overridden.text).toContain(`mf-plan comes from ${ORIGIN}, not from its release.`);
  expect(overridden.text).not.toMatch(/<link rel="preload" as="script" href/);

  const untouched = await documentOf(other);
  expect(untouched.boot.features).toMatchObject([{ version: '1.0.0' }, { version: '1.0.0' }]);
  expect(untouched.policy).not.toContain('localhost');
  expect(untouched.pinned).toBe('blocked-destinations=(script)');
  expect(untouched.text).not.toContain('Override');

  // A second one stands beside the first, and both end together.
  await browser.open(OVERRIDES);
  await browser.submit(OVERRIDES, { feature: 'mf-tracker', address: 'http://localhost:8081' });
  const both = await documentOf(browser);
  expect(both.boot.features).toMatchObject([{ version: 'dev' }, { version: 'dev' }]);
  for (const words of [`mf-plan comes from ${ORIGIN}`, 'mf-tracker comes from http://localhost:8081'])
    expect(both.text).toContain(words);
  expect((await browser.submit(STOP_OVERRIDES)).location).toBe('/');
  expect((await documentOf(browser)).boot).toEqual(untouched.boot);
});

test('where overrides are not allowed there is no page, and a session that has one is not believed', async () => {
  const browser = openStaffBrowser(closed);
  await browser.open('/');
  expect((await browser.open(OVERRIDES)).status).toBe(404);
  await closed.query(`update session set data = data || $1`, [
    JSON.stringify({ overrides: { 'mf-plan': ORIGIN } }),
  ]);
  const { boot, policy, pinned, text } = await documentOf(browser);
  expect(boot.features).toMatchObject([{ version: '1.0.0' }, { version: '1.0.0' }]);
  expect(policy).not.toContain('localhost');
  expect(pinned).not.toBeNull();
  expect(text).not.toContain('Override');
  const token = { csrfToken: browser.cookies.header().match(/csrftoken=([^;]+)/)?.[1] ?? '' };
  for (const path of [OVERRIDES, STOP_OVERRIDES])
    expect((await browser.post(path, { ...token, ...order })).status).toBe(404);
});

test.each([
  ['an address of another machine', { ...order, address: 'http://elsewhere.example:8080' }],
  ['a feature that the registry does not list', { ...order, feature: 'mf-evil' }],
  ['the shell itself', { ...order, feature: 'shell' }],
  ['nothing', {}],
])('%s is rejected with a message', async (_, fields) => {
  const browser = openStaffBrowser(api);
  await browser.open(OVERRIDES);
  const { status, text } = await browser.submit(OVERRIDES, fields);
  expect(status).toBe(400);
  expect(text).toContain('There is a problem');
  const { features } = (await documentOf(browser)).boot;
  expect(features).toMatchObject([{ version: '1.0.0' }, { version: '1.0.0' }]);
});

test('a rejected form keeps what was chosen and typed, each fault beside its field', async () => {
  const browser = openStaffBrowser(api);
  await browser.open(OVERRIDES);
  const address = 'http://elsewhere.example:8080';
  const { text } = await browser.submit(OVERRIDES, { feature: 'mf-tracker', address });
  expect(text).toMatch(/<option value="mf-tracker" selected/);
  expect(text).toMatch(new RegExp(`<input [^>]*aria-invalid="true"[^>]* value="${address}"`));
  expect(text.match(/Enter an address of your own machine/g)).toHaveLength(2);
  const unknown = await browser.submit(OVERRIDES, { ...order, feature: 'mf-evil' });
  expect(unknown.text.match(/Choose a feature of this shell/g)).toHaveLength(2);
});

test('a form without its token overrides nothing', async () => {
  const browser = openStaffBrowser(api);
  await browser.open(OVERRIDES);
  expect((await browser.post(OVERRIDES, order)).status).toBe(403);
});

test.each([
  ['http://localhost:8080', ORIGIN],
  ['http://localhost:8080/', ORIGIN],
  ['http://127.0.0.1:8080', ORIGIN],
  ['http://[::1]:8080', ORIGIN],
  ['http://localhost', 'http://localhost:80'],
  ['https://localhost:8080', undefined],
  ['http://localhost.elsewhere.example:8080', undefined],
  ['http://localhost@elsewhere.example', undefined],
  ['http://me@localhost:8080', undefined],
  ['http://192.168.0.5:8080', undefined],
  ['http://localhost:8080/evil/', undefined],
  ["http://localhost:8080; script-src 'unsafe-inline'", undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('%j is read as %j', (address, origin) => {
  expect(readDevelopmentOrigin(address)).toBe(origin);
});
