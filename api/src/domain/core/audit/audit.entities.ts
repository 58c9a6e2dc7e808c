import { defineEntity, p } from '@mikro-orm/core';

/**
 * One event of the log, append-only in the database itself. `valuesHash` is the salted hash of the personal values,
 * which lie in AuditValues; `hash` chains this row to the one before it. Ids of people are stored without a foreign key:
 * the log outlives them.
 */
export const AuditEvent = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_event',
  properties: {
    id: p.integer().primary(),
    at: p.datetime(3),
    type: p.string().length(60),
    actor: p.string().length(60),
    /** The participant a member of staff acted for. */
    onBehalfOf: p.uuid().nullable(),
    subject: p.uuid().nullable(),
    requestId: p.string().length(64),
    valuesHash: p.string().length(64),
    previousHash: p.string().length(64),
    hash: p.string().length(64),
  },
  indexes: [
    { properties: ['subject', 'id'] },
    { properties: ['actor', 'id'] },
    { properties: ['type', 'id'] },
    { properties: ['at', 'id'] },
  ],
});

/** The old and new values of an event. Erasing a participant empties them; the chain still verifies. */
export const AuditValues = defineEntity({
  name: 'AuditValues',
  tableName: 'audit_values',
  properties: {
    event: () => p.oneToOne(AuditEvent).mapToPk().primary().owner(),
    salt: p.string().length(32),
    before: p.json<unknown>().nullable(),
    after: p.json<unknown>().nullable(),
  },
});

/** A signed head of the log: `hash` is that of `event`, the last one at the time. Append-only as well. */
export const AuditHead = defineEntity({
  name: 'AuditHead',
  tableName: 'audit_head',
  properties: {
    id: p.integer().primary(),
    event: p.integer().fieldName('event_id'),
    hash: p.string().length(64),
    signedAt: p.datetime(3),
    /** Ed25519, both in base64url. */
    publicKey: p.string().length(43),
    signature: p.string().length(86),
  },
});

/** When heads were mailed to the witnesses. */
export const AuditHeadMailing = defineEntity({
  name: 'AuditHeadMailing',
  tableName: 'audit_head_mailing',
  properties: { mailedAt: p.datetime(3).primary() },
});
