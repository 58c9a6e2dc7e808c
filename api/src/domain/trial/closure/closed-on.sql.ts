/** The day on which the team closed the part of a participant `p`, in the trial's time zone; null where it is open. */
export const CLOSED_ON_SQL = `(select c.closed_on from closure c where c.participant_id = p.id and c.reopened_at is null)`;
