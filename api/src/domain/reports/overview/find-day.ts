import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { reportInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { findDoseReports } from '../../care/plan/dose-reports.ts';
import { findVersionsOfDay, type RecordVersion } from '../../care/tracker/find-record-versions.ts';
import type { Content } from '../../core/content/load-content.ts';
import { type AuditRow, auditRows } from '../../data/audit-log/read-audit-log.ts';
import type { Participant } from '../../people/participants/participant.entity.ts';
import { timeZoneOf } from '../../people/participants/time-zone.ts';

interface PlanStep {
  date: string;
  dose: number;
}

/** An item of a list as it stood at the end of the day. */
export interface ItemOfDay {
  text: string;
  /** Marked as a warning sign; false for an activity. */
  redflag: boolean;
}

/** What a participant was shown and did on one of their own days, as far as it is known. */
export interface ParticipantDay {
  /** Where the day was (IANA). */
  timeZone: string;
  /** The content loaded last by the end of the day: SHA-256 of the whole and of each file; null before it was recorded. */
  content: { version: string; files: Record<string, string>; firstSeenAt: Date } | null;
  /** The release of each package that was promoted by the end of the day. */
  releases: {
    package: string;
    live: string | null;
    canary: string | null;
    share: number | null;
    since: Date;
  }[];
  /** The step of the plan, as it was saved last by the end of the day, that stood for the day; null without a plan. */
  planned: (PlanStep & { schedule: number | null }) | null;
  /** What was reported as taken for the day, by what is known now. */
  taken: DoseReport | undefined;
  /** What the screens had as the dose in force, by what was reported by the end of the day. */
  shown: DoseReport | undefined;
  symptoms: ItemOfDay[];
  activities: ItemOfDay[];
  records: RecordVersion[];
  messages: {
    text: 'daily' | 'last' | 'step-announced' | 'step-due' | 'follow-up';
    at: Date;
    outcome: string;
  }[];
  /** Every event about the participant: what they did, who looked, who acted. The oldest first. */
  events: AuditRow[];
}

/** Reads one own day (YYYY-MM-DD) of a participant. What was changed later is read back from the audit log. */
export async function findDay(
  db: EntityManager,
  participant: Participant,
  day: string,
  content: Content,
): Promise<ParticipantDay> {
  const { id } = participant;
  const records = await findVersionsOfDay(db, id, day);
  const timeZone = records[0]?.timeZone ?? timeZoneOf(participant, content);
  const isOfDay = ({ at }: { at: Date }) => localDate(at, timeZone) === day;
  // A day of any zone lies within these.
  const [from, until] = [new Date(`${addDays(day, -1)}T00:00:00Z`), new Date(`${addDays(day, 2)}T12:00:00Z`)];
  const isPast = (at: Date) => localDate(at, timeZone) <= day;
  const about = await auditRows(db)
    .where('e.subject', '=', id)
    .where('e.at', '>=', from)
    .orderBy('e.id')
    .execute();
  const reports = await findDoseReports(db, id);
  const later = about.filter(({ at }) => !isPast(at));
  return {
    timeZone,
    content: await findContent(db, until, isPast),
    releases: await findReleases(db, until, isPast),
    planned: await findPlanned(db, id, until, isPast, day),
    taken: reportInForce(reports, day),
    shown: reportInForce(
      reports.filter(({ reportedAt }) => isPast(new Date(reportedAt))),
      day,
    ),
    ...(await findLists(db, id, later, isPast)),
    records,
    messages: (await findMessages(db, id, day, from, until)).filter(
      (message) => message.text === 'daily' || message.text === 'last' || isOfDay(message),
    ),
    events: about.filter(isOfDay),
  };
}

type IsPast = (at: Date) => boolean;

async function findContent(
  db: EntityManager,
  until: Date,
  isPast: IsPast,
): Promise<ParticipantDay['content']> {
  const rows = await db.execute<NonNullable<ParticipantDay['content']>[]>(
    `select version, files, first_seen_at as "firstSeenAt" from content_version where first_seen_at < ? order by first_seen_at desc`,
    [until],
  );
  return rows.find(({ firstSeenAt }) => isPast(firstSeenAt)) ?? null;
}

async function findReleases(
  db: EntityManager,
  until: Date,
  isPast: IsPast,
): Promise<ParticipantDay['releases']> {
  const rows = await db.execute<ParticipantDay['releases']>(
    `select package, live, canary, canary_share as share, made_at as since from release_change
     where made_at < ? order by revision desc`,
    [until],
  );
  const past = rows.filter(({ since }) => isPast(since));
  return [...new Map(past.reverse().map((row) => [row.package, row])).values()].sort((a, b) =>
    a.package < b.package ? -1 : 1,
  );
}

async function findPlanned(
  db: EntityManager,
  id: string,
  until: Date,
  isPast: IsPast,
  day: string,
): Promise<ParticipantDay['planned']> {
  const changes = await auditRows(db)
    .where('e.subject', '=', id)
    .where('e.type', '=', 'plan.changed')
    .where('e.at', '<', until)
    .orderBy('e.id', 'desc')
    .execute();
  const after = changes.find(({ at }) => isPast(at))?.after as {
    schedule: number | null;
    steps: PlanStep[];
  } | null;
  const step = after?.steps.findLast(({ date }) => date <= day);
  return after && step ? { ...step, schedule: after.schedule } : null;
}

/** The lists at the end of the day: without what was added later, with what was removed later, with flags as they were. */
async function findLists(db: EntityManager, id: string, later: readonly AuditRow[], isPast: IsPast) {
  const idsOf = (type: string) =>
    new Set(
      later.filter((event) => event.type === type).map(({ after }) => (after as { id: number } | null)?.id),
    );
  const flagged = new Map<number, boolean>();
  for (const event of later) {
    if (event.type !== 'symptom.flagged' || !event.before) continue;
    const before = event.before as { id: number; redflag: boolean };
    if (!flagged.has(before.id)) flagged.set(before.id, before.redflag);
  }
  const list = async (table: 'symptom' | 'activity', columns: string, added: Set<number | undefined>) => {
    const rows = await db.execute<{ id: number; text: string; redflag: boolean; removedAt: Date | null }[]>(
      `select id, text, ${columns} as redflag, removed_at as "removedAt" from ${table} where participant_id = ? order by id`,
      [id],
    );
    return rows
      .filter((row) => !added.has(row.id) && !(row.removedAt && isPast(row.removedAt)))
      .map((row) => ({ text: row.text, redflag: flagged.get(row.id) ?? row.redflag }));
  };
  return {
    symptoms: await list('symptom', 'redflag', idsOf('symptom.added')),
    activities: (await list('activity', 'false', idsOf('activity.added'))).map(({ text }) => ({
      text,
      redflag: false,
    })),
  };
}

const findMessages = (db: EntityManager, id: string, day: string, from: Date, until: Date) =>
  db.execute<ParticipantDay['messages']>(
    `select kind as text, marked_at as at, coalesce(outcome, 'unknown') as outcome from reminder_message
       where participant_id = ? and local_date = ?
     union all select 'step-' || kind, marked_at, coalesce(outcome, 'unknown') from step_message
       where participant_id = ? and marked_at between ? and ?
     union all select 'follow-up', sent_at, 'sent' from follow_up_reminder
       where participant_id = ? and sent_at between ? and ?
     order by at`,
    [id, day, id, from, until, id, from, until],
  );
