import { sql } from 'kysely';
import { query } from '../../../platform/database/query.ts';
import { composeMessage } from '../../core/mail/compose-message.ts';
import type { Mailing } from '../../core/mail/mailing.ts';
import { sendEach } from '../../core/mail/send-each.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { Staff } from '../../people/staff/staff.entity.ts';
import { hasRight } from '../../people/staff/staff-rights.ts';
import { adverseEvents } from './find-adverse-events.ts';
import { noticeAt, reportsOf, type SafetyNoticeKind } from './safety-clock.ts';

const MESSAGES = {
  recorded: 'safetyRecorded',
  'half-way': 'safetyHalfWay',
  due: 'safetyDue',
  overdue: 'safetyOverdue',
} as const satisfies Record<SafetyNoticeKind, string>;

/** Reports of serious events that were not made yet, the first due first. */
export async function findOpenReports({ db, content }: Pick<Operation, 'db' | 'content'>) {
  const events = await adverseEvents(db)
    .select([
      'e.id',
      'p.study_id as studyId',
      'v.aware_at as awareAt',
      'v.reported_at as reportedAt',
      'v.ethics_reported_at as ethicsReportedAt',
    ])
    .where(sql<boolean>`jsonb_array_length(v.criteria) > 0`)
    .where(sql<boolean>`(v.reported_at is null or v.ethics_reported_at is null)`)
    .orderBy('v.aware_at')
    .orderBy('e.id')
    .execute();
  return events
    .flatMap((event) =>
      reportsOf(event, content.safety)
        .filter(({ madeAt }) => !madeAt)
        .map((report) => ({ ...event, ...report })),
    )
    .sort((a, b) => a.due.getTime() - b.due.getTime());
}

/**
 * Tells those who report serious events of each that waits: when it is recorded, half-way to the deadline, when that is
 * near, and when it has passed. Each message is sent once to each, and says nothing of the participant or the event.
 */
export async function sendSafetyNotices(op: Operation, mailing: Mailing): Promise<void> {
  const { db, content, now } = op;
  const reports = await findOpenReports(op);
  if (reports.length === 0) return;
  const team = (await db.find(Staff, {}, { orderBy: { id: 'asc' } })).filter((each) =>
    hasRight(each, 'change-adverse-event'),
  );
  const notices = reports
    .map(({ id, awareAt, to, hours }) => ({ id, to, kind: noticeAt(awareAt, hours, now) }))
    // One message says that it was recorded.
    .filter(({ to, kind }) => to === 'sponsor' || kind !== 'recorded')
    .flatMap((notice) => team.map((staff) => ({ ...notice, staff })));
  await sendEach(notices, ({ id, staff, kind, to }) =>
    // Another replica that sends the same one waits for this transaction, and then finds the row.
    inTransaction(op, async ({ db }) => {
      const [isNew] = await query(db)
        .insertInto('safety_notice')
        .values({ event_id: id, kind, target: to, staff_id: staff.id, sent_at: now })
        .onConflict((known) => known.doNothing())
        .returning('kind')
        .execute();
      if (!isNew) return;
      const link = mailing.adverseEventUrl(id);
      await mailing.mailer.send(
        composeMessage(content, content.mail[MESSAGES[kind]], { to: staff.email, link }),
      );
    }),
  );
}
