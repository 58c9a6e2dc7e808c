import type { EntityManager } from '../../../platform/database/orm.ts';

/** Adds a participant's adverse events, without those that are void, to the counts that stay. Their rows go with the participant's. */
export async function countErasedAdverseEvents(em: EntityManager, participantId: string): Promise<void> {
  await em.execute(
    `insert into erased_adverse_events (arm, serious, count)
     select coalesce(a.arm, 'none'), jsonb_array_length(v.criteria) > 0, count(*)
     from adverse_event e join adverse_event_version v on v.event_id = e.id and v.superseded_at is null
     left join allocation a on a.participant_id = e.participant_id
     where e.participant_id = ? and e.voided_at is null group by 1, 2
     on conflict (arm, serious) do update set count = erased_adverse_events.count + excluded.count`,
    [participantId],
  );
}
