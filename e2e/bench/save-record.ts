import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { loadContent } from '@stepwise/api/src/domain/core/content/load-content.ts';
import type { Participant } from '@stepwise/api/src/domain/people/participants/participant.entity.ts';
import { entities } from '@stepwise/api/src/modules.ts';
import { readConfig } from '@stepwise/api/src/platform/config/config.ts';
import { withDatabase } from '@stepwise/api/src/platform/database/with-database.ts';
import { buildParticipant, PASSWORD } from '@stepwise/api/src/testing/build-participant.ts';
import { createVisitor } from '@stepwise/api/src/testing/create-visitor.ts';
import type { ParsedBodyOf } from '@stepwise/shared-contracts/calls/call';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import pg from 'pg';
import { type Call, send } from './all-data.ts';
import { type Figure, median, ratio } from './measure.ts';

const ROUNDS = 5;
const AT_ONCE = [1, 16, 64];
const SAVES = { 1: 40, 16: 10, 64: 5 } as Record<number, number>;
const DAY_MS = 86_400_000;
/** What a standby that confirms each commit adds to it. */
const COMMIT_MS = 5;
const RETRY_MS = 250;

export type CheckUp = ParsedBodyOf<typeof saveRecord> & { recordedAt: string };

interface Saver {
  id: string;
  headers: Record<string, string>;
  symptom: number;
  activity: number;
}

/** Participants on the timeline with one record of 60 days ago, each logged in. */
async function logInSavers(client: pg.Client, ownerUrl: string, url: string): Promise<Saver[]> {
  const config = readConfig({ DATABASE_URL: ownerUrl });
  const content = loadContent(config.contentDir);
  const participants = await withDatabase(config, entities, async (orm) => {
    const built: Participant[] = [];
    for (let count = 0; count < Math.max(...AT_ONCE); count++)
      built.push(await buildParticipant(orm, content, new Date(), {}));
    return built;
  });
  const { rows } = await client.query<Pick<Saver, 'id' | 'symptom' | 'activity'>>(
    `with first as (
       insert into daily_record
         (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
       select id, current_date - 60, true, true, true, now(), 'UTC', current_date - 60, now()
       from unnest($1::uuid[]) id)
     select id, (select min(id) from symptom s where s.participant_id = p.id and s.category = 'sleep' and not s.redflag) as symptom,
       (select min(id) from activity a where a.participant_id = p.id) as activity
     from unnest($1::uuid[]) p (id)`,
    [participants.map(({ id }) => id)],
  );
  const savers: Saver[] = [];
  for (const row of rows) {
    const visitor = createVisitor(url);
    const username = participants.find(({ id }) => id === row.id)?.email ?? '';
    await visitor.send(surveyData, undefined);
    await visitor.send(loginUser, { username, password: PASSWORD });
    const headers = {
      cookie: visitor.cookies.header(),
      'content-type': 'application/json',
      'x-csrftoken': visitor.cookies.get('csrftoken'),
      'x-participant': row.id,
      'x-time-zone': 'Australia/Melbourne',
    };
    savers.push({ ...row, headers });
  }
  return savers;
}

/** A new check-up of a day, a number of days ago. */
function checkUpOf({ headers, symptom, activity }: Saver, url: string, daysAgo: number): Call {
  const recordedAt = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
  const checkUp: CheckUp = {
    // As the answers are meant: no rule raises a data query.
    ...{ sleep: false, mood: true, active: true, recordedAt },
    ...{ symptoms: [symptom], activities: [activity] },
  };
  return {
    url: new URL(saveRecord.path, url).href,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: JSON.stringify(checkUp),
  };
}

/** Again where the server was too busy, as a device does. */
async function save(call: Call): Promise<unknown> {
  try {
    return await send(call);
  } catch (error) {
    if (!(error as Error).message.startsWith('503')) throw error;
    await wait(RETRY_MS);
    return save(call);
  }
}

/**
 * Saves per second by 1, 16 and 64 participants at once against a bare server with the same statements, in pairs of runs;
 * then the same with a slower commit, and how near that comes to one commit after the other.
 */
export async function measureSaves(url: string, bareUrl: string, ownerUrl: string): Promise<Figure[]> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  let savers: Saver[] = [];
  const run = async (to: string, count: number): Promise<number> => {
    await client.query(
      'delete from daily_record where local_date > current_date - 60 and participant_id = any($1)',
      [savers.map(({ id }) => id)],
    );
    const saves = SAVES[count] ?? 0;
    const began = performance.now();
    await Promise.all(
      savers.slice(0, count).map(async (saver) => {
        for (let day = 0; day < saves; day++) await save(checkUpOf(saver, to, day));
      }),
    );
    return (count * saves * 1000) / (performance.now() - began);
  };
  const measure = async () => {
    const ratios: number[] = [];
    let perSecond = 0;
    for (const count of AT_ONCE) {
      await run(bareUrl, count);
      await run(url, count);
      const ours: number[] = [];
      const pairs: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await run(url, count));
        pairs.push((ours.at(-1) ?? 0) / (await run(bareUrl, count)));
      }
      ratios.push(median(pairs));
      perSecond = median(ours);
    }
    return { measured: ratios.map(ratio).join('; '), perSecond };
  };
  try {
    savers = await logInSavers(client, ownerUrl, url);
    const asIs = await measure();
    await client.query(
      `create function wait_for_standby() returns trigger language plpgsql as
         $$ begin perform pg_sleep(${COMMIT_MS / 1000}); return null; end $$;
       create constraint trigger wait_for_standby after insert on audit_event deferrable initially deferred
         for each row execute function wait_for_standby()`,
    );
    const slow = await measure();
    await client.query('drop trigger wait_for_standby on audit_event; drop function wait_for_standby()');
    const what = 'Throughput of save-record by 1, 16 and 64 at once, to bare Koa and pg';
    return [
      { what, measured: asIs.measured, allowed: '–' },
      { what: `the same with ${COMMIT_MS} ms more for each commit`, measured: slow.measured, allowed: '–' },
      {
        what: `saves by 64 at once then, to ${1000 / COMMIT_MS} commits a second`,
        measured: ratio((slow.perSecond * COMMIT_MS) / 1000),
        allowed: '1 at most',
      },
    ];
  } finally {
    await client.end();
  }
}
