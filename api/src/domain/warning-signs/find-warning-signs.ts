import { sql } from 'kysely';
import type { EntityManager } from '../../platform/database/orm.ts';
import { query } from '../../platform/database/query.ts';
import type { WarningAction } from '../tracker/warning-sign.entities.ts';

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

const LISTED = [
  'w.id',
  'w.participant_id as participantId',
  sql<string>`trim(p.first_name || ' ' || p.last_name)`.as('name'),
  'w.local_date as localDate',
  'w.self_harm as selfHarm',
  'w.raised_at as raisedAt',
  'w.closed_at as closedAt',
  // A sign of an older API stands for all records of its UTC date.
  sql<string[]>`array(
    select s.text from daily_record r join daily_record_symptom rs on rs.record_id = r.id and rs.redflag
    join symptom s on s.id = rs.symptom_id
    where r.participant_id = w.participant_id and r.date = w.date and (r.local_date = w.local_date or not exists (
      select 1 from warning_sign own where own.participant_id = r.participant_id and own.date = r.date
        and own.local_date = r.local_date))
    group by s.id order by s.self_harm desc, s.id)`.as('symptoms'),
  sql<WarningAction | null>`(select step.action from warning_step step
    where step.sign_id = w.id and step.action is not null order by step.id desc limit 1)`.as('lastAction'),
  sql<string[]>`array(
    select max(${STAFF_NAME}) from warning_step step left join staff on staff.id = step.staff_id
    where step.sign_id = w.id group by step.staff_id order by min(step.id))`.as('seenBy'),
] as const;

/** Those that wait: signs of self-harm first, then by how long they have waited. */
export const findWaitingSigns = (em: EntityManager): Promise<ListedWarningSign[]> =>
  waitingSigns(em)
    .select(LISTED)
    .orderBy('w.self_harm', 'desc')
    .orderBy('w.raised_at')
    .orderBy('w.id')
    .execute();

/** How many wait. */
export async function countWaitingSigns(em: EntityManager): Promise<number> {
  const { waiting } = await waitingSigns(em)
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow();
  return waiting;
}

/** Those dealt with since `since`, the last one first. */
export const findClosedSigns = (em: EntityManager, since: Date): Promise<ListedWarningSign[]> =>
  signs(em)
    .select(LISTED)
    .where('w.closed_at', '>=', since)
    .orderBy('w.closed_at', 'desc')
    .orderBy('w.id')
    .execute();

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
