import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';

export const EVENTS_ON_PAGE = 20;

export const ADVERSE_EVENT_FILTERS = {
  serious: 'Serious',
  unreported: 'Serious, not reported yet',
  unsigned: 'Not signed off yet',
  ongoing: 'Without a last day',
} as const;
export type AdverseEventFilter = keyof typeof ADVERSE_EVENT_FILTERS;

const isSerious = sql<boolean>`jsonb_array_length(v.criteria) > 0`;
const FILTER_SQL: Record<AdverseEventFilter, ReturnType<typeof sql<boolean>>> = {
  serious: isSerious,
  unreported: sql`jsonb_array_length(v.criteria) > 0 and v.reported_at is null`,
  unsigned: sql`v.signed_at is null`,
  ongoing: sql`v.ended is null`,
};

/** Adverse events by their newest version, with their participants. */
export const adverseEvents = (em: EntityManager) =>
  query(em)
    .selectFrom('adverse_event as e')
    .innerJoin('adverse_event_version as v', 'v.event_id', 'e.id')
    .innerJoin('participant as p', 'p.id', 'e.participant_id')
    .where('v.superseded_at', 'is', null);

const LISTED = [
  'e.id',
  'e.participant_id as participantId',
  'p.first_name as firstName',
  'p.last_name as lastName',
  'p.study_id as studyId',
  'v.description',
  'v.criteria',
  'v.severity',
  'v.relatedness',
  'v.outcome',
  'v.onset',
  'v.ended',
  'v.aware_at as awareAt',
  'v.reported_at as reportedAt',
  'v.signed_at as signedAt',
] as const;

/** One page of the events, serious ones that are not reported yet first, then the newest; `page` counts from 1. */
export async function findAdverseEvents(em: EntityManager, filter: AdverseEventFilter | '', page: number) {
  const matching = filter ? adverseEvents(em).where(FILTER_SQL[filter]) : adverseEvents(em);
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const events = await matching
    .select(LISTED)
    .orderBy(FILTER_SQL.unreported, 'desc')
    .orderBy('v.aware_at', 'desc')
    .orderBy('e.id')
    .limit(EVENTS_ON_PAGE)
    .offset((page - 1) * EVENTS_ON_PAGE)
    .execute();
  return { events, total };
}
export type ListedAdverseEvent = Awaited<ReturnType<typeof findAdverseEvents>>['events'][number];

/** All of one participant, the newest first. */
export const findAdverseEventsOf = (
  em: EntityManager,
  participantId: string,
): Promise<ListedAdverseEvent[]> =>
  adverseEvents(em)
    .select(LISTED)
    .where('e.participant_id', '=', participantId)
    .orderBy('v.aware_at', 'desc')
    .orderBy('e.id')
    .execute();

/** How many are not signed off, of one participant or of all. */
export async function countUnsignedAdverseEvents(
  em: EntityManager,
  participantId?: string | null,
): Promise<number> {
  const all = adverseEvents(em).where('v.signed_at', 'is', null);
  const { unsigned } = await (participantId ? all.where('p.id', '=', participantId) : all)
    .select(({ fn }) => fn.countAll<number>().as('unsigned'))
    .executeTakeFirstOrThrow();
  return unsigned;
}

/** Those that were erased with their participants, by arm (`none` before randomisation) and seriousness. */
export const findErasedAdverseEvents = (em: EntityManager) =>
  query(em)
    .selectFrom('erased_adverse_events')
    .select(['arm', 'serious', 'count'])
    .orderBy('arm')
    .orderBy('serious', 'desc')
    .execute();
