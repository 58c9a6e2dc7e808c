import * as calls from '@stepwise/shared-contracts/calls/session.calls';
import { inTransaction } from '../../domain/core/operation/operation.ts';
import type { FailedAccess } from '../../domain/data/audit-log/failed-access.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import { noteTimeZone } from '../../domain/people/participants/time-zone.ts';
import { endActingIn } from '../../domain/people/sessions/end-acting.command.ts';
import { lockStaff } from '../../domain/people/team/second-factor.command.ts';
import { register } from '../../domain/trial/registration/register.command.ts';
import { countExclusion } from '../../domain/trial/survey/count-exclusion.command.ts';
import { FieldErrors } from '../../platform/errors/app-error.ts';
import type { LogInAttempt } from '../../platform/http/rate-limits.ts';
import { isPassword } from '../../platform/passwords/password.ts';
import { CLEAR_AT_LOG_OUT } from '../../platform/sessions/clear-at-log-out.ts';
import { keyHashOf } from '../../platform/sessions/session-store.ts';
import { isKnownAddress } from '../../request/is-known-address.ts';
import { knownBrowser } from '../../request/known-browser.ts';
import { noteFailedAccess } from '../../request/note-failed-access.ts';
import { renewSession } from '../../request/renew-session.ts';
import { loadAllDataText } from '../participant/load-all-data.ts';
import { forAnyone, forReading, givenTimeZone } from '../route/route.ts';
import { logIn } from './log-in.ts';

const WRONG = 'Please enter a correct email address and password. Note that the password is case-sensitive.';

export const sessionRoutes = {
  loginCheck: forAnyone(calls.loginCheck, async ({ op, session }) => {
    const { participantId } = session;
    const isLoggedIn =
      participantId !== undefined && (await op.db.count(Participant, { id: participantId })) > 0;
    return isLoggedIn ? { status: 204 } : { status: 200, body: { loggedIn: false as const } };
  }),

  allData: forReading(calls.allData, [], async ({ ctx, op, participant, session, services }) => {
    await noteTimeZone(op, participant, givenTimeZone(ctx));
    return { status: 200, body: await loadAllDataText(op, participant, session, services.linkSecret) };
  }),

  loginUser: forAnyone(calls.loginUser, async (request) => {
    const { body, op, services, ctx } = request;
    const email = body.username.trim().toLowerCase();
    const missing = {
      ...(!email && { username: ['Please enter your email address.'] }),
      ...(!body.password && { password: ['Please enter your password.'] }),
    };
    if (Object.keys(missing).length > 0) throw new FieldErrors(missing);
    const participant = await op.db.findOne(Participant, { email });
    const noteFailure = (type: FailedAccess) => noteFailedAccess(ctx, services, type, participant?.id);
    const attempt: LogInAttempt = {
      kind: 'participant',
      email,
      ip: ctx.ip,
      knownBrowser: knownBrowser(ctx, services, participant),
    };
    await services.rateLimits.logIn(attempt).catch((error) => {
      noteFailure('session.locked-out');
      throw error;
    });
    if (!(await isPassword(participant?.passwordHash, body.password)) || !participant) {
      noteFailure('session.log-in-failed');
      throw new FieldErrors({ __all__: [WRONG] });
    }
    await services.rateLimits.loggedIn(attempt);
    return logIn(request, participant, { keep: body.keep, rejection: WRONG });
  }),

  registerUser: forAnyone(calls.registerUser, async (request) => {
    const { body, op, services, session, ctx } = request;
    await services.rateLimits.signUp(ctx.ip);
    await services.rateLimits.work('password', { ip: ctx.ip });
    const participant = await register(op, body, session.survey, isKnownAddress(request));
    // Who has an account is counted by it.
    await countExclusion(op, session.exclusion, null);
    return logIn(request, participant, { rejection: WRONG });
  }),

  logoutUser: forAnyone(calls.logoutUser, async ({ ctx, op, session }) => {
    const { participantId, staffId, acting, startedAt, secondFactor } = session;
    if (acting && staffId && participantId) {
      await inTransaction(op, async (op) => {
        await lockStaff(op.db, staffId);
        // Where another request ended it first, this browser has its session from there, or has none.
        if (!(await endActingIn(op, keyHashOf(ctx)))) return;
        await renewSession(ctx, op, { staffId, startedAt, ...(secondFactor && { secondFactor }) });
      });
      return { status: 205, location: `/admin/participants/${participantId}` };
    }
    // A visitor's session that kept nothing has nothing to end.
    if (!ctx.state.hasSessionRow) return { status: 204 };
    await inTransaction(op, async (op) => {
      if (participantId) await op.audit('session.logged-out', participantId, {});
      await renewSession(ctx, op, {});
    });
    ctx.set(CLEAR_AT_LOG_OUT);
    return { status: 204 };
  }),
};
