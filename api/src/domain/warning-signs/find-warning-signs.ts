import type { EntityManager } from '../../platform/database/orm.ts';
import type { WarningAction } from '../tracker/warning-sign.entities.ts';

export interface ListedWarningSign {
  id: string;
  participantId: string;
  /** Empty where the person no longer has a name here. */
  name: string;
  localDate: string;
  selfHarm: boolean;
  raisedAt: string;
  closedAt: string | null;
  /** The texts of the symptoms that were warning signs when they were recorded. */
  symptoms: string[];
  /** What was done last, or null when it was at most looked at. */
  lastAction: WarningAction | null;
  /** Who of the team looked or did something, each once, in the order of their first step. */
  seenBy: string[];
}

const FORMER_MEMBER = 'A former member of the team';

const LISTED = `
  select w.id, w.participant_id as "participantId", trim(p.first_name || ' ' || p.last_name) as name,
    w.local_date::text as "localDate", w.self_harm as "selfHarm", w.raised_at as "raisedAt", w.closed_at as "closedAt",
    array(select s.text from daily_record r join daily_record_symptom rs on rs.record_id = r.id and rs.redflag
          join symptom s on s.id = rs.symptom_id
          where r.participant_id = w.participant_id and r.date = w.date group by s.id order by s.self_harm desc, s.id) as symptoms,
    (select step.action from warning_step step where step.sign_id = w.id and step.action is not null
     order by step.id desc limit 1) as "lastAction",
    array(select coalesce(max(staff.name), '${FORMER_MEMBER}') from warning_step step left join staff on staff.id = step.staff_id
          where step.sign_id = w.id group by step.staff_id order by min(step.id)) as "seenBy"
  from warning_sign w join participant p on p.id = w.participant_id`;

const WAITING = `w.closed_at is null and p.data_consent is distinct from 'anonymous'`;

/** Those that wait: signs of self-harm first, then by how long they have waited. An anonymous participant cannot be reached. */
export const findWaitingSigns = (em: EntityManager): Promise<ListedWarningSign[]> =>
  em.execute(`${LISTED} where ${WAITING} order by w.self_harm desc, w.raised_at, w.id`);

/** How many wait. */
export async function countWaitingSigns(em: EntityManager): Promise<number> {
  const [row] = await em.execute<{ waiting: number }[]>(
    `select count(*)::int as waiting from warning_sign w join participant p on p.id = w.participant_id where ${WAITING}`,
  );
  return row?.waiting ?? 0;
}

/** Those dealt with since `since`, the last one first. */
export const findClosedSigns = (em: EntityManager, since: Date): Promise<ListedWarningSign[]> =>
  em.execute(`${LISTED} where w.closed_at >= ? order by w.closed_at desc, w.id`, [since]);

/** All of one participant, the newest day first. */
export const findSignsOf = (em: EntityManager, participantId: string): Promise<ListedWarningSign[]> =>
  em.execute(`${LISTED} where w.participant_id = ? order by w.date desc`, [participantId]);

export interface ListedStep {
  at: string;
  staff: string;
  action: WarningAction | null;
  note: string | null;
}

/** What the team did about one sign, in order. */
export const findSteps = (em: EntityManager, signId: string): Promise<ListedStep[]> =>
  em.execute(
    `select step.at, coalesce(staff.name, '${FORMER_MEMBER}') as staff, step.action, step.note
     from warning_step step left join staff on staff.id = step.staff_id where step.sign_id = ? order by step.id`,
    [signId],
  );
