import { expect, test } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { buildRelease, putLive } from '../../testing/releases.ts';

const api = await createTestApi();
await putLive(api, buildRelease(SHELL, '1.0.0'));
await putLive(api, buildRelease('mf-plan', '1.0.0'));
await putLive(api, buildRelease('mf-plan', '2.0.0'), 50);

/** The release that this browser's next document gives. */
async function versionFor({ cookies }: Visitor): Promise<string | undefined> {
  const response = await fetch(`${api.origin}/`, { headers: { cookie: cookies.header() } });
  cookies.keep(response.headers);
  const boot = /id="boot">(.*?)<\/script>/s.exec(await response.text())?.[1] ?? '';
  return JSON.parse(boot).features[0].version;
}

test('a visitor keeps the release of their first document, canary or not', async () => {
  const given = new Set<string | undefined>();
  for (let visits = 0; visits < 24; visits += 1) {
    const visitor = api.stranger();
    const first = await versionFor(visitor);
    expect(await versionFor(visitor)).toBe(first);
    given.add(first);
  }
  expect([...given].sort()).toEqual(['1.0.0', '2.0.0']);
});

test('a participant gets the same release in each of their browsers', async () => {
  for (let people = 0; people < 6; people += 1) {
    const phone = await api.logIn();
    const computer = await api.visit();
    await computer.send(loginUser, { username: phone.participant.email ?? '', password: PASSWORD });
    expect(await versionFor(computer)).toBe(await versionFor(phone));
  }
});

test('a new visitor gets the document at a page of the shell only, by GET or HEAD', async () => {
  const headers = { accept: 'text/html' };
  const ask = (path: string, method = 'GET') =>
    fetch(api.origin + path, { method, headers, redirect: 'manual' });
  const isDocument = ({ headers }: Response) =>
    headers.get('content-security-policy')?.includes('strict-dynamic') ?? false;
  for (const page of ['/', '/survey', '/no-such-page', '/no-such.js', '/administration']) {
    const [read, head] = [await ask(page), await ask(page, 'HEAD')];
    expect([page, isDocument(read), isDocument(head)]).toEqual([page, true, true]);
    const names = read.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
    expect(names.sort()).toEqual(['csrftoken', 'stepwise.session', 'stepwise.session.sig']);
  }
  for (const other of ['/admin', '/ADMIN/participants', '/Account/access', '/documents/my-consent.pdf'])
    expect([other, isDocument(await ask(other))]).toEqual([other, false]);
  expect((await ask('/survey', 'POST')).status).toBe(403);
});

test('the session that a first document begins, and its token, are good for the first call', async () => {
  const visitor = api.stranger();
  await versionFor(visitor);
  const before = visitor.cookies.header();
  const { status } = await visitor.send(surveySaveOption, { questionId: 1, optionId: 101 });
  expect(status).toBe(204);
  expect(visitor.cookies.header()).toBe(before);
});
