import { beforeEach, expect, test } from '@jest/globals';
import type { ParticipantOverrides } from '../../../testing/build-participant.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import type { Content } from '../../core/content/load-content.ts';
import { type Concern, findParticipants } from './find-participants.ts';

const api = await createTestApi();
beforeEach(() => api.removeParticipants());

/** The first names of those of a concern, at an instant. */
async function namesOf(concern: Concern, now: string, content: Content = api.content) {
  const filter = { search: '', stage: '', consent: '', order: 'name', concern } as const;
  const { participants } = await findParticipants(api.orm.em.fork(), filter, {
    ...{ page: 1, now: new Date(now), content },
    viewer: { names: true, arms: true },
  });
  return participants.map(({ name }) => name);
}

async function build(firstName: string, overrides: ParticipantOverrides = {}, ...statements: string[]) {
  const { id } = await api.buildParticipant({ firstName, lastName: '', ...overrides });
  await api.query('delete from dose_report where participant_id = $1', [id]);
  for (const statement of statements) await api.query(statement, [id]);
}

const recordOn = (day: string) =>
  `insert into daily_record (participant_id, date, local_date, sleep, mood, active, recorded_at, received_at, time_zone)
   values ($1, '${day}', '${day}', true, true, true, '${day}', '${day}', 'Australia/Melbourne')`;

test('a week without a record, or with a warning sign, is counted by the trial’s days', async () => {
  const warnOn = (day: string) =>
    `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
     values (gen_random_uuid(), $1, '${day}', '${day}', false, now(), now())`;
  await build('Seven days', {}, recordOn('2026-03-03'), warnOn('2026-03-03'));
  await build('Six days', {}, recordOn('2026-03-04'), warnOn('2026-03-04'));
  // 9 am of 10 March in Melbourne, when it is the 9th by UTC.
  const morning = '2026-03-09T22:00:00Z';
  expect(await namesOf('silent', morning)).toEqual(['Seven days']);
  expect(await namesOf('warned', morning)).toEqual(['Six days']);
});

test('a dose is a concern of who asked and stopped since, not of anonymous people nor where it was corrected', async () => {
  const ask = `insert into dose_question (id, participant_id, reason, day, asked_at)
    values (gen_random_uuid(), $1, 'talk', '2026-03-10', now())`;
  const report = (kind: string, at: string) =>
    `insert into dose_report (participant_id, day, dose, schedule_id, kind, reported_at)
     values ($1, '2026-03-09', 50, 11, '${kind}', '${at}')`;
  const record = recordOn('2026-03-09');
  const [first, last] = ['2026-03-09T01:00:00Z', '2026-03-09T02:00:00Z'];
  await build('Anonymous', { dataConsent: 'anonymous', email: null }, ask);
  await build('Assumed', {}, record, report('other', first), report('assumed', last));
  await build('Corrected', {}, record, report('assumed', first), report('other', last));
  await build('Stopped', { dataConsent: 'agree' }, ask);
  await build('Without a record', {}, report('assumed', first));
  expect(await namesOf('dose', '2026-03-10T01:00:00Z')).toEqual(['Assumed', 'Stopped']);
});

test.each(['required', 'inform'] as const)(
  'a new consent (%s) is unanswered from its day on, by those who take part and agreed to another text',
  async (demand) => {
    const current = api.content.versions.consent;
    const agreeTo = (hash: string) =>
      `with text as (insert into consent_text (hash, version, article) values ('${hash}', '1', '{}')
         on conflict (hash) do update set version = '1' returning hash)
       insert into consent (participant_id, text_hash, future_contact, agreed_at) select $1, hash, false, now() from text`;
    const answer = (hash: string, given: string) =>
      `with text as (insert into consent_text (hash, version, article) values ('${hash}', '1', '{}')
         on conflict (hash) do update set version = '1' returning hash)
       insert into consent_answer (participant_id, text_hash, demand, answer, answered_at)
       select $1, hash, '${demand}', '${given}', now() from text`;
    await build('Agreed', {}, agreeTo('before'), agreeTo(current));
    await build('Declined', {}, agreeTo('before'), answer(current, 'declined'));
    await build('Left', { consentAgree: false, dataConsent: 'agree' }, agreeTo('before'));
    await build('Read', {}, agreeTo('before'), answer(current, 'informed'));
    await build('Read another', {}, agreeTo('before'), answer('another', 'informed'));
    const content = {
      ...api.content,
      consent: { ...api.content.consent, reconsent: { from: '2026-03-10', demand } },
    } as Content;
    expect(await namesOf('reconsent', '2026-03-09T12:59:59Z', content)).toEqual([]);
    // Midnight in Melbourne.
    expect(await namesOf('reconsent', '2026-03-09T13:00:00Z', content)).toEqual([
      'Declined',
      ...(demand === 'inform' ? [] : ['Read']),
      'Read another',
    ]);
    expect(await namesOf('reconsent', '2026-03-10T01:00:00Z')).toEqual([]);
  },
);
