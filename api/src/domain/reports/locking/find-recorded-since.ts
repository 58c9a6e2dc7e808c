import type { EntityManager } from '../../../platform/database/orm.ts';

/** What a lock keeps apart: how much was recorded of one participant, or of everybody (null), after an instant. */
export interface RecordedSince {
  checkUps: number;
  doseReports: number;
  /** Versions of adverse events. */
  adverseEvents: number;
}

const RECORDED_SQL = `
  select r.participant_id, 'checkUps' as kind, r.received_at as at from daily_record r
  union all select d.participant_id, 'doseReports', d.reported_at from dose_report d
  union all select e.participant_id, 'adverseEvents', v.at
    from adverse_event e join adverse_event_version v on v.event_id = e.id
  union all select e.participant_id, 'signatures', v.signed_at
    from adverse_event e join adverse_event_version v on v.event_id = e.id where v.signed_at is not null
  union all select f.participant_id, 'followUps', f.reported_at from follow_up_done f`;

export async function findRecordedSince(
  em: EntityManager,
  participantId: string | null,
  instant: Date,
): Promise<RecordedSince> {
  const [row] = await em.execute<RecordedSince[]>(
    `select count(*) filter (where kind = 'checkUps')::int as "checkUps",
       count(*) filter (where kind = 'doseReports')::int as "doseReports",
       count(*) filter (where kind = 'adverseEvents')::int as "adverseEvents"
     from (${RECORDED_SQL}) recorded where at > ?::timestamptz and participant_id ${participantId ? '= ?' : 'is not null'}`,
    [instant.toISOString(), ...(participantId ? [participantId] : [])],
  );
  if (!row) throw new Error('The database gave no row.');
  return row;
}

/** The instant of the last record, or null: the clocks of two replicas may differ. */
export async function findLastRecorded(
  em: EntityManager,
  participantId: string | null,
): Promise<Date | null> {
  const [row] = await em.execute<{ at: Date | null }[]>(
    `select max(at) as at from (${RECORDED_SQL}) recorded where participant_id ${participantId ? '= ?' : 'is not null'}`,
    participantId ? [participantId] : [],
  );
  return row?.at ? new Date(row.at) : null;
}
