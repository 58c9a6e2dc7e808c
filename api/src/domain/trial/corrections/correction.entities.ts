import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DataQuery } from '../../data/data-queries/data-query.entities.ts';
import { Participant } from '../../people/participants/participant.entity.ts';

/** What a value that can be corrected belongs to. Adverse events and contact details have versions of their own. */
export const VALUE_KINDS = {
  record: 'Check-up',
  'dose-report': 'Dose report',
  'follow-up': 'Follow-up',
  baseline: 'Before randomisation',
} as const;
export type ValueKind = keyof typeof VALUE_KINDS;

export const MAX_CORRECTION_TEXT_LENGTH = 500;
const MAX_VALUE_LENGTH = 40;
const kind = () => p.enum(Object.keys(VALUE_KINDS) as ValueKind[]);
const owner = () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index();

/** A value that the team corrected: what it was, what it is, why, and by which source. Rows are only ever added. */
export const Correction = defineEntity({
  name: 'Correction',
  tableName: 'correction',
  properties: {
    id: p.uuid().primary(),
    participant: owner,
    kind,
    /** The own day of a record, the id of a dose report, the months of a follow-up; empty for the baseline. */
    target: p.string().length(MAX_VALUE_LENGTH),
    field: p.string().length(MAX_VALUE_LENGTH),
    /** Values as they are stored: true or false, a dose a day, a day, or the id of an option. */
    oldValue: p.string().length(MAX_VALUE_LENGTH),
    newValue: p.string().length(MAX_VALUE_LENGTH),
    /** Empty once the participant became anonymous, and so is the source. */
    reason: p.string().length(MAX_CORRECTION_TEXT_LENGTH),
    source: p.string().length(MAX_CORRECTION_TEXT_LENGTH),
    /** The data query that asked for it. */
    query: () => p.manyToOne(DataQuery).mapToPk().nullable().deleteRule('set null').index(),
    /** Without a foreign key: a correction outlives the account of who made it. */
    staff: p.uuid().fieldName('staff_id'),
    at: p.datetime(3),
  },
});
export type Correction = InferEntity<typeof Correction>;

/** A monitor compared a value with its source. A correction takes the mark away, and so does another report of the value. */
export const SourceVerification = defineEntity({
  name: 'SourceVerification',
  tableName: 'source_verification',
  properties: {
    id: p.integer().primary(),
    participant: owner,
    kind,
    target: p.string().length(MAX_VALUE_LENGTH),
    field: p.string().length(MAX_VALUE_LENGTH),
    /** The value that was compared. */
    value: p.string().length(MAX_VALUE_LENGTH),
    staff: p.uuid().fieldName('staff_id'),
    at: p.datetime(3),
    /** When a correction took it away. */
    removedAt: p.datetime(3).nullable(),
  },
});
export type SourceVerification = InferEntity<typeof SourceVerification>;
