import { defineEntity, p } from '@mikro-orm/core';
import { Participant } from '../participants/participant.entity.ts';

/** The newest link to confirm a participant's address, by the SHA-256 of its token, and when a link was used. */
export const AddressConfirmation = defineEntity({
  name: 'AddressConfirmation',
  tableName: 'address_confirmation',
  properties: {
    participant: () =>
      p.manyToOne(Participant).mapToPk().primary().deleteRule('cascade').updateRule('cascade'),
    /** The address that the link went to. Another one of the same participant is not confirmed by it. */
    email: p.string().length(254),
    tokenHash: p.string().length(64).unique(),
    expiresAt: p.datetime(3),
    confirmedAt: p.datetime(3).nullable(),
  },
});
