import { beforeAll, expect, test } from '@jest/globals';
import { makeTrial } from '@stepwise/api/src/demonstration/trial/make-trial.ts';
import { modules } from '@stepwise/api/src/modules.ts';
import { createTestApi } from '@stepwise/api/src/testing/create-test-api.ts';
import { openEveryPage } from '@stepwise/api/src/testing/open-every-page.ts';
import { download, unzip } from '@stepwise/api/src/testing/read-export.ts';
import { logInStaff, type StaffBrowser } from '@stepwise/api/src/testing/staff-browser.ts';
import { firstWordsIn, secondContent } from '../second-trial/first-words.ts';

const api = await createTestApi({ content: () => secondContent });
let manager: StaffBrowser;

beforeAll(async () => {
  await makeTrial(api.orm, api.ownerUrl, {
    ...{ content: api.content, modules, allocationSeed: 'of another trial', people: 12 },
    now: api.clock.now(),
  });
  manager = await logInStaff(api, 'manager');
}, 600_000);

const withWords = (texts: readonly [string, string][]) =>
  texts.map(([name, text]) => [name, firstWordsIn(text)]).filter(([, words]) => words?.length);

test('no page of the team has a word of the first trial', async () => {
  const [{ id }] = await api.query('select participant_id as id from dose_report limit 1');
  const pages = await openEveryPage(manager, 'manager', id);
  expect(pages.size).toBeGreaterThan(20);
  expect(withWords([...pages].map(([path, text]) => [path, text.replaceAll(/<[^>]*>/g, '')]))).toEqual([]);
});

test('nor has a file of its export', async () => {
  const { bytes } = await download(manager, api.origin);
  // Its scripts are alike in every trial.
  const files = [...unzip(bytes)].filter(([name]) => !name.startsWith('analysis/'));
  expect(withWords(files)).toEqual([]);
});

test('a dose is corrected in the unit of its medicine', async () => {
  const [{ id, person }] = await api.query(
    "select id, participant_id as person from dose_report where kind <> 'assumed' order by id limit 1",
  );
  const path = `/admin/participants/${person}/values/correct?kind=dose-report&target=${id}&field=dose`;
  expect((await manager.open(path)).text).toContain('What it is, in micrograms a day');
});
