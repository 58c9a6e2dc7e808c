import type { HelpData } from '@stepwise/shared-contracts/entities/help';
import { type RawBuilder, sql } from 'kysely';
import { isoInstant } from '../../../platform/database/query.ts';

/**
 * The last record of self-harm of a participant, those replaced since included, and what the team did about the signs: a
 * value for `readValues`, null where there is none. A record of an older API has no sign of its own day.
 */
export const selectSelfHarm = (participant: string): RawBuilder<HelpData['selfHarm']> => sql`(
  select json_build_object(
    'at', ${isoInstant('last.at')},
    'isOpen', exists (select 1 from warning_sign w
      where w.participant_id = ${participant} and w.self_harm and w.closed_at is null),
    'readAt', ${isoInstant('last.read_at')})
  from (
    select coalesce((
        select max(r.recorded_at) from daily_record r
        where r.participant_id = w.participant_id and r.date = w.date and exists (
          select 1 from daily_record_symptom rs join symptom s on s.id = rs.symptom_id and s.self_harm
          where rs.record_id = r.id)), w.newest_at) as at,
      (select min(step.at) from warning_step step where step.sign_id = w.id and step.at >= w.newest_at) as read_at
    from warning_sign w where w.participant_id = ${participant} and w.self_harm
    order by at desc limit 1) last)`;
