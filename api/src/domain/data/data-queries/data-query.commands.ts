import { randomUUID } from 'node:crypto';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { query } from '../../../platform/database/query.ts';
import { AppError, notAllowed, notFound } from '../../../platform/errors/app-error.ts';
import { inTransaction, type Operation } from '../../core/operation/operation.ts';
import { lockParticipant } from '../../people/participants/lock-participant.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import {
  DataQuery,
  DataQueryEntry,
  type QueryEntryKind,
  type QueryState,
  type QuerySubject,
} from './data-query.entities.ts';
import { findRuleHits } from './find-rule-hits.ts';

interface NewDataQuery {
  id: string;
  staffId: string;
  about: QuerySubject;
  /** Of a record, step or follow-up. */
  day: string | null;
  /** The adverse event. */
  event: string | null;
  text: string;
}

/**
 * Raises a data query about a participant. One whose id is known was sent twice and is saved once. Throws not-found for a
 * participant who was erased and for an adverse event that is not theirs, and not-allowed for one who became anonymous.
 */
export const raiseDataQuery = (
  op: Operation,
  participantId: string,
  { id, staffId, about, day, event, text }: NewDataQuery,
): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    if ((await db.count(Participant, { id: participantId })) === 0)
      throw new AppError(
        'not-found',
        'This participant was erased, or there never was one of this id. Nothing was saved.',
      );
    const participant = await lockParticipant(db, participantId);
    if (participant.dataConsent === 'anonymous')
      throw notAllowed('No data query is raised about anonymous people: they cannot be asked.');
    if ((await db.count(DataQuery, { id })) > 0) return;
    if (event && !(await isEventOf(db, event, participantId))) throw notFound();
    db.create(DataQuery, { id, participant: participantId, about, day, event, state: 'open', raisedAt: now });
    await db.flush();
    db.create(DataQueryEntry, { query: id, staff: staffId, at: now, kind: 'asked', text });
    await db.flush();
    await op.audit('data-query.raised', participantId, { after: { query: id, about, day, event, text } });
  });

/** Without the event's entity, which is made from folders that use this one. */
async function isEventOf(db: EntityManager, event: string, participantId: string): Promise<boolean> {
  const found = await query(db)
    .selectFrom('adverse_event')
    .select('id')
    .where('id', '=', event)
    .where('participant_id', '=', participantId)
    .execute();
  return found.length > 0;
}

/**
 * Raises a data query for each rule of queries.yaml that the records in force of a participant's day meet, in the
 * transaction that saves one of them. A rule asks once about a day.
 */
export async function raiseRuleQueries(
  op: Operation,
  participant: string,
  localDate: string,
  records: readonly DailyRecord[],
): Promise<void> {
  for (const { id: rule, question } of findRuleHits(op.content.queries.rules, records)) {
    const [raised] = await query(op.db)
      .insertInto('data_query')
      .values({
        ...{ id: randomUUID(), participant_id: participant, about: 'record', day: localDate, rule },
        ...{ state: 'open', raised_at: op.now },
      })
      .onConflict((known) => known.columns(['participant_id', 'rule', 'day']).doNothing())
      .returning('id')
      .execute();
    if (!raised) continue;
    op.db.create(DataQueryEntry, { query: raised.id, at: op.now, kind: 'asked', text: question });
    await op.db.flush();
    await op.audit('data-query.raised-by-rule', participant, {
      after: { query: raised.id, day: localDate, rule },
    });
  }
}

const STATE_AFTER: Record<QueryEntryKind, QueryState> = {
  asked: 'open',
  answered: 'answered',
  closed: 'closed',
  reopened: 'open',
};
/** What may follow each state. */
const MAY_FOLLOW: Record<QueryState, readonly QueryEntryKind[]> = {
  open: ['answered', 'closed'],
  answered: ['closed', 'reopened'],
  closed: ['reopened'],
};

interface QueryResponse {
  staffId: string;
  kind: Exclude<QueryEntryKind, 'asked'>;
  text: string;
  /** The newest entry that the form was about. */
  lastEntry: number;
}

/**
 * Answers, closes or reopens a data query. Throws not-found, conflict where another entry was saved since the form was
 * shown, and not-allowed for what cannot follow.
 */
export const respondToDataQuery = (
  op: Operation,
  id: string,
  { staffId, kind, text, lastEntry }: QueryResponse,
): Promise<void> =>
  inTransaction(op, async (op) => {
    const { db, now } = op;
    const known = await db.findOne(DataQuery, { id });
    if (!known) throw notFound();
    await lockParticipant(db, known.participant);
    const asked = await db.findOneOrFail(DataQuery, { id }, { refresh: true });
    const last = await db.findOneOrFail(DataQueryEntry, { query: id }, { orderBy: { id: 'desc' } });
    if (last.id !== lastEntry)
      throw new AppError(
        'conflict',
        'This query changed meanwhile. Nothing was saved: read it, then write again.',
      );
    if (!MAY_FOLLOW[asked.state].includes(kind))
      throw notAllowed(
        'A query is answered while it is open, and asked again once it was answered or closed.',
      );
    db.create(DataQueryEntry, { query: id, staff: staffId, at: now, kind, text });
    asked.state = STATE_AFTER[kind];
    await db.flush();
    await op.audit(`data-query.${kind}`, asked.participant, { after: { query: id, text } });
  });
