import { defineEntity, p } from '@mikro-orm/core';
import { Participant } from '../participants/participant.entity.ts';
import { Staff } from '../staff/staff.entity.ts';

/**
 * A request for a new password for this address, which may have no account; or a manager asked for this member of
 * staff to choose one. Gone once the message is sent.
 */
export const PasswordResetRequest = defineEntity({
  name: 'PasswordResetRequest',
  tableName: 'password_reset_request',
  properties: {
    /** The id of the HTTP request that asked. */
    id: p.uuid().primary(),
    email: p.string().length(254),
    requestedAt: p.datetime(3),
    staff: () => p.manyToOne(Staff).mapToPk().nullable().deleteRule('cascade').updateRule('cascade').index(),
  },
});

/** By which one account can choose a new password, once. The key is the SHA-256 of the link's token. */
export const PasswordResetToken = defineEntity({
  name: 'PasswordResetToken',
  tableName: 'password_reset_token',
  properties: {
    tokenHash: p.string().length(64).primary(),
    participant: () =>
      p.oneToOne(Participant).mapToPk().nullable().owner().deleteRule('cascade').updateRule('cascade'),
    staff: () => p.oneToOne(Staff).mapToPk().nullable().owner().deleteRule('cascade').updateRule('cascade'),
    expiresAt: p.datetime(3),
  },
});
