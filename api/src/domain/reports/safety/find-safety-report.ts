import type { EntityManager } from '../../../platform/database/orm.ts';
import { ARMS } from '../../trial/randomisation/permuted-blocks.ts';

export type Arm = (typeof ARMS)[number];

/** How many events, and of how many people, by arm. */
export interface ByArm {
  arm: Arm;
  /** What is counted: an id of safety.yaml, a term, or a total. */
  of: string;
  events: number;
  people: number;
}

export interface SafetyReport {
  randomised: Record<Arm, number>;
  totals: ByArm[];
  terms: ByArm[];
  criteria: ByArm[];
  severities: ByArm[];
  relatedness: ByArm[];
  outcomes: ByArm[];
  serious: SeriousEvent[];
  erased: { arm: string; serious: boolean; count: number }[];
}

export interface SeriousEvent {
  arm: Arm;
  studyId: string | null;
  term: string;
  criteria: string[];
  onset: string;
  /** Days from randomisation to when it began. */
  day: number;
  relatedness: string;
  expectedness: string;
  outcome: string;
}

/** Events of randomised people, by their newest version; those that were voided are none. */
const EVENTS_SQL = `events as (
  select a.arm, (a.drawn_at at time zone ?)::date as drawn_on, e.id as adverse_event_id, e.participant_id, v.*, jsonb_array_length(v.criteria) > 0 as serious
  from adverse_event e join adverse_event_version v on v.event_id = e.id and v.superseded_at is null
  join allocation a on a.participant_id = e.participant_id
  where e.voided_at is null)`;

const countBy = (of: string, from = 'events', condition = 'true'): string =>
  `(select coalesce(json_agg(json_build_object('arm', arm, 'of', of, 'events', events, 'people', people) order by events desc, of, arm), '[]')
    from (select arm, ${of} as of, count(distinct adverse_event_id)::int as events, count(distinct participant_id)::int as people
      from ${from} where ${condition} group by 1, 2) counted)`;

/** Adverse events side by side by arm, for the safety board only. Days are those of the trial's time zone (IANA). */
export async function findSafetyReport(em: EntityManager, timeZone: string): Promise<SafetyReport> {
  const [row] = await em.execute<
    (Omit<SafetyReport, 'randomised'> & { randomised: Record<string, number> })[]
  >(
    `with ${EVENTS_SQL},
     totals as (
       select arm, adverse_event_id, participant_id, 'all' as total from events
       union all select arm, adverse_event_id, participant_id, 'serious' from events where serious
       union all select arm, adverse_event_id, participant_id, 'serious-unexpected' from events where serious and expectedness = 'unexpected'
       union all select arm, adverse_event_id, participant_id, 'unsigned' from events where signed_at is null)
     select (select coalesce(json_object_agg(arm, people), '{}') from (select arm, count(*)::int as people from allocation group by arm) r) as randomised,
       ${countBy('total', 'totals')} as totals,
       ${countBy('term')} as terms,
       ${countBy('c.id', 'events cross join jsonb_array_elements_text(criteria) c (id)')} as criteria,
       ${countBy('severity')} as severities, ${countBy('relatedness')} as relatedness, ${countBy('outcome')} as outcomes,
       (select coalesce(json_agg(json_build_object('arm', arm, 'studyId', p.study_id, 'term', term, 'criteria', criteria, 'onset', onset,
          'day', onset - drawn_on, 'relatedness', relatedness, 'expectedness', expectedness, 'outcome', outcome) order by onset, adverse_event_id), '[]')
        from events join participant p on p.id = participant_id where serious) as serious,
       (select coalesce(json_agg(json_build_object('arm', arm, 'serious', serious, 'count', count) order by arm, serious desc), '[]')
        from erased_adverse_events) as erased`,
    [timeZone],
  );
  if (!row) throw new Error('The database gave no row.');
  const randomised = Object.fromEntries(ARMS.map((arm) => [arm, row.randomised[arm] ?? 0])) as Record<
    Arm,
    number
  >;
  return { ...row, randomised };
}
