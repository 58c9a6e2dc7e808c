import { expect, test } from '@jest/globals';
import { demonstrationParticipants } from '../domain/people/participants/demonstration-accounts.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { makeDemonstration } from './make-demonstration.ts';

const api = await createTestApi();

test('a demonstration account has nothing from before it was made, and is made once', async () => {
  for (let time = 0; time < 2; time++) await makeDemonstration(api.orm, api.content, api.clock.now());
  const accounts = await api.query(
    `select p.email, p.created_at <= least(
       (select min(agreed_at) from consent where participant_id = p.id),
       (select min(recorded_at) from daily_record where participant_id = p.id),
       (select min(reported_at) from dose_report where participant_id = p.id),
       '2026-03-10T01:00:00Z') as "isFirst" from participant p`,
  );
  expect(accounts).toHaveLength(demonstrationParticipants.length);
  expect(accounts.filter(({ isFirst }) => !isFirst)).toEqual([]);
});
