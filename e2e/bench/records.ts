import pg from 'pg';

/** Gives a participant this many days of records up to yesterday, each with a symptom and an activity, and no others. */
export async function setRecords(ownerUrl: string, email: string, days: number): Promise<string> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query('select id from participant where email = $1', [email]);
    const { id } = rows[0] as { id: string };
    await client.query('delete from daily_record where participant_id = $1', [id]);
    await client.query(
      `insert into daily_record
         (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
       select $1, day, false, true, true, day + time '09:00', 'Australia/Melbourne', day, day + time '09:00'
       from (select current_date - number as day from generate_series(1, $2::int) number) days`,
      [id, days],
    );
    await client.query(
      `insert into daily_record_symptom (record_id, symptom_id, redflag)
       select r.id, (select min(s.id) from symptom s where s.participant_id = $1 and s.category = 'sleep'), false
       from daily_record r where r.participant_id = $1`,
      [id],
    );
    await client.query(
      `insert into daily_record_activity (record_id, activity_id)
       select r.id, (select min(a.id) from activity a where a.participant_id = $1)
       from daily_record r where r.participant_id = $1`,
      [id],
    );
    await client.query('analyze');
    return id;
  } finally {
    await client.end();
  }
}
