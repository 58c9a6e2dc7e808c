import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../../people/participants/participant.entity.ts';

export const MAX_QUERY_LENGTH = 1000;

/** What a data query is about, in the words of the team's pages. */
export const QUERY_SUBJECTS = {
  record: 'A day’s record',
  step: 'A dose step',
  'follow-up': 'A follow-up',
  'adverse-event': 'An adverse event',
} as const;
export type QuerySubject = keyof typeof QUERY_SUBJECTS;

export const QUERY_STATES = { open: 'Open', answered: 'Answered', closed: 'Closed' } as const;
export type QueryState = keyof typeof QUERY_STATES;

/** A question about a value of a participant, raised by the team or by a rule of queries.yaml. */
export const DataQuery = defineEntity({
  name: 'DataQuery',
  tableName: 'data_query',
  uniques: [{ properties: ['participant', 'rule', 'day'] }],
  indexes: [{ properties: ['state', 'raisedAt'] }],
  properties: {
    /** Given with the form, so that a form sent twice is one query. */
    id: p.uuid().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade'),
    about: p.string().length(20).$type<QuerySubject>(),
    /** The participant's own day of the record, or the planned day of the step or follow-up. */
    day: p.date().nullable(),
    /** The adverse event. */
    event: p.uuid().fieldName('event_id').nullable(),
    /** The id of the rule that raised it; null where the team did. */
    rule: p.string().length(40).nullable(),
    state: p.string().length(10).$type<QueryState>(),
    raisedAt: p.datetime(3),
  },
});
export type DataQuery = InferEntity<typeof DataQuery>;

export const QUERY_ENTRIES = {
  asked: 'Asked',
  answered: 'Answered',
  closed: 'Closed',
  reopened: 'Asked again',
} as const;
export type QueryEntryKind = keyof typeof QUERY_ENTRIES;

/** Who asked, answered or closed a data query. Entries are only ever added. */
export const DataQueryEntry = defineEntity({
  name: 'DataQueryEntry',
  tableName: 'data_query_entry',
  properties: {
    id: p.integer().primary(),
    query: () => p.manyToOne(DataQuery).mapToPk().deleteRule('cascade').index(),
    /** Null where a rule asked. Without a foreign key: an entry outlives the account of who wrote it. */
    staff: p.uuid().fieldName('staff_id').nullable(),
    at: p.datetime(3),
    kind: p.string().length(10).$type<QueryEntryKind>(),
    /** Empty once the participant became anonymous. */
    text: p.string().length(MAX_QUERY_LENGTH),
  },
});
export type DataQueryEntry = InferEntity<typeof DataQueryEntry>;
