import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../participants/participant.entity.ts';

/** What may be signed, in the words of the team's pages. */
export const SIGNED_KINDS = {
  'adverse-event': 'An adverse event',
  'adverse-event-void': 'Voiding an adverse event',
  'data-lock': 'A data lock',
  'data-unlock': 'Unlocking data',
  correction: 'A correction',
  'linkage-start': 'Starting a linkage',
  linkage: 'Releasing a linkage',
  'data-release': 'Releasing data',
} as const;
export type SignedKind = keyof typeof SIGNED_KINDS;

export const SIGNATURE_PROOFS = { password: 'password', passkey: 'passkey' } as const;
export type SignatureProof = keyof typeof SIGNATURE_PROOFS;

/**
 * An electronic signature (21 CFR 11.50 and 11.70): who signed what, when, what it means, and the SHA-256 of what was
 * signed, by which a later change shows. Rows are only ever added.
 */
export const Signature = defineEntity({
  name: 'Signature',
  tableName: 'signature',
  indexes: [{ properties: ['kind', 'target'] }],
  properties: {
    id: p.uuid().primary(),
    /** Whose data it is about; null for everybody's. */
    participant: () =>
      p.manyToOne(Participant).mapToPk().nullable().deleteRule('cascade').updateRule('cascade').index(),
    kind: p.enum(Object.keys(SIGNED_KINDS) as SignedKind[]),
    /** The adverse event, lock, correction, linkage or export. */
    target: p.uuid(),
    /** Without a foreign key, and with the name as it was: a signature outlives the account of who signed. */
    staff: p.uuid().fieldName('staff_id'),
    name: p.string().length(150),
    meaning: p.string().length(500),
    proof: p.enum(Object.keys(SIGNATURE_PROOFS) as SignatureProof[]),
    hash: p.string().length(64),
    signedAt: p.datetime(3),
  },
});
export type Signature = InferEntity<typeof Signature>;
