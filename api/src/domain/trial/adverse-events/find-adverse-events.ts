import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import type { Operation } from '../../core/operation/operation.ts';

export const EVENTS_ON_PAGE = 20;

export const ADVERSE_EVENT_FILTERS = {
  serious: 'Serious',
  unreported: 'Serious, not reported yet',
  unsigned: 'Not signed off yet',
  ongoing: 'Without a last day',
  uncoded: 'Without a term',
  void: 'Void',
} as const;
export type AdverseEventFilter = keyof typeof ADVERSE_EVENT_FILTERS;

/** Of a version `v`. */
export const isSerious = sql<boolean>`jsonb_array_length(v.criteria) > 0`;
const filterSql = (asksEthics: boolean): Record<AdverseEventFilter, ReturnType<typeof sql<boolean>>> => ({
  serious: isSerious,
  unreported: sql`jsonb_array_length(v.criteria) > 0 and (v.reported_at is null or (${asksEthics}::boolean and v.ethics_reported_at is null))`,
  unsigned: sql`v.signed_at is null`,
  ongoing: sql`v.ended is null`,
  uncoded: sql`v.term = ''`,
  void: sql`e.voided_at is not null`,
});

/** Adverse events by their newest version, with their participants; those that are void are none. */
export const adverseEvents = (em: EntityManager) => everyEvent(em).where('e.voided_at', 'is', null);

const everyEvent = (em: EntityManager) =>
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
  'v.ethics_reported_at as ethicsReportedAt',
  'v.term',
  'e.voided_at as voidedAt',
  'v.signed_at as signedAt',
] as const;

/** One page of the events, serious ones that are not reported yet first, then the newest; `page` counts from 1. */
export async function findAdverseEvents(
  { db: em, content }: Pick<Operation, 'db' | 'content'>,
  filter: AdverseEventFilter | '',
  page: number,
) {
  const conditions = filterSql(content.safety.ethicsWithinHours !== null);
  const events = filter === 'void' ? everyEvent(em) : adverseEvents(em);
  const matching = filter ? events.where(conditions[filter]) : events;
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const shown = await matching
    .select(LISTED)
    .orderBy(conditions.unreported, 'desc')
    .orderBy('v.aware_at', 'desc')
    .orderBy('e.id')
    .limit(EVENTS_ON_PAGE)
    .offset((page - 1) * EVENTS_ON_PAGE)
    .execute();
  return { events: shown, total };
}
export type ListedAdverseEvent = Awaited<ReturnType<typeof findAdverseEvents>>['events'][number];

/** All of one participant, the newest first. */
export const findAdverseEventsOf = (
  em: EntityManager,
  participantId: string,
): Promise<ListedAdverseEvent[]> =>
  everyEvent(em)
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
