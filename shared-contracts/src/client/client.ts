import * as z from 'zod/mini';
import type { BodyOf, Call, SuccessOf } from '../calls/call.ts';
import { ERROR_STATUS, type ErrorCode, errorBodySchema, fieldErrorsSchema } from '../calls/errors.ts';
import { REMEMBERED_FOR, SESSION_ENDS_IN } from '../calls/session-header.ts';
import { REVISION_HEADER } from '../federation/registry-news.ts';
import { CallError } from './call-error.ts';

export interface SendOptions {
  /** Makes a repeat of the same save harmless; the server answers the repeat as it answered the first. */
  idempotencyKey?: string;
  /** Whose save this is. The server rejects it when the session has meanwhile become another participant's. */
  participant?: string;
  /** Where the person was when they made it (IANA); where the browser is now if not given. */
  timeZone?: string;
  /** The call goes on when the page is left. */
  keepalive?: boolean;
  signal?: AbortSignal;
}

export interface Client {
  /** Sends a call and returns its success. Rejects with CallError, never with anything else. */
  send<C extends Call>(call: C, body: BodyOf<C>, options?: SendOptions): Promise<SuccessOf<C>>;
}

interface ClientSettings {
  fetch: typeof globalThis.fetch;
  /** The `csrftoken` cookie as it stands at the moment of sending. */
  csrfToken: () => string;
  timeZone: () => string;
  /** Called when a call that needs a log-in finds none: the session has ended. The server may say where to go then. */
  onLoggedOut?: (location: string | null) => void;
  /** Called when an answer says in how many seconds the session ends. */
  onSessionEnd?: (seconds: number) => void;
  /** Called with the revision of the registry that an answer carries. */
  onRevision?: (revision: string) => void;
  /**
   * Called when an answer says for how many seconds this device stays logged in: null where it does not, and 0 where that
   * was ended because a copy of its token was used.
   */
  onRememberedFor?: (seconds: number | null) => void;
}

/** How often a call is sent again with a newer token. */
const MAX_REPEATS = 2;

export function createClient(settings: ClientSettings): Client {
  const attempt = async (call: Call, body: unknown, options: SendOptions): Promise<Response> => {
    try {
      const response = await settings.fetch(call.path, {
        method: call.method,
        credentials: 'include',
        cache: 'no-store',
        headers: {
          accept: 'application/json',
          'x-time-zone': options.timeZone ?? settings.timeZone(),
          ...(call.method === 'POST' && { 'x-csrftoken': settings.csrfToken() }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
          ...(options.participant && { 'x-participant': options.participant }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(options.keepalive && { keepalive: true }),
        ...(options.signal && { signal: options.signal }),
      });
      const seconds = response.headers.get(SESSION_ENDS_IN);
      const rememberedFor = response.headers.get(REMEMBERED_FOR);
      const revision = response.headers.get(REVISION_HEADER);
      if (revision !== null) settings.onRevision?.(revision);
      if (seconds !== null) settings.onSessionEnd?.(Number(seconds));
      if (rememberedFor !== null) settings.onRememberedFor?.(Number(rememberedFor));
      else if (seconds !== null) settings.onRememberedFor?.(null);
      return response;
    } catch {
      throw new CallError('unreachable', 'No answer came.');
    }
  };

  return {
    async send<C extends Call>(call: C, body: BodyOf<C>, options: SendOptions = {}): Promise<SuccessOf<C>> {
      let response = await attempt(call, body, options);
      // A session that ended elsewhere leaves an old token behind; the rejection carries the new one. Another call's answer
      // may have replaced that one as well: each of a page's first calls after a cold start begins a session.
      for (let repeats = 0; repeats < MAX_REPEATS; repeats += 1) {
        if (response.status !== ERROR_STATUS['wrong-csrf-token'] || call.method !== 'POST') break;
        const failure = await readFailure(response);
        if (failure.code !== 'wrong-csrf-token') throw failure;
        response = await attempt(call, body, options);
      }
      if (response.status in call.responses) return readSuccess(call, response);
      const failure = await readFailure(response);
      if (failure.code === 'not-logged-in') settings.onLoggedOut?.(response.headers.get('location'));
      throw failure;
    },
  };
}

async function readSuccess<C extends Call>(call: C, response: Response): Promise<SuccessOf<C>> {
  const schema = call.responses[response.status as keyof C['responses'] & 200];
  const location = response.headers.get('location');
  const success = { status: response.status, ...(location && { location }) };
  if (!schema) return success as SuccessOf<C>;
  const parsed = z.safeParse(schema, await readJson(response));
  if (!parsed.success) throw new CallError('unreadable', 'The answer could not be understood.');
  return { ...success, body: parsed.data } as SuccessOf<C>;
}

async function readFailure(response: Response): Promise<CallError> {
  const json = await readJson(response);
  const { status } = response;
  const fields = fieldErrorsSchema.safeParse(json);
  if (fields.success) {
    return new CallError('field-errors', 'Some details need correcting.', {
      status,
      fields: fields.data.errors,
    });
  }
  const rejection = errorBodySchema.safeParse(json);
  if (rejection.success && rejection.data.error.code in ERROR_STATUS) {
    const { code, message, issues } = rejection.data.error;
    return new CallError(code as ErrorCode, message, { status, issues });
  }
  return new CallError('unreadable', 'The answer could not be understood.', { status });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
