import pg from 'pg';
import { EMAIL } from './visitor.ts';

const RECORDS = 60;

interface AddedParticipants {
  count: number;
  perTracker: number;
  /** Each has a row on every list of the team's work; or they are as a trial's in its third year, with their follow-ups. */
  team?: 'waiting' | 'followed';
}

/**
 * A warning sign with its symptoms, an adverse event, a data query, a lock and a follow-up with a contact attempt for each,
 * in words as long as they are; as many receipts; and a team of 60.
 */
const WAITING = [
  `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
     select gen_random_uuid(), id, current_date - 3, current_date - 3, false, now(), now() from added`,
  `insert into daily_record_symptom (record_id, symptom_id, redflag)
     select r.id, s.id, true from added join daily_record r on r.participant_id = added.id
       join lateral (select id from symptom where participant_id = added.id and redflag order by id limit 3) s on true
     where exists (select 1 from warning_sign w where w.participant_id = added.id and w.date = r.date)
     on conflict do nothing`,
  `insert into warning_step (sign_id, staff_id, at, action, note)
     select w.id, staff.id, w.closed_at, 'reached-doctor', '' from warning_sign w, staff
     where w.closed_at is not null and staff.email like 'admin@%'`,
  `insert into contact_attempt (id, participant_id, months, channel, outcome, note, at, staff_id)
     select id, id, 3, 'phone', 'does-not-want', '', now(), id from added`,
  `insert into staff (id, name, email, roles, created_at)
     select gen_random_uuid(), 'Member ' || number, 'member.' || number || '@research.example', '{manager,statistician}', now()
     from generate_series(1, 60) number`,
  `insert into adverse_event (id, participant_id) select id, id from added`,
  `insert into adverse_event_version (event_id, version, staff_id, at, description, source, criteria, severity, relatedness,
     expectedness, outcome, action, onset, aware_at)
     select id, 1, id, now(), repeat('Fainted after standing up. ', 8), 'call', '["hospital"]', 'severe', 'possible',
       'expected', 'recovering', 'none', current_date - 3, now() from added`,
  `insert into data_query (id, participant_id, about, day, state, raised_at)
     select id, id, 'record', current_date - 3, 'open', now() from added`,
  `insert into data_query_entry (query_id, staff_id, at, kind, text)
     select id, id, now(), 'asked', 'Is this the day on which the dose was changed?' from added`,
  `insert into data_lock (id, participant_id, locked_by, locked_at, hash)
     select id, id, id, now(), repeat('0', 64) from added`,
  `insert into allocation (participant_id, stratum, position, arm, drawn_at)
     select id, 'low', 10000 + number, 'reduction', now() - interval '3 months' from added`,
  `update participant set awaits_randomisation = 'team', questionnaire_confirmed_at = now() where id in (select id from added)`,
  `insert into data_consent_receipt (id, choice, chosen_at) select id, 'anonymous', now() from added`,
];

/** Randomised over 27 months; of the follow-ups since then four of five were done; one person in a hundred has a warning sign. */
const FOLLOWED = [
  `insert into allocation (participant_id, stratum, position, arm, drawn_at)
     select id, 'low', 10000 + number, 'reduction', now() - number % 820 * interval '1 day' from added`,
  `insert into follow_up_done (participant_id, months, done_on, reported_at, reported_by)
     select a.participant_id, months, (drawn_at + make_interval(months => months, days => 3))::date, now(), 'participant'
     from allocation a, unnest(array[3, 6, 12, 18, 24]) months
     where drawn_at + make_interval(months => months, days => 3) < now() and (a.position + months) % 5 > 0`,
  `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
     select gen_random_uuid(), id, current_date - 3, current_date - 3, false, now(), now() from added
     where number % 100 = 0 on conflict do nothing`,
];

/**
 * Adds participants with their rows. One in `perTracker` has a plan, lists and 60 days of records like the
 * demonstration's participant; the others have consented.
 */
export async function addParticipants(
  ownerUrl: string,
  { count, perTracker, team }: AddedParticipants,
): Promise<void> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    // Checking each reference would take most of the time.
    await client.query('set session_replication_role = replica');
    for (const statement of statements(count, perTracker)) await client.query(statement);
    const more = team === 'waiting' ? WAITING : team === 'followed' ? FOLLOWED : [];
    for (const statement of more) await client.query(statement);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Tables copied from the demonstration's participant: to all that are added, or to those with a plan. */
const COPIED = {
  helper: { to: 'added', columns: 'kind, name, phone, email' },
  consent: { to: 'added', columns: 'text_hash, future_contact, agreed_at' },
  setup_answer: { to: 'tracking', columns: 'question_id, option_id' },
  prescription: { to: 'tracking', columns: 'date, dose, note, days' },
  symptom: { to: 'tracking', columns: 'text, category, redflag, self_harm, removed_at' },
  activity: { to: 'tracking', columns: 'text, removed_at' },
};

const statements = (count: number, perTracker: number): string[] => [
  `create temp table added as
     select gen_random_uuid() as id, number, number % ${perTracker} = 0 as tracks from generate_series(1, ${count}) number`,
  `create temp table tracking as select id, number from added where tracks`,
  `create temp table pattern as select id from participant where email = '${EMAIL}'`,
  `insert into participant (id, first_name, last_name, email, password_hash, home_step, randomise, consent_agree, created_at, last_record)
     select id, 'First ' || number, 'Last ' || number, number || '@bench.example', repeat('x', 97),
       case when tracks then 4 else 2 end, tracks, true, now(), case when tracks then current_date - 1 end from added`,
  `insert into session (key_hash, data, participant_id, expires_at)
     select encode(sha256(id::text::bytea), 'hex'), '{}', id, now() + interval '1 day' from added`,
  `insert into idempotent_reply (participant_id, key, path, status, replied_at)
     select id, id, '/api/save-doctor/', 204, now() from added`,
  `with event as (
     insert into audit_event (at, type, actor, subject, request_id, values_hash, previous_hash, hash)
     select now(), 'consent.given', 'participant:' || id, id, id, repeat('0', 64), repeat('0', 64), repeat('0', 64) from added
     returning id)
   insert into audit_values (event_id, salt, after) select id, repeat('0', 32), '{"version": "1"}' from event`,
  ...Object.entries(COPIED).map(
    ([table, { to, columns }]) => `insert into ${table} (participant_id, ${columns}) select ${to}.id, copied.*
     from (select ${columns} from ${table} where participant_id = (select id from pattern)) copied, ${to}`,
  ),
  `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
     select id, current_date - back, false, true, true, now() - back * interval '1 day', 'Australia/Melbourne',
       current_date - back, now() from tracking, generate_series(1, ${RECORDS}) back`,
  `insert into daily_record_symptom (record_id, symptom_id, redflag)
     select r.id, s.id, false from tracking t
     join (select participant_id, min(id) as id from symptom group by participant_id) s on s.participant_id = t.id
     join daily_record r on r.participant_id = t.id`,
  `insert into daily_record_activity (record_id, activity_id)
     select r.id, a.id from tracking t
     join (select participant_id, min(id) as id from activity group by participant_id) a on a.participant_id = t.id
     join daily_record r on r.participant_id = t.id`,
  `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at, closed_at)
     select gen_random_uuid(), r.participant_id, r.date, r.local_date, false, now(), now(), now()
     from tracking t join daily_record r on r.participant_id = t.id
     where t.number / ${perTracker} % 10 = 0 and (current_date - r.local_date) % 5 = 1`,
];
