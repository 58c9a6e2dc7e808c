import type { AnswerOf, Call, ParsedBodyOf, SuccessOf } from '@stepwise/shared-contracts/calls/call';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Context } from 'koa';
import { findTimeZone } from '../../domain/care/tracker/find-time-zone.ts';
import { inTransaction, type Operation } from '../../domain/core/operation/operation.ts';
import { findAndLockParticipant } from '../../domain/people/participants/lock-participant.ts';
import { Participant } from '../../domain/people/participants/participant.entity.ts';
import type { JsonText } from '../../platform/http/json-text.ts';
import { readBody } from '../../platform/http/read-body.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { accountOf, actorOf, type SessionData } from '../../platform/sessions/session-data.ts';
import { holdConnections } from '../../request/hold-connections.ts';
import { requestOperation } from '../../request/request-operation.ts';
import type { Services } from '../../request/services.ts';
import { checkStillActing, notLoggedInError } from './acting-guard.ts';
import { findReply, readIdempotencyKey, saveReply } from './idempotency.ts';

export interface VisitorRequest<C extends Call> {
  call: C;
  ctx: Context;
  services: Services;
  session: SessionData;
  body: ParsedBodyOf<C>;
  /** The person's own (IANA): the request's, or a participant's last one, else UTC; a visitor's may be the trial's. */
  timeZone: string;
  op: Operation;
}

export interface ParticipantRequest<C extends Call> extends VisitorRequest<C> {
  participant: Participant;
}

/** A condition of a route. Throws AppError when the request does not meet it. */
export type Policy = (request: ParticipantRequest<Call>) => void | Promise<void>;

/** A success, or one with its body as JSON text. */
type Answer<C extends Call> = SuccessOf<C> | { status: 200; body: JsonText<AnswerOf<C>> };

export interface Route<C extends Call> {
  call: C;
  answer(ctx: Context, services: Services): Promise<{ status: number; body?: unknown; location?: string }>;
}

/** A call that anyone may make. */
export const forAnyone = <C extends Call>(
  call: C,
  handle: (request: VisitorRequest<C>) => Promise<Answer<C>>,
): Route<C> => ({
  call,
  answer: (ctx, services) => handle(visitorRequest(call, ctx, services)),
});

/** A call that reads what belongs to the participant who is logged in. */
export const forReading = <C extends Call>(
  call: C,
  policies: Policy[],
  handle: (request: ParticipantRequest<C>) => Promise<Answer<C>>,
): Route<C> => ({
  call,
  async answer(ctx, services) {
    const id = participantIdOf(ctx);
    holdConnections(ctx, 'reads');
    const visitor = visitorRequest(call, ctx, services);
    const request = await participantRequest(visitor, await visitor.op.db.findOne(Participant, { id }));
    for (const policy of policies) await policy(request as ParticipantRequest<Call>);
    return handle(request);
  },
});

/**
 * A call that changes what belongs to the participant who is logged in: one transaction for the change, its audit
 * event and the answer to a repeat. The participant's row is locked, so that two saves of one participant run in turn.
 * `before` does what stays done where the transaction is rolled back; `handle` gets its result.
 */
export const forSaving = <C extends Call, Before = undefined>(
  call: C,
  policies: Policy[],
  handle: (request: ParticipantRequest<C>, before: Before) => Promise<SuccessOf<C>>,
  before?: (ctx: Context, services: Services) => Promise<Before>,
): Route<C> => ({
  call,
  async answer(ctx, services) {
    const id = participantIdOf(ctx);
    const visitor = visitorRequest(call, ctx, services);
    const key = readIdempotencyKey(ctx);
    const done = (await before?.(ctx, services)) as Before;
    return inTransaction(visitor.op, async (op) => {
      const participant = await findAndLockParticipant(op.db, id);
      const request = await participantRequest({ ...visitor, op }, participant);
      const earlier = key && (await findReply(op.db, id, key, call));
      if (earlier) return earlier as SuccessOf<C>;
      for (const policy of policies) await policy(request as ParticipantRequest<Call>);
      const success = await handle(request, done);
      if (key) saveReply(op, id, key, call, success);
      return success;
    });
  },
});

function visitorRequest<C extends Call>(call: C, ctx: Context, services: Services): VisitorRequest<C> {
  const session = sessionOf(ctx);
  const timeZone = givenTimeZone(ctx) ?? services.content.product.timeZone;
  const requestedBy = { actor: actorOf(session), onBehalfOf: participantActedFor(session), timeZone };
  return {
    call,
    ctx,
    services,
    session,
    body: readBody(call, ctx),
    timeZone,
    op: requestOperation(ctx, services, requestedBy, (db) => checkStillActing(db, ctx)),
  };
}

async function participantRequest<C extends Call>(
  visitor: VisitorRequest<C>,
  participant: Participant | null,
): Promise<ParticipantRequest<C>> {
  const { ctx, op } = visitor;
  if (!participant) throw notLoggedInError(ctx);
  if (givenTimeZone(ctx)) return { ...visitor, participant };
  const timeZone = (await findTimeZone(op.db, participant.id)) ?? 'UTC';
  return { ...visitor, participant, timeZone, op: { ...op, today: localDate(op.now, timeZone) } };
}

/** The participant of the session. A save made for another waits on the device for that participant's next log-in. */
function participantIdOf(ctx: Context): string {
  const session = sessionOf(ctx);
  const { participantId } = session;
  const meant = ctx.get('x-participant').toLowerCase();
  // A shell of an earlier release names the participant only.
  const isMeant = !meant || meant === accountOf(session) || meant === participantId;
  if (!participantId || !isMeant) throw notLoggedInError(ctx);
  return participantId;
}

const participantActedFor = ({ acting, participantId }: SessionData): string | null =>
  acting && participantId ? participantId : null;

/** Names that need no formatter, which takes longer to make than some answers. */
const TIME_ZONES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** The time zone that the request names, or undefined where it names none that exists. */
export function givenTimeZone(ctx: Context): string | undefined {
  const given = ctx.get('x-time-zone');
  if (!given) return undefined;
  if (TIME_ZONES.has(given)) return given;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
