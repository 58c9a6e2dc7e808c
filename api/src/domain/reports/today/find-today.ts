import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { isAskedFor } from '@stepwise/shared-contracts/stage/follow-ups';
import { query } from '../../../platform/database/query.ts';
import { DAY_MS } from '../../../platform/modules/durations.ts';
import type { DoseQuestion } from '../../care/plan/dose-question.entity.ts';
import { isPlanRunning } from '../../care/plan/plan-state.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { NOT_ASSESSED } from '../../trial/adverse-events/adverse-event.entities.ts';
import { adverseEvents } from '../../trial/adverse-events/find-adverse-events.ts';
import {
  type FollowUpOfParticipant,
  findFollowUpsNearWindow,
  hasTrialEnded,
} from '../../trial/follow-ups/find-follow-ups.ts';
import { unansweredReconsents } from '../overview/find-reconsents.ts';

type Asking = Pick<Operation, 'db' | 'content' | 'now'>;

/**
 * How many adverse events are unsigned, and how many are not assessed. With `staffId`, those that this member wrote are left
 * out of the unsigned ones; with null, none is.
 */
export const countEventsToSign = ({ db }: Asking, staffId: string | null) =>
  adverseEvents(db)
    .where('v.signed_at', 'is', null)
    .select(({ fn, eb }) => [
      fn
        .countAll<number>()
        .filterWhere('v.relatedness', '<>', NOT_ASSESSED)
        .filterWhere('v.staff_id', 'is distinct from', staffId)
        .as('toSign'),
      fn
        .countAll<number>()
        .filterWhere(eb('v.relatedness', '=', NOT_ASSESSED))
        .as('toAssess'),
    ])
    .executeTakeFirstOrThrow();

export interface AskedDose {
  participantId: string;
  studyId: string | null;
  reason: DoseQuestion['reason'];
  askedAt: Date;
}

/** Questions about a dose that wait, the oldest first. Those of anonymous people cannot be answered. */
export const findDoseQuestions = ({ db }: Asking): Promise<AskedDose[]> =>
  query(db)
    .selectFrom('dose_question as q')
    .innerJoin('participant as p', 'p.id', 'q.participant_id')
    .select(['p.id as participantId', 'p.study_id as studyId', 'q.reason', 'q.asked_at as askedAt'])
    .where('q.closed_at', 'is', null)
    .where('p.data_consent', 'is distinct from', 'anonymous')
    .orderBy('q.asked_at')
    .orderBy('q.id')
    .execute();

/** Days after its window on which a missed follow-up is still listed. */
const MISSED_SHOWN_DAYS = 14;
/** Days after a contact attempt without another call. */
const ATTEMPT_RESTS_DAYS = 7;

export interface FollowUpsToday {
  /** Due, without a contact attempt in the last days; by their day. */
  toCall: FollowUpOfParticipant[];
  /** How many wait for the participant, after an attempt. */
  waiting: number;
}

/** Follow-ups whose day has come, in the trial's time zone. */
export async function findFollowUpsToday(op: Asking): Promise<FollowUpsToday> {
  const today = localDate(op.now, op.content.product.timeZone);
  const due = (await findFollowUpsNearWindow(op, MISSED_SHOWN_DAYS)).filter(
    (each) =>
      each.dueOn <= today &&
      (isAskedFor(each) || (each.state === 'missed' && addDays(each.closesOn, MISSED_SHOWN_DAYS) >= today)),
  );
  const attempts = new Map(
    (await findLastAttempts(op.db)).map((attempt) => [`${attempt.participant} ${attempt.months}`, attempt]),
  );
  const rests = new Date(op.now.getTime() - ATTEMPT_RESTS_DAYS * DAY_MS);
  const open = due.filter(
    ({ participant, months }) => attempts.get(`${participant} ${months}`)?.outcome !== 'does-not-want',
  );
  const toCall = open.filter(({ participant, months }) => {
    const last = attempts.get(`${participant} ${months}`);
    return !last || last.at < rests;
  });
  return {
    toCall: toCall.sort((a, b) => a.dueOn.localeCompare(b.dueOn)),
    waiting: open.length - toCall.length,
  };
}

/** The last contact attempt about each follow-up. */
const findLastAttempts = (db: Asking['db']) =>
  query(db)
    .selectFrom('contact_attempt')
    .distinctOn(['participant_id', 'months'])
    .select(['participant_id as participant', 'months', 'outcome', 'at'])
    .orderBy('participant_id')
    .orderBy('months')
    .orderBy('at', 'desc')
    .execute();

/** Study ids by participant; for no more people than a page shows. */
export const findStudyIds = async ({ db }: Asking, ids: readonly string[]) => {
  const people = await db.find(Participant, { id: [...ids] });
  return new Map(people.map(({ id, studyId }) => [id, studyId]));
};

/** Whose plan goes on after their last follow-up, until the team closes their part. It tells the arm. */
export async function findReducingAfterTrial(op: Operation): Promise<Participant[]> {
  const { months, window } = op.content.followUps;
  const rows = await op.db.execute<{ id: string }[]>(
    `select p.id from participant p join allocation a on a.participant_id = p.id
     where p.randomise and p.consent_agree and p.left_plan_on is null and p.schedule_id is not null
       and a.drawn_at < ?::timestamptz - make_interval(months => ?) + make_interval(days => ?)
       and not exists (select from closure c where c.participant_id = p.id and c.reopened_at is null)
     order by a.drawn_at, a.id`,
    // A follow-up may be done from the first day of its window; months differ in length.
    [op.now.toISOString(), Math.max(...months), window.before + 5],
  );
  const found = [];
  for (const { id } of rows) {
    const participant = await op.db.findOneOrFail(Participant, { id });
    if ((await hasTrialEnded(op, id)) && (await isPlanRunning(op, participant))) found.push(participant);
  }
  return found;
}

/** How many were asked for their consent again and have not answered. */
export async function countReconsents(op: Asking): Promise<number> {
  const [condition, ...values] = unansweredReconsents(op);
  const [row] = await op.db.execute<{ people: number }[]>(
    `select count(*)::int as people from participant p where ${condition}`,
    values,
  );
  return row?.people ?? 0;
}

/** How many who confirmed their questionnaire have not confirmed their address. */
export const countUnconfirmedAddresses = ({ db }: Asking): Promise<number> =>
  db.count(Participant, { awaitsRandomisation: 'address', dataConsent: null });

export interface NewSince {
  consented: number;
  randomised: number;
  /** Tells the arm. */
  leftPlan: number;
  queriesAnswered: number;
}

/** What happened since an instant. */
export async function countNewSince({ db }: Asking, since: Date): Promise<NewSince> {
  const [row] = await db.execute<NewSince[]>(
    `with given as (select ?::timestamptz as since)
     select (select count(distinct participant_id)::int from consent where agreed_at >= since) as consented,
       (select count(*)::int from allocation where drawn_at >= since) as randomised,
       (select count(*)::int from stop where degree = 'plan' and stopped_at >= since) as "leftPlan",
       (select count(*)::int from data_query_entry where kind = 'answered' and at >= since) as "queriesAnswered"
     from given`,
    [since.toISOString()],
  );
  if (!row) throw new Error('The database gave no row.');
  return row;
}
