import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { saveContentVersion } from '../../core/content/save-content-version.ts';
import { applyConfiguration } from './apply-configuration.command.ts';

const api = await createTestApi();
const APPLIES = {
  software: '1.0.0',
  releases: { 'mf-plan': '1.0.0' },
  settings: { allocation: 'automatic' },
};
const changes = async () =>
  (
    await api.query(
      `select v.after->'changes' as changes from audit_event e join audit_values v on v.event_id = e.id
       where e.type = 'configuration.applied' order by e.id`,
    )
  ).map((row) => row.changes);

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
    ...changed,
    versions: { ...changed.versions, another: 'b'.repeat(64) },
    sources: { ...changed.sources, another: 'more: 1\nless: 2' },
  };
  await saveContentVersion(api.orm.em.fork(), another, api.clock.now());
  const other = { software: '1.1.0', releases: { 'mf-survey': '1.0.0' }, settings: { allocation: 'manual' } };
  await applyConfiguration({ ...api.operation(), content: another }, other, { isStart: true });
  expect(await changes()).toEqual([
    [],
    ['release mf-plan: 1.0.0, now 1.1.0'],
    ['content safety: 1 line added, 0 removed'],
    [
      'software: 1.0.0, now 1.1.0',
      'release mf-plan: 1.1.0, now none',
      'release mf-survey: none, now 1.0.0',
      'setting allocation: automatic, now manual',
      'content another: 2 lines added, 0 removed',
    ],
  ]);
  const { text } = await (await logInStaff(api, 'manager')).open('/admin/content');
  expect(text).toContain('What applied, and since when');
  expect(text).toContain('content safety: 1 line added, 0 removed');
});
