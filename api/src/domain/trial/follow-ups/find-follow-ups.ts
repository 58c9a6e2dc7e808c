import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { FollowUp, FollowUpState } from '@stepwise/shared-contracts/entities/follow-up';
import { isTrialOver } from '@stepwise/shared-contracts/stage/follow-ups';
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isoInstant, readValues, subquery } from '../../../platform/database/query.ts';
import type { Content } from '../../core/content/load-content.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CarriedOutBy } from '../../people/participants/carried-out-by.ts';
import { FIRST_STOP_SQL } from '../../people/participants/first-stop.sql.ts';
import { CLOSED_ON_SQL } from '../closure/closed-on.sql.ts';
import { type FollowUpDays, followUpDays, followUpState } from './follow-up-days.ts';
import { followUpPath } from './follow-up-links.ts';

/** A follow-up of a participant who was randomised, as it stands now. */
export interface FollowUpOfParticipant extends FollowUpDays {
  participant: string;
  months: number;
  state: FollowUpState;
  doneOn: string | null;
  reportedBy: CarriedOutBy | null;
  /** The member of the team who said that it is done, or acted. */
  staff: string | null;
  /** Days after the day that is due, for which a message was sent. */
  remindersSent: number[];
}

/** Before any day of the trial: for someone who stopped on a day that is not known. */
const UNKNOWN_DAY = '0001-01-01';

/**
 * Calendar days that a month after a day by UTC may differ from one after the day by the trial's clock: a day, and what
 * months differ in length.
 */
const MONTHS_DIFFER_BY = 5;

/** For `selectFollowUpFacts`. */
export const ofParticipant = (id: string): RawBuilder<boolean> => sql`p.id = ${id}`;

/** Who has not done one whose window may be open now, and some whose opens or closed a few days away. */
const hasOpenWindow = (
  { content, now }: Pick<Operation, 'content' | 'now'>,
  daysAfter: number,
): RawBuilder<boolean> => {
  const { months, window } = content.followUps;
  return sql`exists (
    select from unnest(${months}::int[]) as m (months)
    where ${now.toISOString().slice(0, 10)}::date
      - ((a.drawn_at at time zone 'UTC')::date + make_interval(months => m.months))::date
      between ${-window.before - MONTHS_DIFFER_BY}::int and ${window.after + daysAfter + MONTHS_DIFFER_BY}::int
      and not exists (select from follow_up_done d where d.participant_id = p.id and d.months = m.months))`;
};

/** What the follow-ups of all, or of those who meet a condition, follow from; a value for `readValues`. */
export const selectFollowUpFacts = (condition: RawBuilder<boolean> = sql`true`) =>
  jsonArrayFrom(
    subquery
      .selectFrom('allocation as a')
      .innerJoin('participant as p', 'p.id', 'a.participant_id')
      .select((eb) => [
        'p.id',
        'p.data_consent',
        isoInstant('a.drawn_at').as('drawnAt'),
        sql<string | null>`(select stopped_on from (${sql.raw(FIRST_STOP_SQL)}) first)`.as('stoppedOn'),
        sql<string | null>`${sql.raw(CLOSED_ON_SQL)}`.as('closedOn'),
        jsonArrayFrom(
          eb
            .selectFrom('follow_up_done as d')
            .select(['d.months', 'd.done_on as doneOn', 'd.reported_by as reportedBy', 'd.staff_id as staff'])
            .whereRef('d.participant_id', '=', 'p.id'),
        ).as('done'),
        jsonArrayFrom(
          eb
            .selectFrom('follow_up_reminder as r')
            .select(['r.months', 'r.day'])
            .whereRef('r.participant_id', '=', 'p.id')
            .where('r.sent_at', 'is not', null),
        ).as('reminders'),
      ])
      .where(condition)
      .orderBy('a.drawn_at')
      .orderBy('a.id'),
  );

type FollowUpFactsRow = Awaited<ReturnType<typeof readFacts>>[number];

const readFacts = async ({ db }: Pick<Operation, 'db'>, condition?: RawBuilder<boolean>) =>
  (await readValues(db, { facts: selectFollowUpFacts(condition) })).facts;

type FollowUpQuery = Pick<Operation, 'db' | 'content' | 'now'>;

/** Every follow-up of one participant, or of all, in the order of randomisation and of months. */
export const findFollowUps = async (
  op: FollowUpQuery,
  participant?: string,
): Promise<FollowUpOfParticipant[]> => {
  const facts = await readFacts(op, participant === undefined ? undefined : ofParticipant(participant));
  return facts.flatMap((row) => followUpsOf(op, row));
};

/** Whether the last follow-up of a participant is closed. */
export const hasTrialEnded = async (op: FollowUpQuery, participant: string): Promise<boolean> =>
  isTrialOver(await findFollowUps(op, participant));

/** The follow-ups of participants who can be asked for one now, or could be within the given number of days before. */
export const findFollowUpsNearWindow = async (
  op: FollowUpQuery,
  daysAfter = 0,
): Promise<FollowUpOfParticipant[]> =>
  (await readFacts(op, hasOpenWindow(op, daysAfter))).flatMap((row) => followUpsOf(op, row));

/** The follow-ups of one participant who was randomised. */
function followUpsOf(
  { content, now }: { content: Content; now: Date },
  { id, data_consent, drawnAt, stoppedOn, closedOn, done, reminders }: FollowUpFactsRow,
): FollowUpOfParticipant[] {
  const { timeZone } = content.product;
  const today = localDate(now, timeZone);
  const randomisedOn = localDate(new Date(drawnAt), timeZone);
  return content.followUps.months.map((months) => {
    const days = followUpDays(content.followUps, randomisedOn, months);
    const report = done.find((each) => each.months === months);
    const remindersSent = reminders.filter((each) => each.months === months).map(({ day }) => day);
    const facts = {
      doneOn: report?.doneOn ?? null,
      isReminded: remindersSent.length > 0,
      // Someone who agreed to take part again is followed up again.
      stoppedOn: data_consent ? (stoppedOn ?? UNKNOWN_DAY) : closedOn,
    };
    return {
      participant: id,
      months,
      ...days,
      state: followUpState(days, facts, today),
      doneOn: facts.doneOn,
      reportedBy: report?.reportedBy ?? null,
      staff: report?.staff ?? null,
      remindersSent,
    };
  });
}

/** A participant's own follow-ups as their screens show them. */
export const presentFollowUps = (
  op: { content: Content; now: Date },
  facts: readonly FollowUpFactsRow[],
  linkSecret: string,
): FollowUp[] =>
  facts.flatMap((row) =>
    followUpsOf(op, row).map(({ participant, months, state, opensOn, dueOn, closesOn }) => ({
      months,
      state,
      opensOn,
      dueOn,
      closesOn,
      link: followUpPath(linkSecret, participant, months),
    })),
  );
