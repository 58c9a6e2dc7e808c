import type { Call } from '@stepwise/shared-contracts/calls/call';
import { inTransaction, type Operation } from '../../domain/core/operation/operation.ts';
import type { Participant } from '../../domain/people/participants/participant.entity.ts';
import { noteTimeZone } from '../../domain/people/participants/time-zone.ts';
import { newDeviceToken } from '../../domain/people/sessions/device-token.ts';
import { addDevice } from '../../domain/people/sessions/devices.command.ts';
import { query } from '../../platform/database/query.ts';
import { FieldErrors } from '../../platform/errors/app-error.ts';
import { deviceName } from '../../request/device-name.ts';
import { rememberBrowser } from '../../request/known-browser.ts';
import { deviceSession, giveToken } from '../../request/remembered-device.ts';
import { renewSession } from '../../request/renew-session.ts';
import { loadAllDataText } from '../participant/load-all-data.ts';
import { givenTimeZone, type VisitorRequest } from '../route/route.ts';

interface LogIn {
  /** The browser stays logged in. */
  keep?: boolean | undefined;
  /** The words for one that is rejected. */
  rejection: string;
  /** What proves who it is, where no password did. */
  proof?: (op: Operation) => Promise<boolean>;
}

/**
 * The session's id changes, and what the visitor's session stored goes with the old one. The participant's row is locked
 * meanwhile, so that a new password or a withdrawal at the same moment rejects this log-in or ends it.
 */
export async function logIn<C extends Call>(
  { ctx, op, session, services }: VisitorRequest<C>,
  participant: Participant,
  { keep = false, rejection, proof }: LogIn,
) {
  const { id, passwordHash } = participant;
  const token = keep ? newDeviceToken() : undefined;
  await inTransaction({ ...op, actor: `participant:${id}`, onBehalfOf: null }, async (op) => {
    const unchanged = await query(op.db)
      .selectFrom('participant')
      .select('id')
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash ?? null)
      .forShare()
      .executeTakeFirst();
    const isProved = unchanged && (proof ? await proof(op) : true);
    if (!isProved) throw new FieldErrors({ __all__: [rejection] });
    const name = deviceName(ctx.get('user-agent'));
    const sessionMs = services.config.sessionAbsoluteMs;
    const device = await addDevice(op, { participantId: id, name, token, sessionMs });
    await renewSession(ctx, op, deviceSession(device));
    const how = { ...(keep && { kept: true as const }), ...(proof && { passkey: true as const }) };
    await op.audit('session.logged-in', id, Object.keys(how).length > 0 ? { after: how } : {});
  });
  if (token) giveToken(ctx, services, token);
  rememberBrowser(ctx, services, participant);
  await noteTimeZone(op, participant, givenTimeZone(ctx));
  return { status: 200 as const, body: await loadAllDataText(op, participant, session, services.linkSecret) };
}
