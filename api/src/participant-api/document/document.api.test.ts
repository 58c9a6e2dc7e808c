import { expect, test } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
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
