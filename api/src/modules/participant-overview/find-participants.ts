import type { EntityManager } from '../../database/orm.ts';

/** How far a participant has come, in the team's words. */
export const STAGES = {
  survey: 'Survey comes next',
  ineligible: 'Not eligible',
  consent: 'Eligible, consent comes next',
  questionnaire: 'Consented, questionnaire comes next',
  allocation: 'Questionnaire confirmed, allocation comes next',
  plan: 'In the reduction group, plan comes next',
  'not-in-reduction': 'Not in the reduction group',
  timeline: 'On the timeline',
  withdrawn: 'No longer takes part',
} as const;
export type Stage = keyof typeof STAGES;

export interface ParticipantFilter {
  /** Part of a name or an e-mail address; empty for everybody. */
  search: string;
  stage: Stage | '';
}

export interface ListedParticipant {
  id: string;
  firstName: string;
  email: string | null;
  stage: Stage;
  /** The person's own calendar day of their last record (`YYYY-MM-DD`). */
  lastRecord: string | null;
}

export const PAGE_SIZE = 50;

/** HOME_STEP's numbers: 4 timeline, 3 plan, 2 questionnaire, 1 consent. */
const STAGE_SQL = `case
  when data_consent is not null then 'withdrawn'
  when home_step = 4 then 'timeline'
  when home_step = 3 and randomise then 'plan'
  when home_step = 3 then 'not-in-reduction'
  when home_step = 2 and questionnaire_confirmed_at is not null then 'allocation'
  when home_step = 2 then 'questionnaire'
  when survey_ineligible or acting_ineligible then 'ineligible'
  when home_step = 1 then 'consent'
  else 'survey' end`;

/** One page of the participants, the newest first; `page` counts from 1. `total` is how many match on all pages. */
export async function findParticipants(
  em: EntityManager,
  { search, stage }: ParticipantFilter,
  page: number,
): Promise<{ participants: ListedParticipant[]; total: number }> {
  const conditions = [
    search && `position(lower(?) in lower(first_name || ' ' || last_name || ' ' || coalesce(email, ''))) > 0`,
    stage && `${STAGE_SQL} = ?`,
  ].filter(Boolean);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const values = [search, stage].filter(Boolean);
  const [count] = await em.execute<{ total: number }[]>(
    `select count(*)::int as total from participant ${where}`,
    values,
  );
  // The last record is looked up for the rows of this page alone.
  const participants = await em.execute<ListedParticipant[]>(
    `select p.id, p.first_name as "firstName", p.email, p.stage,
       (select r.local_date::text from daily_record r where r.participant_id = p.id and r.superseded_at is null
        order by r.date desc limit 1) as "lastRecord"
     from (select id, first_name, email, created_at, ${STAGE_SQL} as stage from participant ${where}
           order by created_at desc, id desc limit ? offset ?) p
     order by p.created_at desc, p.id desc`,
    [...values, PAGE_SIZE, (page - 1) * PAGE_SIZE],
  );
  return { participants, total: count?.total ?? 0 };
}

/** The stage of one participant, or null when nobody has that id. */
export async function findStage(em: EntityManager, id: string): Promise<Stage | null> {
  const [row] = await em.execute<{ stage: Stage }[]>(
    `select ${STAGE_SQL} as stage from participant where id = ?`,
    [id],
  );
  return row?.stage ?? null;
}
