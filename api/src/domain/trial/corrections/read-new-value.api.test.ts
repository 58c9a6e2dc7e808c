import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { readNewValue } from './correct-value.command.ts';
import { findValues } from './find-values.ts';

const api = await createTestApi();

test('the day of a follow-up is corrected within the window of its own month', async () => {
  const { id } = await api.buildParticipant();
  // Three months after it is 10 March, and six are 10 June.
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 0, 'reduction', '2025-12-10T01:00:00Z')`,
    [id],
  );
  await api.query(
    `insert into follow_up_done (participant_id, months, done_on, reported_at, reported_by)
     select $1, months, '2026-03-09', now(), 'team' from unnest('{3,6}'::int[]) months`,
    [id],
  );
  const op = api.operation();
  const [three, six] = (await findValues(op, id, { arms: false })).filter(({ kind }) => kind === 'follow-up');
  if (!three || !six) throw new Error('There are two.');
  expect(await readNewValue(op, id, three, '2026-03-10')).toBe('2026-03-10');
  await expect(readNewValue(op, id, six, '2026-03-10')).rejects.toMatchObject({
    issues: [{ path: ['newValue'], message: 'Give a day from the first of the window to today.' }],
  });
});

test('a dose that was only assumed is no value to correct', async () => {
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const doses = async () =>
    (await findValues(api.operation(), id, { arms: true })).filter(({ kind }) => kind === 'dose-report');
  expect(await doses()).toHaveLength(2);
  await api.query(`update dose_report set kind = 'assumed' where participant_id = $1`, [id]);
  expect(await doses()).toEqual([]);
});
