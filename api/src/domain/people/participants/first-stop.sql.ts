/**
 * `stopped_on` and `reason` of the stop by which a participant `p` left: their first one of all contact since they last
 * consented. What they stop later, and leaving the plan, moves no day; no row where none was kept.
 */
export const FIRST_STOP_SQL = `select s.stopped_on, s.reason from stop s
    where s.participant_id = p.id and s.degree <> 'plan' and s.stopped_at >= coalesce(
      (select max(c.agreed_at) from consent c where c.participant_id = p.id), '-infinity')
    order by s.id limit 1`;
