import { expect, test } from '@jest/globals';
import { buildAdverseEvent } from '../../../testing/build-adverse-event.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { findSafetyReport } from './find-safety-report.ts';

const api = await createTestApi();

test('events are counted by their newest version, people once, the most frequent term first', async () => {
  const ids: string[] = [];
  for (const [position, arm] of ['reduction', 'reduction', 'usual-care'].entries()) {
    const { id } = await api.buildParticipant({ stage: 'timeline' });
    // 1 March in Melbourne, and the day before by UTC.
    await api.query(
      `insert into allocation (participant_id, stratum, position, arm, drawn_at)
       values ($1, 'medium', $2, $3, '2026-02-28T22:00:00Z')`,
      [id, position, arm],
    );
    ids.push(id);
  }
  const [one = '', other = '', usualCare = ''] = ids;
  const build = async (id: string, criteria: string, values: string) => {
    const event = await buildAdverseEvent(api, id, { criteria });
    await api.query(`update adverse_event_version set ${values} where event_id = $1`, [event]);
    return event;
  };
  const serious = '["hospitalisation"]';
  await build(one, '[]', `term = 'Nausea', expectedness = 'unexpected'`);
  await build(one, '[]', `term = 'Nausea'`);
  await build(other, serious, `term = 'Fall', onset = '2026-03-04', expectedness = 'unexpected'`);
  await build(usualCare, serious, `term = 'Burn', onset = '2026-02-28', severity = 'severe'`);
  const changed = await build(usualCare, serious, `term = 'Before', superseded_at = at`);
  await buildAdverseEvent(api, usualCare, { event: changed, version: 2 });
  await api.query(`update adverse_event_version set term = 'Rash' where event_id = $1 and version = 2`, [
    changed,
  ]);

  const report = await findSafetyReport(api.orm.em.fork(), 'Australia/Melbourne');
  expect(report.randomised).toEqual({ reduction: 2, 'usual-care': 1 });
  const lines = (rows: typeof report.totals) =>
    rows.map(({ of, arm, events, people }) => `${of}, ${arm}: ${events} of ${people}`);
  expect(lines(report.totals).sort()).toEqual([
    ...['all, reduction: 3 of 2', 'all, usual-care: 2 of 1'],
    ...['serious, reduction: 1 of 1', 'serious, usual-care: 1 of 1'],
    'serious-unexpected, reduction: 1 of 1',
    ...['unsigned, reduction: 3 of 2', 'unsigned, usual-care: 2 of 1'],
  ]);
  expect(lines(report.terms)).toEqual([
    'Nausea, reduction: 2 of 1',
    ...['Burn, usual-care: 1 of 1', 'Fall, reduction: 1 of 1', 'Rash, usual-care: 1 of 1'],
  ]);
  expect(lines(report.severities)).toEqual([
    ...['mild, reduction: 3 of 2', 'mild, usual-care: 1 of 1', 'severe, usual-care: 1 of 1'],
  ]);
  expect(report.serious.map(({ term, onset, day }) => [term, onset, day])).toEqual([
    ['Burn', '2026-02-28', -1],
    ['Fall', '2026-03-04', 3],
  ]);
});
