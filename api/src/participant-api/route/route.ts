import { LockMode } from '@mikro-orm/core';
import type { Call, ParsedBodyOf, SuccessOf } from '@stepwise/shared-contracts/calls/call';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { Context } from 'koa';
import type { AuditEventType, AuditPayloads } from '../../domain/audit/audit-event-types.ts';
import { type AuditOrigin, recordAuditEvent } from '../../domain/audit/record-audit-event.ts';
import type { Content } from '../../domain/content/load-content.ts';
import { Participant } from '../../domain/participants/participant.entity.ts';
import type { ReadRegistry } from '../../http/document/registry-reader.ts';
import type { Config } from '../../platform/config/config.ts';
import type { EntityManager } from '../../platform/database/orm.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { readBody } from '../../platform/http/read-body.ts';
import type { JobQueue } from '../../platform/jobs/job-queue.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { sessionOf } from '../../platform/sessions/session.ts';
import { accountOf, actorOf, type SessionData } from '../../platform/sessions/session-data.ts';
import { checkStillActing, notLoggedInError } from './acting-guard.ts';
import { findReply, readIdempotencyKey, saveReply } from './idempotency.ts';

/** What the composition root hands to every route. */
export interface Services {
  config: Config;
  content: Content;
  now: () => Date;
  rateLimits: RateLimits;
  allocationSeed: string;
  jobs: JobQueue;
  readRegistry: ReadRegistry;
  /** What the links that name an address are made with. */
  linkSecret: string;
  metrics: Metrics;
}

export interface VisitorRequest<C extends Call> {
  ctx: Context;
  services: Services;
  session: SessionData;
  body: ParsedBodyOf<C>;
  em: EntityManager;
  now: Date;
  /** The person's own time zone (IANA), and their calendar day in it. */
  timeZone: string;
  today: string;
  /** Writes an event of the trail in the transaction `tx`. */
  audit<T extends AuditEventType>(
    tx: EntityManager,
    type: T,
    subject: string,
    values: AuditPayloads[T],
  ): Promise<void>;
}

export interface ParticipantRequest<C extends Call> extends Omit<VisitorRequest<C>, 'audit'> {
  participant: Participant;
  /** A member of staff acts for the participant. */
  isActing: boolean;
  /** Who asks for this, when and in whose place, as the trail tells it. */
  origin: AuditOrigin;
  audit<T extends AuditEventType>(type: T, values: AuditPayloads[T]): Promise<void>;
}

/** A condition of a route. Throws AppError when the request does not meet it. */
export type Policy = (request: ParticipantRequest<Call>) => void;

export interface Route<C extends Call> {
  call: C;
  answer(ctx: Context, services: Services): Promise<SuccessOf<C>>;
}

/** A call that anyone may make. */
export const forAnyone = <C extends Call>(
  call: C,
  handle: (request: VisitorRequest<C>) => Promise<SuccessOf<C>>,
): Route<C> => ({
  call,
  answer: (ctx, services) => handle(visitorRequest(call, ctx, services)),
});

/** A call that reads what belongs to the participant who is logged in. */
export const forReading = <C extends Call>(
  call: C,
  policies: Policy[],
  handle: (request: ParticipantRequest<C>) => Promise<SuccessOf<C>>,
): Route<C> => ({
  call,
  async answer(ctx, services) {
    const id = participantIdOf(ctx);
    const visitor = visitorRequest(call, ctx, services);
    const participant = await visitor.em.findOne(Participant, { id });
    return handle(participantRequest(visitor, participant, policies));
  },
});

/**
 * A call that changes what belongs to the participant who is logged in: one transaction for the change, its audit
 * event and the answer to a repeat. The participant's row is locked, so that two saves of one person run in turn.
 */
export const forSaving = <C extends Call>(
  call: C,
  policies: Policy[],
  handle: (request: ParticipantRequest<C>) => Promise<SuccessOf<C>>,
): Route<C> => ({
  call,
  answer(ctx, services) {
    const id = participantIdOf(ctx);
    const visitor = visitorRequest(call, ctx, services);
    const key = readIdempotencyKey(ctx);
    return visitor.em.transactional(async (em) => {
      const participant = await em.findOne(Participant, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const request = participantRequest({ ...visitor, em }, participant, []);
      const earlier = key && (await findReply(em, id, key, call));
      if (earlier) return earlier as SuccessOf<C>;
      for (const policy of policies) policy(request as ParticipantRequest<Call>);
      const success = await handle(request);
      if (key) await saveReply(em, id, key, call, success, visitor.now);
      return success;
    });
  },
});

function visitorRequest<C extends Call>(call: C, ctx: Context, services: Services): VisitorRequest<C> {
  const session = sessionOf(ctx);
  const now = services.now();
  const timeZone = readTimeZone(ctx, services.content.product.timeZone);
  const em = ctx.state.em as EntityManager;
  return {
    ctx,
    services,
    session,
    body: readBody(call, ctx),
    em,
    now,
    timeZone,
    today: localDate(now, timeZone),
    async audit(tx, type, subject, values) {
      await checkStillActing(tx, ctx);
      await recordAuditEvent(tx, type, originOf(ctx, session, subject, now), values);
    },
  };
}

function participantRequest<C extends Call>(
  visitor: VisitorRequest<C>,
  participant: Participant | null,
  policies: Policy[],
): ParticipantRequest<C> {
  const { ctx, session, now, em } = visitor;
  if (!participant) throw notLoggedInError(ctx);
  const origin = originOf(ctx, session, participant.id, now);
  const request: ParticipantRequest<C> = {
    ...visitor,
    participant,
    isActing: session.acting !== undefined,
    origin,
    async audit(type, values) {
      await checkStillActing(em, ctx);
      await recordAuditEvent(em, type, origin, values);
    },
  };
  for (const policy of policies) policy(request as ParticipantRequest<Call>);
  return request;
}

/** Whose session this is. A save made for somebody else waits on the device for that person's next log-in. */
function participantIdOf(ctx: Context): string {
  const session = sessionOf(ctx);
  const { participantId } = session;
  const meant = ctx.get('x-participant').toLowerCase();
  // A shell of an earlier release names the participant alone.
  const isMeant = !meant || meant === accountOf(session) || meant === participantId;
  if (!participantId || !isMeant) throw notLoggedInError(ctx);
  return participantId;
}

function originOf(ctx: Context, session: SessionData, subject: string, at: Date): AuditOrigin {
  return {
    actor: actorOf(session),
    onBehalfOf: session.acting ? subject : null,
    subject,
    requestId: ctx.state.requestId as string,
    at,
  };
}

/** The zone a browser names, or the trial's own where it names none that exists. */
function readTimeZone(ctx: Context, fallback: string): string {
  const given = ctx.get('x-time-zone');
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return fallback;
  }
}
