import { randomUUID } from 'node:crypto';
import type { TestApi } from './create-test-api.ts';

interface EventOverrides {
  /** Of an event that is known, for another version of it. */
  event?: string;
  version?: number;
  /** The member of staff who wrote it. */
  staff?: string;
  /** When it was written, and when the team knew of it. */
  at?: Date;
  /** Ids of what makes it serious, as JSON. */
  criteria?: string;
  relatedness?: string;
}

/** A version of an adverse event of a participant, straight into the database. Returns the event's id. */
export async function buildAdverseEvent(
  api: Pick<TestApi, 'query' | 'clock'>,
  participantId: string,
  {
    event = randomUUID(),
    version = 1,
    staff = randomUUID(),
    at = api.clock.now(),
    criteria = '[]',
    relatedness = 'possible',
  }: EventOverrides = {},
): Promise<string> {
  await api.query(
    'insert into adverse_event (id, participant_id) values ($1, $2) on conflict (id) do nothing',
    [event, participantId],
  );
  await api.query(
    `insert into adverse_event_version (event_id, version, staff_id, at, aware_at, criteria, relatedness, description,
       source, severity, expectedness, outcome, action, onset)
     values ($1, $2, $3, $4, $4, $5, $6, 'Headache.', 'call', 'mild', 'expected', 'recovered', 'none', '2026-03-01')`,
    [event, version, staff, at, criteria, relatedness],
  );
  return event;
}
