import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { WarningSign } from '../../care/warning-signs/warning-sign.entities.ts';
import { Participant } from '../../people/participants/participant.entity.ts';
import { ARMS } from '../randomisation/permuted-blocks.ts';

export const MAX_DESCRIPTION_LENGTH = 2000;
export const MAX_CHANGE_REASON_LENGTH = 500;

export const MAX_TERM_LENGTH = 200;
export const MAX_TERM_CODE_LENGTH = 20;
export const MAX_CONCOMITANT_LENGTH = 1000;

/** Why an event is void: it stays, and is counted nowhere. */
export const VOID_REASONS = {
  'wrong-person': 'It was recorded of the wrong person',
  duplicate: 'It was recorded before',
} as const;
export type VoidReason = keyof typeof VOID_REASONS;

export const NOT_ASSESSED = '';

/** An adverse event of a participant, whatever the team says of it in its versions. */
export const AdverseEvent = defineEntity({
  name: 'AdverseEvent',
  tableName: 'adverse_event',
  properties: {
    /** Given with the form, so that a form sent twice is one event. */
    id: p.uuid().primary(),
    participant: () => p.manyToOne(Participant).mapToPk().deleteRule('cascade').updateRule('cascade').index(),
    /** The warning sign that it was recorded from. */
    warningSign: () => p.manyToOne(WarningSign).mapToPk().nullable().deleteRule('set null').index(),
    voidedAt: p.datetime(3).nullable(),
    voidedBy: p.uuid().nullable(),
    voidReason: p.enum(Object.keys(VOID_REASONS) as VoidReason[]).nullable(),
  },
});
export type AdverseEvent = InferEntity<typeof AdverseEvent>;

/**
 * What the team says of an adverse event. A change is another version; the newest has no `supersededAt`. Choices are ids
 * in safety.yaml. An event is serious where it meets at least one of the criteria of ICH E2A.
 */
export const AdverseEventVersion = defineEntity({
  name: 'AdverseEventVersion',
  tableName: 'adverse_event_version',
  uniques: [{ properties: ['event', 'version'] }],
  properties: {
    id: p.integer().primary(),
    event: () => p.manyToOne(AdverseEvent).mapToPk().deleteRule('cascade'),
    /** Counts from 1. */
    version: p.smallint(),
    /** Without a foreign key: a version outlives the account of who wrote it. */
    staff: p.uuid().fieldName('staff_id'),
    at: p.datetime(3),
    supersededAt: p.datetime(3).nullable(),
    /** Why it was changed; null for the first version, empty once the participant became anonymous. */
    reason: p.string().length(MAX_CHANGE_REASON_LENGTH).nullable(),
    /** Empty once the participant became anonymous. */
    description: p.string().length(MAX_DESCRIPTION_LENGTH),
    source: p.string().length(40),
    criteria: p.json<string[]>(),
    severity: p.string().length(40),
    /** These three ask what the group is: NOT_ASSESSED where a blinded member reported it and no one else changed it. */
    relatedness: p.string().length(40),
    expectedness: p.string().length(40),
    outcome: p.string().length(40),
    action: p.string().length(40),
    /** Calendar days in the trial's time zone. */
    onset: p.date(),
    ended: p.date().nullable(),
    /** When the team first knew of it: the clock of a serious event starts then. */
    awareAt: p.datetime(3),
    /** When a serious event was reported to the sponsor. */
    reportedAt: p.datetime(3).nullable(),
    /** When a serious event was reported to the ethics committee. */
    ethicsReportedAt: p.datetime(3).nullable(),
    /** How it is coded, such as by MedDRA, whose licence does not allow a copy here: as text, and empty before. */
    term: p.string().length(MAX_TERM_LENGTH).default(''),
    termCode: p.string().length(MAX_TERM_CODE_LENGTH).default(''),
    /** Other medicines at the time; empty once the participant became anonymous. */
    concomitant: p.string().length(MAX_CONCOMITANT_LENGTH).default(''),
    /** A second member of the team. */
    signedBy: p.uuid().nullable(),
    signedAt: p.datetime(3).nullable(),
  },
});
export type AdverseEventVersion = InferEntity<typeof AdverseEventVersion>;

/** How many adverse events were erased with their participants, by arm (`none` before randomisation) and seriousness. */
export const ErasedAdverseEvents = defineEntity({
  name: 'ErasedAdverseEvents',
  tableName: 'erased_adverse_events',
  properties: {
    arm: p.enum([...ARMS, 'none'] as const).primary(),
    serious: p.boolean().primary(),
    count: p.integer(),
  },
});
