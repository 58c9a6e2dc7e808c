import type { EntityManager } from '../../../platform/database/orm.ts';
import type { Arm } from '../../trial/randomisation/permuted-blocks.ts';
import type { ExclusionReason } from '../../trial/survey/score-survey.ts';
import { GROUPS, type Group } from './groups.ts';
import {
  ADHERENCE_SQL,
  EVENTS_SQL,
  FLOW_SQL,
  LAST_DAYS_SQL,
  RECRUITMENT_SQL,
  retentionSql,
  VISITORS_SQL,
} from './numbers.sql.ts';
import { OBSERVED_SQL } from './observed.ts';

/** When and where the trial is counted: an instant, and the trial's time zone (IANA). */
export interface Counting {
  now: Date;
  timeZone: string;
}

/** Each number of the trial's page. Rows that have an arm are there for each arm; those without one are of all. */
export interface TrialNumbers {
  flow: { box: Group | 'deleted' | 'randomised-deleted'; arm: Arm | null; people: number }[];
  visitors: { reason: ExclusionReason; month: string; visitors: number }[];
  recruitment: { week: number; monday: string; consented: number; randomised: number }[];
  retention: { arm: Arm; months: number; at_risk: number; retained: number }[];
  adherence: { week: number; people: number; days_due: number; days_recorded: number }[];
  lastDays: { days_ago: number; people: number; recorded: number }[];
  events: {
    count:
      | 'signs'
      | 'signs-self-harm'
      | 'signs-waiting'
      | 'early-steps'
      | 'late-records'
      | 'randomised-ineligible';
    number: number;
  }[];
}

const GIVEN_SQL = 'with recursive given as (select ?::text as zone, ?::timestamptz as at)';

/** All numbers, of one view of the database, in one statement: `observed` is counted once. */
export async function findTrialNumbers(
  em: EntityManager,
  { now, timeZone, followUpMonths }: Counting & { followUpMonths: readonly number[] },
): Promise<TrialNumbers> {
  const list = (sql: string) => `(select coalesce(json_agg(t), '[]') from (${sql}) t)`;
  const [row] = await em.execute<TrialNumbers[]>(
    `${GIVEN_SQL}, ${OBSERVED_SQL}, ${VISITORS_SQL}, ${RECRUITMENT_SQL}
     select ${list(FLOW_SQL)} as flow, ${list('select * from visitors order by month, reason')} as visitors,
       ${list('select * from recruitment order by week')} as recruitment, ${list(retentionSql(followUpMonths))} as retention,
       ${list(ADHERENCE_SQL)} as adherence, ${list(LAST_DAYS_SQL)} as "lastDays", ${list(EVENTS_SQL)} as events`,
    [timeZone, now.toISOString()],
  );
  if (!row) throw new Error('The database gave no row.');
  return row;
}

export interface GroupMember {
  id: string;
  /** The team's own, not the export's; empty where there is none. */
  studyId: string;
  /** Empty where they are anonymous. */
  name: string;
  arm: Arm | null;
  consentedOn: string | null;
  randomisedOn: string | null;
  until: string;
  daysRecorded: number;
  daysDue: number;
}

export const GROUP_PAGE_SIZE = 30;

/** One page (from 1) of the people of a group, in an order that discloses nothing of when they joined. */
export async function findGroup(
  em: EntityManager,
  { now, timeZone }: Counting,
  { group, arm, page }: { group: Group; arm: Arm | null; page: number },
): Promise<{ people: GroupMember[]; total: number }> {
  const people = await em.execute<(GroupMember & { total: number })[]>(
    `${GIVEN_SQL}, ${OBSERVED_SQL}
     select o.id, trim(p.first_name || ' ' || p.last_name) as name, coalesce(p.study_id, '') as "studyId", o.arm,
       o.consented_on as "consentedOn",
       o.randomised_on as "randomisedOn", o.until, o.days_recorded as "daysRecorded", o.days_due as "daysDue",
       count(*) over ()::int as total
     from observed o join participant p on p.id = o.id
     where (${GROUPS[group].sql}) and (?::text is null or o.arm = ?)
     order by md5(o.id::text) limit ? offset ?`,
    [timeZone, now.toISOString(), arm, arm, GROUP_PAGE_SIZE, (page - 1) * GROUP_PAGE_SIZE],
  );
  return { people, total: people[0]?.total ?? 0 };
}
