import type { Call } from '@stepwise/shared-contracts/calls/call';
import * as calls from '@stepwise/shared-contracts/calls/session.calls';
import { register } from '../../domain/accounts/register.command.ts';
import type { FailedAccess } from '../../domain/audit/failed-access.ts';
import { Participant } from '../../domain/participants/participant.entity.ts';
import { endActingHere } from '../../domain/sessions/end-acting.command.ts';
import { lockStaff } from '../../domain/team/second-factor.command.ts';
import { FieldErrors } from '../../platform/errors/app-error.ts';
import { isPassword } from '../../platform/passwords/password.ts';
import { renewSession } from '../../platform/sessions/session.ts';
import { loadAllData } from '../participant/load-all-data.ts';
import { noteFailedAccess } from '../route/note-failed-access.ts';
import { forAnyone, forReading, type Services, type VisitorRequest } from '../route/route.ts';

const WRONG = 'Please enter a correct email address and password. Note that the password is case-sensitive.';

export const sessionRoutes = {
  loginCheck: forAnyone(calls.loginCheck, async ({ em, session }) => {
    const { participantId } = session;
    const isLoggedIn =
      participantId !== undefined && (await em.count(Participant, { id: participantId })) > 0;
    return isLoggedIn ? { status: 204 } : { status: 200, body: { loggedIn: false as const } };
  }),

  allData: forReading(calls.allData, [], async ({ em, participant, services, session, now }) => ({
    status: 200,
    body: await loadAllData(em, participant, { content: services.content, session, now }),
  })),

  loginUser: forAnyone(calls.loginUser, async (request) => {
    const { body, em, services, ctx, now } = request;
    const email = body.username.trim().toLowerCase();
    const missing = {
      ...(!email && { username: ['Please enter your email address.'] }),
      ...(!body.password && { password: ['Please enter your password.'] }),
    };
    if (Object.keys(missing).length > 0) throw new FieldErrors(missing);
    const participant = await em.findOne(Participant, { email });
    const noteFailure = (type: FailedAccess) => noteFailedAccess(ctx, services, type, participant?.id);
    await services.rateLimits.logIn(ctx.ip, email).catch((error) => {
      noteFailure('session.locked-out');
      throw error;
    });
    if (!(await isPassword(participant?.passwordHash, body.password)) || !participant) {
      noteFailure('session.log-in-failed');
      throw new FieldErrors({ __all__: [WRONG] });
    }
    await services.rateLimits.loggedIn(email);
    return logIn(request, participant, services, now);
  }),

  registerUser: forAnyone(calls.registerUser, async (request) => {
    await request.services.rateLimits.signUp(request.ctx.ip);
    const participant = await register(request);
    return logIn(request, participant, request.services, request.now);
  }),

  logoutUser: forAnyone(calls.logoutUser, async ({ ctx, em, session, now, audit }) => {
    const { participantId, staffId, acting, startedAt, secondFactor } = session;
    if (acting && staffId && participantId) {
      await em.transactional(async (tx) => {
        await lockStaff(tx, staffId);
        // Where something else ended it meanwhile this browser has its session from there, or has none.
        if (!(await endActingHere(tx, ctx, { staffId, now }))) return;
        await renewSession(ctx, now, { staffId, startedAt, ...(secondFactor && { secondFactor }) }, tx);
      });
      return { status: 205, location: `/admin/participants/${participantId}` };
    }
    await em.transactional(async (tx) => {
      if (participantId) await audit(tx, 'session.logged-out', participantId, {});
      await renewSession(ctx, now, {}, tx);
    });
    return { status: 204 };
  }),
};

/**
 * The session's id changes, and what the visitor's session knew goes with the old one. The participant's row is held
 * meanwhile, so that a new password or a withdrawal at the same moment refuses this log-in or ends it.
 */
async function logIn<C extends Call>(
  request: VisitorRequest<C>,
  participant: Participant,
  { content }: Services,
  now: Date,
) {
  const { ctx, em, session, audit } = request;
  const { id, passwordHash } = participant;
  await em.transactional(async (tx) => {
    const [unchanged] = await tx.execute<unknown[]>(
      'select 1 from participant where id = ? and password_hash = ? for share',
      [id, passwordHash],
    );
    if (!unchanged) throw new FieldErrors({ __all__: [WRONG] });
    await renewSession(ctx, now, { participantId: id }, tx);
    await audit(tx, 'session.logged-in', id, {});
  });
  return {
    status: 200 as const,
    body: await loadAllData(em, participant, { content, session, now }),
  };
}
