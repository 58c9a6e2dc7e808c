import { expect, test } from '@jest/globals';
import { SHELL } from '@stepwise/shared-contracts/federation/registry';
import { countUse } from '../../release-api/count-use.ts';
import { readUse } from '../../release-api/read-use.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { buildRelease, changeTo, putLive } from '../../testing/releases.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const api = await createTestApi();
await putLive(api, buildRelease(SHELL, '1.0.0'));
await putLive(api, buildRelease('mf-plan', '1.0.0'));
await putLive(api, buildRelease('mf-plan', '2.0.0'), 10);

const count = async (exposures: number) => {
  const noted = [{ package: 'mf-plan', version: '2.0.0', exposures, firstPaintMs: 740 }];
  await countUse(api.orm.em.fork(), noted, api.clock.now());
};
const open = async () => (await (await logInStaff(api, 'manager')).open('/admin/releases')).text;

test('a day on which the canary only failed is no day of exposures', async () => {
  const name = 'mf-survey';
  await putLive(api, buildRelease(name, '1.0.0'));
  await putLive(api, buildRelease(name, '2.0.0'), 10);
  const noted = { package: name, version: '2.0.0' };
  await countUse(api.orm.em.fork(), [{ ...noted, exposures: 60 }], api.clock.now());
  api.clock.advance(86_400_000);
  await countUse(api.orm.em.fork(), [{ ...noted, faults: 1, hangs: 2, failedCalls: 3 }], api.clock.now());
  expect(await readUse(api.orm.em.fork(), name, '2.0.0')).toMatchObject({ exposures: 60, days: 1 });
  const section = (await open()).split(`<h2 id="${name}">`)[1]?.split('</section>')[0] ?? '';
  expect(rowsOfPage(section)).toEqual([
    ['Release', 'Exposures', 'Days', 'Faults', 'Hangs', 'Failed calls', 'First paint'],
    ['Live: 1.0.0', '0', '0', '0', '0', '0', 'Not known'],
    ['Canary, 10 %: 2.0.0', '60', '1', '1', '2', '3', 'Not known'],
  ]);
});

test('the releases’ page shows the canary beside the live release, and when its number is enough', async () => {
  await count(60);
  let text = await open();
  for (const words of ['740 ms', '60 of 100 exposures.', '1 of 2 days']) expect(text).toContain(words);
  api.clock.advance(86_400_000);
  await count(60);
  text = await open();
  expect(text).toContain('The number is enough to promote the canary, but:');
  expect(text).toContain('it needs the operator');
  // As an earlier version of the product left it.
  await changeTo(api, 'mf-plan', (current) => ({ ...current, canaryAttested: null }));
  expect(await open()).toContain('it needs the operator');
  await changeTo(api, 'mf-plan', (current) => ({ ...current, canaryAttested: true }));
  expect(await open()).toContain('The number is enough to promote the canary.</strong>');
});
