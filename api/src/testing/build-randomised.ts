import type { ParticipantOverrides } from './build-participant.ts';
import type { TestApi } from './create-test-api.ts';

let positions = 0;

/** A participant of an arm who was randomised now, with a browser that is logged in. */
export async function logInRandomised(
  api: TestApi,
  arm: 'reduction' | 'usual-care',
  overrides: ParticipantOverrides = {},
) {
  const stage = arm === 'reduction' ? 'timeline' : 'usualCare';
  const person = await api.logIn({ stage, ...overrides });
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', $2, $3, $4)`,
    [person.participant.id, positions++, arm, api.clock.now()],
  );
  return person;
}
