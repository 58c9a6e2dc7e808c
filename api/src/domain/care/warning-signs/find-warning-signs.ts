import { sql } from 'kysely';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import type { WarningAction } from './warning-sign.entities.ts';

export interface ListedWarningSign {
  id: string;
  participantId: string;
  /** Empty where the person no longer has a name here. */
  name: string;
  localDate: string;
  selfHarm: boolean;
  raisedAt: Date;
  closedAt: Date | null;
  /** The texts of the symptoms that were warning signs when they were recorded. */
  symptoms: string[];
  /** What was done last, or null when it was at most looked at. */
  lastAction: WarningAction | null;
  /** Who of the team looked or did something, each once, in the order of their first step. */
  seenBy: string[];
}

const STAFF_NAME = sql<string>`coalesce(staff.name, 'A former member of the team')`;

const signs = (em: EntityManager) =>
  query(em).selectFrom('warning_sign as w').innerJoin('participant as p', 'p.id', 'w.participant_id');

/** An anonymous participant cannot be reached. */
const waitingSigns = (em: EntityManager) =>
  signs(em).where('w.closed_at', 'is', null).where('p.data_consent', 'is distinct from', 'anonymous');

/** Joins a sign `w` to its day's records `r`. A sign of an older API stands for all records of its UTC date. */
const IS_OF_ITS_DAY = sql`r.participant_id = w.participant_id and r.date = w.date and (r.local_date = w.local_date or not exists (
      select 1 from warning_sign own where own.participant_id = r.participant_id and own.date = r.date
        and own.local_date = r.local_date))`;

const LISTED = [
  'w.id',
  'w.participant_id as participantId',
  sql<string>`trim(p.first_name || ' ' || p.last_name)`.as('name'),
  'w.local_date as localDate',
  'w.self_harm as selfHarm',
  'w.raised_at as raisedAt',
  'w.closed_at as closedAt',
  sql<string[]>`array(
    select s.text from daily_record r join daily_record_symptom rs on rs.record_id = r.id and rs.redflag
    join symptom s on s.id = rs.symptom_id where ${IS_OF_ITS_DAY}
    group by s.id order by s.self_harm desc, s.id)`.as('symptoms'),
  sql<WarningAction | null>`(select step.action from warning_step step
    where step.sign_id = w.id and step.action is not null order by step.id desc limit 1)`.as('lastAction'),
  sql<string[]>`array(
    select max(${STAFF_NAME}) from warning_step step left join staff on staff.id = step.staff_id
    where step.sign_id = w.id group by step.staff_id order by min(step.id))`.as('seenBy'),
] as const;

export const PEOPLE_ON_PAGE = 15;
export const CLOSED_ON_PAGE = 8;
/** Days of one participant that are resolved together. */
const DAYS_TOGETHER = 20;

export interface WaitingPerson {
  participantId: string;
  /** Empty where the person no longer has a name here. */
  name: string;
  /** How many days wait, and how many of them have a record that the member of staff has not looked at. */
  days: number;
  newDays: number;
  selfHarm: boolean;
  since: Date;
  /** The texts of the symptoms that were warning signs on one of the days, each once. */
  symptoms: string[];
  /** The name of who deals with them, or null. */
  owner: string | null;
}

export interface WaitingPeople {
  people: WaitingPerson[];
  /** Participants and days that wait on all pages. */
  total: number;
  totalDays: number;
}

/**
 * One page of the participants who wait, as one member of staff sees them: signs of self-harm first, then by how long
 * they have waited; `page` counts from 1.
 */
