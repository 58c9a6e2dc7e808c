import { FIRST_STOP_SQL } from '../../people/participants/first-stop.sql.ts';

/**
 * What each number of the trial is counted from, on the glance page and in the export: `observed`, a row for each
 * participant there is. It takes `given` with the trial's time zone (`zone`) and the instant of counting (`at`). Days
 * are calendar days of that zone, but those of records, which are the person's own.
 *
 * - `until`: the last day on which the participant was observed: today, or the day on which they left (first-stop.sql.ts).
 *   Where that was not kept (before stops were), it is the last day of what both arms have: consent, randomisation and
 *   follow-ups.
 * - `days_due`: from the first day recorded to the day before `until`, or before they left the plan, which counts itself
 *   once it is recorded.
 */
export const OBSERVED_SQL = `records_of as materialized (
    select participant_id, min(local_date) as first, max(local_date) as last, count(distinct local_date)::int as days
    from daily_record where superseded_at is null group by participant_id),
  observed as materialized (
    select o.*, case when first_record is null then 0 else greatest(last_record, least(until, left_plan_on) - 1) - first_record + 1 end as days_due
    from (
      select p.id, p.stratum, a.arm, p.data_consent, p.home_step, p.awaits_randomisation,
        (p.created_at at time zone zone)::date as joined_on, c.consented_on, (a.drawn_at at time zone zone)::date as randomised_on,
        p.survey_done or p.acting_done as is_assessed, p.survey_ineligible or p.acting_ineligible as is_ineligible,
        r.first as first_record, r.last as last_record, coalesce(r.days, 0) as days_recorded, p.left_plan_on,
        s.stopped_on as left_on, s.reason as left_reason,
        case when p.data_consent is null then (given.at at time zone zone)::date
          else coalesce(s.stopped_on,
            greatest(c.consented_on, (a.drawn_at at time zone zone)::date, f.last_done)) end as until
      from given cross join participant p
      left join allocation a on a.participant_id = p.id
      left join (select participant_id, (min(agreed_at) at time zone given.zone)::date as consented_on
        from consent cross join given group by participant_id, given.zone) c on c.participant_id = p.id
      left join records_of r on r.participant_id = p.id
      left join (select participant_id, max(done_on) as last_done from follow_up_done group by participant_id) f
        on f.participant_id = p.id
      left join lateral (${FIRST_STOP_SQL}) s on p.data_consent is not null) o)`;
