import { beforeEach, expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { countNewSince, findDoseQuestions } from './find-today.ts';

const api = await createTestApi();
beforeEach(() => api.removeParticipants());

test('questions about a dose wait of who stopped and is known by name, the oldest first', async () => {
  for (const [dataConsent, hour] of [
    [null, 4],
    ['anonymous', 1],
    ['agree', 2],
    [null, 3],
  ] as const) {
    const { id } = await api.buildParticipant({
      dataConsent,
      ...(dataConsent === 'anonymous' && { email: null }),
    });
    await api.query(
      `insert into dose_question (id, participant_id, reason, day, asked_at)
       values (gen_random_uuid(), $1, 'talk', '2026-03-10', $2)`,
      [id, `2026-03-09T0${hour}:00:00Z`],
    );
  }
  const hours = (await findDoseQuestions(api.operation())).map(({ askedAt }) => askedAt.getUTCHours());
  expect(hours).toEqual([2, 3, 4]);
});

test('what happened is counted from the instant on, of each kind by itself', async () => {
  const since = new Date('2026-03-10T00:00:00Z');
  const before = new Date(since.getTime() - 1);
  await api.query(
    `insert into consent_text (hash, version, article) values ('c', '1', '{}') on conflict do nothing`,
  );
  const ids: string[] = [];
  for (let position = 0; position < 5; position++) ids.push((await api.buildParticipant()).id);
  const happen = async (sql: string, times: number) => {
    for (const [index, id] of ids.entries()) await api.query(sql, [id, index < times ? since : before]);
  };
  await happen(
    `insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, 'c', false, $2)`,
    1,
  );
  await happen(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at)
     values ($1, 'low', (select count(*) from allocation), 'reduction', $2)`,
    2,
  );
  await happen(
    `insert into stop (participant_id, degree, reason, stopped_on, stopped_at, carried_out_by)
     select $1, degree, 'health', '2026-03-10', $2::timestamptz, 'team' from unnest(array['plan', 'contact']) degree`,
    3,
  );
  await happen(
    `with query as (insert into data_query (id, participant_id, about, day, state, raised_at)
       values (gen_random_uuid(), $1, 'record', '2026-03-10', 'answered', $2::timestamptz) returning id)
     insert into data_query_entry (query_id, at, kind, text)
     select id, $2::timestamptz, kind, '' from query, unnest(array['asked', 'answered']) kind`,
    4,
  );
  expect(await countNewSince(api.operation(), since)).toEqual({
    ...{ consented: 1, randomised: 2, leftPlan: 3, queriesAnswered: 4 },
  });
});
