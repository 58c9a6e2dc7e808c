import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

type Schema = z.core.$ZodType;
type SuccessStatus = 200 | 204 | 205;

/** A call as a value: the API registers it, the client sends it, tests and the OpenAPI document come from it. */
export interface Call {
  readonly method: 'GET' | 'POST';
  /** With its trailing slash. */
  readonly path: `/api/${string}/`;
  readonly summary: string;
  readonly access: 'anyone' | 'participant';
  /** Null when the call takes no body. Unknown fields are dropped. */
  readonly body: Schema | null;
  /** Each success by status; null where the answer has no body. */
  readonly responses: { readonly [S in SuccessStatus]?: Schema | null };
  /** Rejections beyond those of every call (wrong shape, CSRF, rate, fault). */
  readonly errors: readonly ErrorCode[];
  /** True where rejections are `{ errors: { field: [...] } }`. */
  readonly fieldErrors?: true;
  /** True for a save: it goes through the outbox, and `optimistic/` says what it shows before its answer. */
  readonly saves?: true;
  /** True where a rejected save stays on the device until the person has seen it, because it cannot be made again. */
  readonly keptWhenRejected?: true;
}

/** A call that goes through the outbox. */
export type SavingCall = Call & { readonly saves: true };

export const defineCall = <const C extends Call>(call: C): C => call;

/** What the sender passes. */
export type BodyOf<C extends Call> = C['body'] extends Schema ? z.core.input<C['body']> : undefined;
/** What the handler receives. */
export type ParsedBodyOf<C extends Call> = C['body'] extends Schema ? z.core.output<C['body']> : undefined;

type Statuses<C extends Call> = keyof C['responses'] & SuccessStatus;

/** The successes of a call, distinguished by status. */
export type SuccessOf<C extends Call> = {
  [S in Statuses<C>]: C['responses'][S] extends Schema
    ? { status: S; body: z.core.output<C['responses'][S]>; location?: string }
    : { status: S; body?: undefined; location?: string };
}[Statuses<C>];

/** The body of a call's success; never where it has none. */
export type AnswerOf<C extends Call> = NonNullable<SuccessOf<C>['body']>;