export async function findWaitingPeople(
  em: EntityManager,
  staffId: string,
  page: number,
): Promise<WaitingPeople> {
  const waiting = waitingSigns(em)
    .select(['w.participant_id', 'w.self_harm', 'w.raised_at'])
    .select(
      sql<boolean>`not exists (select 1 from warning_step step where step.sign_id = w.id
        and step.staff_id = ${staffId} and step.at >= w.newest_at)`.as('is_new'),
    );
  const people = await query(em)
    .with('people', (db) =>
      db
        .selectFrom(waiting.as('waiting'))
        .select([
          'participant_id',
          sql<number>`count(*)::int`.as('days'),
          sql<number>`(count(*) filter (where is_new))::int`.as('new_days'),
          sql<boolean>`bool_or(self_harm)`.as('self_harm'),
          sql<Date>`min(raised_at)`.as('since'),
          sql<number>`(count(*) over ())::int`.as('total'),
          sql<number>`(sum(count(*)) over ())::int`.as('total_days'),
        ])
        .groupBy('participant_id')
        .orderBy('self_harm', 'desc')
        .orderBy('since')
        .orderBy('participant_id')
        .limit(PEOPLE_ON_PAGE)
        .offset((page - 1) * PEOPLE_ON_PAGE),
    )
    .selectFrom('people')
    .innerJoin('participant as p', 'p.id', 'people.participant_id')
    .leftJoin('warning_owner as o', 'o.participant_id', 'p.id')
    .leftJoin('staff', 'staff.id', 'o.staff_id')
    .select([
      'p.id as participantId',
      sql<string>`trim(p.first_name || ' ' || p.last_name)`.as('name'),
      'people.days',
      'people.new_days as newDays',
      'people.self_harm as selfHarm',
      'people.since',
      'people.total',
      'people.total_days as totalDays',
      'staff.name as owner',
      sql<string[]>`array(
        select s.text from warning_sign w join daily_record r on ${IS_OF_ITS_DAY}
        join daily_record_symptom rs on rs.record_id = r.id and rs.redflag join symptom s on s.id = rs.symptom_id
        where w.participant_id = p.id and w.closed_at is null
        group by s.id order by s.self_harm desc, s.id)`.as('symptoms'),
    ])
    .orderBy('people.self_harm', 'desc')
    .orderBy('people.since')
    .orderBy('p.id')
    .execute();
  return { people, total: people[0]?.total ?? 0, totalDays: people[0]?.totalDays ?? 0 };
}

/** The first days of one participant that wait: signs of self-harm first, then by how long they have waited. */
export const findWaitingSignsOf = (
  em: EntityManager,
  participantId: string,
): Promise<(ListedWarningSign & { newestAt: Date })[]> =>
  waitingSigns(em)
    .select(LISTED)
    .select('w.newest_at as newestAt')
    .where('w.participant_id', '=', participantId)
    .orderBy('w.self_harm', 'desc')
    .orderBy('w.raised_at')
    .orderBy('w.id')
    .limit(DAYS_TOGETHER)
    .execute();

/** How many days wait, of one participant or of all. */
export async function countWaitingSigns(em: EntityManager, participantId?: string): Promise<number> {
  const all = waitingSigns(em);
  const { waiting } = await (participantId ? all.where('w.participant_id', '=', participantId) : all)
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  return waiting;
}

/** One page of those dealt with since `since`, the last one first; `page` counts from 1. */
export async function findClosedSigns(em: EntityManager, since: Date, page: number) {
  const closed = signs(em).where('w.closed_at', '>=', since);
  const { total } = await closed
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const listed: ListedWarningSign[] = await closed
    .select(LISTED)
    .orderBy('w.closed_at', 'desc')
    .orderBy('w.id')
    .limit(CLOSED_ON_PAGE)
    .offset((page - 1) * CLOSED_ON_PAGE)
    .execute();
  return { closed: listed, total };
}

/** All of one participant, the newest day first. */
export const findSignsOf = (em: EntityManager, participantId: string): Promise<ListedWarningSign[]> =>
  signs(em)
    .select(LISTED)
    .where('w.participant_id', '=', participantId)
    .orderBy('w.local_date', 'desc')
    .orderBy('w.date', 'desc')
    .execute();

export interface ListedStep {
  at: Date;
  staff: string;
  action: WarningAction | null;
  note: string | null;
}

/** What the team did about one sign, in order. */
export const findSteps = (em: EntityManager, signId: string): Promise<ListedStep[]> =>
  query(em)
    .selectFrom('warning_step as step')
    .leftJoin('staff', 'staff.id', 'step.staff_id')
    .select(['step.at', STAFF_NAME.as('staff'), 'step.action', 'step.note'])
    .where('step.sign_id', '=', signId)
    .orderBy('step.id')
    .execute();
