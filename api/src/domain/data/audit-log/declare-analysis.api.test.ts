import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { declareAnalysis } from './declare-analysis.command.ts';

const api = await createTestApi();
const declared = () =>
  api.query(
    `select v.after from audit_event e join audit_values v on v.event_id = e.id where e.type = 'analysis.declared' order by e.id`,
  );

test('each declared analysis is in the audit log once, also where replicas start at once', async () => {
  const first = { version: api.content.analysis.version, hash: api.content.versions.analysis };
  await Promise.all([declareAnalysis(api.operation()), declareAnalysis(api.operation())]);
  expect(await declared()).toEqual([{ after: first }]);
  const declare = ({ version, hash }: typeof first) => {
    const { content } = api;
    const [analysis, versions] = [
      { ...content.analysis, version },
      { ...content.versions, analysis: hash },
    ];
    return declareAnalysis({ ...api.operation(), content: { ...content, analysis, versions } });
  };
  const changed = { version: '3', hash: 'a'.repeat(64) };
  // A text may change without its version.
  const unnumbered = { version: '3', hash: 'b'.repeat(64) };
  for (const analysis of [changed, unnumbered, unnumbered, first]) await declare(analysis);
  expect(await declared()).toEqual([first, changed, unnumbered, first].map((after) => ({ after })));
});

test('the trial’s page shows it with its fingerprint', async () => {
  const { text } = await (await logInStaff(api, 'manager')).open('/admin/trial');
  expect(text).toContain('The declared analysis');
  expect(text).toContain(api.content.analysis.population);
  expect(text).toContain(api.content.versions.analysis);
});
