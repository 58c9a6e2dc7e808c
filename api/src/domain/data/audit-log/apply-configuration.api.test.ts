import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { followConfiguration } from '../../../follow-configuration.ts';
import { readConfig } from '../../../platform/config/config.ts';
import { formatDatetime } from '../../../platform/html/format-datetime.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { buildRelease, putLive } from '../../../testing/releases.ts';
import { rowsOfPage } from '../../../testing/rows-of-page.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { saveContentVersion } from '../../core/content/save-content-version.ts';
import { applyConfiguration } from './apply-configuration.command.ts';

const api = await createTestApi();
const APPLIES = {
  software: '1.0.0',
  releases: { 'mf-plan': '1.0.0' },
  settings: { allocation: 'automatic' },
};
const applied = () =>
  api.query(
    `select v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'configuration.applied' order by e.id`,
  );
const changes = async () => (await applied()).map(({ after }) => after.changes);

test('the audit log has what applies at each start and at each change, with a summary of the difference', async () => {
  await saveContentVersion(api.orm.em.fork(), api.content, api.clock.now());
  await applyConfiguration(api.operation(), APPLIES, { isStart: true });
  const release = { ...APPLIES, releases: { 'mf-plan': '1.1.0' } };
  await Promise.all([1, 2].map(() => applyConfiguration(api.operation(), release, { isStart: false })));
  const changed = {
    ...api.content,
    versions: { ...api.content.versions, safety: 'a'.repeat(64) },
    sources: { ...api.content.sources, safety: `${api.content.sources.safety}\nmore: 1` },
  };
  await saveContentVersion(api.orm.em.fork(), changed, api.clock.now());
  await applyConfiguration({ ...api.operation(), content: changed }, release, { isStart: true });
  const another = {
    ...api.content,
    versions: { ...api.content.versions, another: 'b'.repeat(64) },
    sources: { ...api.content.sources, another: 'more: 1\nless: 2' },
  };
  await saveContentVersion(api.orm.em.fork(), another, api.clock.now());
  const other = { software: '1.1.0', releases: { 'mf-survey': '1.0.0' }, settings: { allocation: 'manual' } };
  await applyConfiguration({ ...api.operation(), content: another }, other, { isStart: true });
  for (const isStart of [false, true])
    await applyConfiguration({ ...api.operation(), content: another }, other, { isStart });
  const events = await applied();
  expect(await changes()).toEqual([
    [],
    ['release mf-plan: 1.0.0, now 1.1.0'],
    ['content safety: 1 line added, 0 removed'],
    [
      'software: 1.0.0, now 1.1.0',
      'release mf-plan: 1.1.0, now none',
      'release mf-survey: none, now 1.0.0',
      'setting allocation: automatic, now manual',
      'content safety: 0 lines added, 1 removed',
      'content another: 2 lines added, 0 removed',
    ],
    [],
  ]);
  expect([events[0]?.before, events.at(-1)?.before]).toEqual([null, null]);
  expect(events.at(-2)).toMatchObject({
    before: { ...release, content: changed.versions },
    after: { ...other, content: another.versions },
  });
  const { text } = await (await logInStaff(api, 'manager')).open('/admin/content');
  const rows = rowsOfPage(text.split('<h2 id="applied">')[1]?.split('</section>')[0] ?? '').slice(1);
  const words = (await changes()).map((each: string[]) => each.join('. ') || 'A start, nothing changed');
  const [newest, ...earlier] = words.reverse();
  const at = formatDatetime(api.content.product.timeZone, api.clock.now());
  expect(rows[0]).toEqual([at, newest, '1.1.0', 'mf-survey 1.0.0', 'allocation manual']);
  expect(rows.slice(1).map(([, summary]) => summary)).toEqual(earlier);
});

test('the audit log follows the live releases from the start on, with the settings that matter for the trial', async () => {
  const newest = async (isSo: (releases: Record<string, string>) => boolean) => {
    for (;;) {
      const [{ releases, settings }] = await api.query(
        `select v.after->'releases' as releases, v.after->'settings' as settings from audit_event e
         join audit_values v on v.event_id = e.id where e.type = 'configuration.applied' order by e.id desc limit 1`,
      );
      if (isSo(releases)) return { releases, settings };
      await setImmediate();
    }
  };
  await putLive(api, buildRelease('mf-plan', '1.0.0'));
  await putLive(api, buildRelease('mf-plan', '2.0.0'));
  const settings = {
    ...{ ALLOCATION: 'manual', STAFF_SECOND_FACTOR: 'required', PUBLIC_URL: 'https://trial.example.org' },
    ...{ MAIL_URL: 'smtp://user:password@mail', MAIL_FROM: 'trial@example.org' },
  };
  await followConfiguration(api.operation, api.registry, readConfig(settings), api.log);
  expect(await newest(() => true)).toEqual({
    releases: { 'mf-plan': '2.0.0' },
    settings: {
      ...{ allocation: 'manual', staffSecondFactor: 'required' },
      ...{ mail: 'sent', publicUrl: 'https://trial.example.org' },
    },
  });
  const before = (await changes()).length;
  await putLive(api, buildRelease('mf-plan', '3.0.0'), 10);
  await putLive(api, buildRelease('mf-plan', '3.0.0'));
  await newest((releases) => releases['mf-plan'] === '3.0.0');
  await putLive(api, buildRelease('mf-plan', '2.0.0'));
  await newest((releases) => releases['mf-plan'] === '2.0.0');
  expect((await changes()).slice(before)).toEqual([
    ['release mf-plan: 2.0.0, now 3.0.0'],
    ['release mf-plan: 3.0.0, now 2.0.0'],
  ]);
  await followConfiguration(api.operation, api.registry, readConfig({}), api.log);
  expect((await newest(() => true)).settings).toEqual({
    ...{ allocation: 'automatic', staffSecondFactor: 'optional', mail: 'stored', publicUrl: 'none' },
  });
});
