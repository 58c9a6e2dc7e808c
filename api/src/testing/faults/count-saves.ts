import { entities } from '../../modules.ts';
import type { Config } from '../../platform/config/config.ts';
import { withDatabase } from '../../platform/database/with-database.ts';
import type { Saved } from './saving-participant.ts';

export interface SaveCounts {
  acknowledged: number;
  stored: number;
  lost: number;
  doubled: number;
}

interface StoredRow {
  participant: string;
  /** What distinguishes the saves of a participant. */
  name: string;
  times: number;
}

/** How often each save is in the database, one that is acknowledged and one that is not. */
const STORED = `
  select participant_id as participant, 'added ' || text as name, count(*) as times
    from activity group by 1, 2
  union all
  select participant_id, 'removed ' || text, count(*) from activity where removed_at is not null group by 1, 2
  union all
  select participant_id, 'recorded ' || to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), count(*)
    from daily_record group by 1, 2`;

/** Compares what was acknowledged with what the database holds. */
export async function countSaves(config: Config, saves: readonly Saved[]): Promise<SaveCounts> {
  const rows = await withDatabase(config, entities, (orm) => orm.em.execute<StoredRow[]>(STORED));
  const times = new Map(rows.map(({ participant, name, times }) => [`${participant} ${name}`, times]));
  const counts: SaveCounts = { acknowledged: 0, stored: 0, lost: 0, doubled: 0 };
  for (const { participant, text, recordedAt, acknowledged } of saves)
    for (const [kind, isAcknowledged] of Object.entries(acknowledged)) {
      const found = times.get(`${participant} ${kind} ${kind === 'recorded' ? recordedAt : text}`) ?? 0;
      if (isAcknowledged) counts.acknowledged += 1;
      if (isAcknowledged && found > 0) counts.stored += 1;
      if (isAcknowledged && found === 0) counts.lost += 1;
      if (found > 1) counts.doubled += 1;
    }
  return counts;
}
