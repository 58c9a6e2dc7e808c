import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { Participant } from '../participants/participant.entity.ts';
import { Staff } from '../staff/staff.entity.ts';

/** A passkey (WebAuthn credential) of a participant or of a member of staff. The private key never leaves their device. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkey',
  properties: {
    /** The credential's own id, as base64url: 1,023 bytes at most. */
    id: p.string().length(1400).primary(),
    participant: () =>
      p.manyToOne(Participant).mapToPk().nullable().deleteRule('cascade').updateRule('cascade').index(),
    staff: () => p.manyToOne(Staff).mapToPk().nullable().deleteRule('cascade').updateRule('cascade').index(),
    name: p.string().length(100),
    /** COSE, as base64url. */
    publicKey: p.text(),
    /** How often it signed, or 0 where its authenticator does not count: a lower one is a copy's. */
    counter: p.bigint('number'),
    transports: p.json<string[]>(),
    createdAt: p.datetime(3),
    lastUsedAt: p.datetime(3).nullable(),
  },
});
export type Passkey = InferEntity<typeof Passkey>;
