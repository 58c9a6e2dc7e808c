import { expect, test } from '@playwright/test';
import { checkBuilt } from '../support/check-built.ts';
import { CHECKOUT_BUILD } from '../support/stack.ts';

test('each package of this checkout passes the checks of a release beside the others', async () => {
  const checked = await checkBuilt(CHECKOUT_BUILD);
  expect(checked.length).toBeGreaterThan(1);
  for (const [name, failed] of checked) expect(failed, name).toEqual([]);
});
