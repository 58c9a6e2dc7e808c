import { ARMS } from '../../trial/randomisation/permuted-blocks.ts';
import { GROUPS, groups } from './groups.ts';

/*
 * Statements that count the trial, from `given` and `observed` (observed.ts). The team's page and the export select from
 * the same ones. Those of a participant whose information was deleted are counted from what remains: the allocation.
 */

/** `box`, `arm` (null for all), `people`: of each group, and `deleted`. */
export const FLOW_SQL = `select box, arm, people from (
    select position, box, c.arm, people from (
      select arm, ${groups.map((group) => `count(*) filter (where ${GROUPS[group].sql})::int as "${group}"`).join(', ')}
      from observed o group by grouping sets ((), (arm)) having grouping(arm) = 1 or arm is not null) c
    cross join lateral (values ${groups.map((group, index) => `(${index}, '${group}', "${group}")`).join(', ')}) v (position, box, people)
    union all select 98, 'deleted', null, count(*)::int from data_consent_receipt where choice = 'delete'
    union all select 99, 'randomised-deleted', each.arm, count(a.id)::int
      from (values (null), ${ARMS.map((arm) => `('${arm}')`).join(', ')}) each (arm)
      left join allocation a on a.participant_id is null and (each.arm is null or a.arm = each.arm) group by each.arm) boxes
  order by position, arm nulls first`;

/**
 * `reason`, `month` (its first day), `visitors`: ruled out by the survey. A month with fewer than five of a reason is
 * counted with the next one, and so on: what is not five yet is in no number.
 */
export const VISITORS_SQL = `ordered as (
    select reason, month, visitors, row_number() over (partition by reason order by month) as n
    from visitor_exclusion where visitors > 0),
  merged as (
    select reason, month, n, visitors as pending from ordered where n = 1
    union all
    select o.reason, o.month, o.n, case when m.pending >= 5 then 0 else m.pending end + o.visitors
    from merged m join ordered o on o.reason = m.reason and o.n = m.n + 1),
  visitors as (select reason, month, pending as visitors from merged where pending >= 5)`;

/** `week` (from 1), `monday`, `consented`, `randomised` in that week, the deleted among those randomised. */
export const RECRUITMENT_SQL = `weekly as (
    select date_trunc('week', consented_on)::date as monday, 1 as consented, 0 as randomised from observed where consented_on is not null
    union all
    select date_trunc('week', (drawn_at at time zone zone)::date)::date, 0, 1 from allocation cross join given),
  recruitment as (
    select ((w.monday - first.monday) / 7 + 1)::int as week, w.monday,
      coalesce(sum(weekly.consented), 0)::int as consented, coalesce(sum(weekly.randomised), 0)::int as randomised
    from (select min(monday) as monday from weekly) first cross join given
    cross join lateral generate_series(first.monday, (given.at at time zone zone)::date, interval '7 days') s (at)
    cross join lateral (select s.at::date as monday) w
    left join weekly on weekly.monday = w.monday group by w.monday, first.monday)`;

/** `arm`, `months` (of 30 days), `at_risk` (randomised that long ago, not deleted) and `retained` of them. */
export const retentionSql = (
  months: readonly number[],
): string => `select arm, months, count(*)::int as at_risk,
    count(*) filter (where data_consent is null or until >= randomised_on + 30 * months)::int as retained
  from observed cross join given cross join unnest(array[${months.join(', ')}]) m (months)
  where randomised_on is not null and randomised_on + 30 * months <= (given.at at time zone zone)::date
  group by arm, months order by arm, months`;

/** `week` since the first record (from 1), `people`, `days_due`, `days_recorded`: over all who record. */
export const ADHERENCE_SQL = `select week::int, count(*)::int as people, sum(least(7, days_due - 7 * (week - 1)))::int as days_due,
    sum(coalesce(r.days, 0))::int as days_recorded
  from observed cross join lateral generate_series(1, (days_due + 6) / 7) w (week)
  left join (
    select participant_id, (local_date - first) / 7 + 1 as in_week, count(distinct local_date) as days
    from daily_record join records_of using (participant_id) where superseded_at is null group by 1, 2) r
    on r.participant_id = observed.id and r.in_week = week
  group by week order by week`;

/** `days_ago` (0 is today), `people` of whom a record was due, and `recorded` of them: the last four weeks. */
export const LAST_DAYS_SQL = `select days_ago::int, count(*)::int as people, count(r.local_date)::int as recorded
  from given cross join generate_series(0, 27) d (days_ago)
  cross join lateral (select (given.at at time zone zone)::date - days_ago as day) on_day
  join observed o on o.days_due > 0 and on_day.day between o.first_record and o.first_record + o.days_due - 1
  left join (select distinct participant_id, local_date from daily_record where superseded_at is null) r
    on r.participant_id = o.id and r.local_date = on_day.day
  group by days_ago order by days_ago`;

/** `count`, `number`: warning signs and deviations. */
export const EVENTS_SQL = `select count, number from (
    select 1 as position, 'signs' as count, count(*)::int as number from warning_sign
    union all select 2, 'signs-self-harm', count(*) filter (where self_harm)::int from warning_sign
    union all select 3, 'signs-waiting', count(*)::int from warning_sign w join observed o on o.id = w.participant_id
      where w.closed_at is null and o.data_consent is distinct from 'anonymous'
    union all select 4, 'early-steps', count(*)::int from dose_report where kind = 'step' and day < planned
    union all select 5, 'late-records', count(*)::int from daily_record where received_at > recorded_at + interval '1 day'
    union all select 6, 'randomised-ineligible', count(*)::int from observed where randomised_on is not null and is_ineligible
  ) c order by position`;
