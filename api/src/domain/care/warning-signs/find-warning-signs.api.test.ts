import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { findSignsOf } from './find-warning-signs.ts';
import { recordWarningView, resolveWarningSign } from './resolve-warning-sign.command.ts';
import { WarningSign } from './warning-sign.entities.ts';

const api = await createTestApi();

test('a sign is listed with what was done last, also once others have looked at it', async () => {
  const { id } = await api.buildParticipant();
  const newestAt = api.clock.now();
  const sign = randomUUID();
  await api.query(
    `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
     values ($1, $2, '2026-03-09', '2026-03-10', false, $3, $3)`,
    [sign, id, newestAt],
  );
  const listed = async () => (await findSignsOf(api.orm.em.fork(), id)).map(({ lastAction }) => lastAction);
  expect(await listed()).toEqual([null]);
  for (const action of ['not-reached', 'reached-doctor'] as const) {
    await resolveWarningSign(api.operation(), sign, {
      staffId: randomUUID(),
      action,
      note: 'Said',
      newestAt,
    });
    expect(await listed()).toEqual([action]);
  }
  const looked = await api.orm.em.fork().findOneOrFail(WarningSign, { id: sign });
  await recordWarningView(api.operation(), randomUUID(), looked);
  expect(await listed()).toEqual(['reached-doctor']);
});
