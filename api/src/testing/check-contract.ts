import assert from 'node:assert/strict';
import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import {
  ERROR_STATUS,
  type ErrorCode,
  errorBodySchema,
  fieldErrorsSchema,
} from '@stepwise/shared-contracts/calls/errors';
import * as z from 'zod';

const calls: readonly Call[] = Object.values(allCalls);

/** The errors of every call, whatever its own `errors` say. */
const OF_EVERY_CALL: ErrorCode[] = [
  'bad-request',
  'wrong-csrf-token',
  'too-large',
  'unsupported-media-type',
  'too-many-requests',
  'internal',
  'unavailable',
];

/**
 * Holds an answer to the contract: a success has the declared shape and nothing besides, a rejection is one that the call
 * declares, with the status of its code.
 */
export function checkContract(method: string, path: string, status: number, body: unknown): void {
  const call = calls.find((each) => each.path === path && each.method === method);
  if (!call) return;
  if (status in call.responses) {
    const schema = call.responses[status as keyof Call['responses']];
    assert.deepEqual(body, schema ? z.parse(schema, body) : undefined);
    return;
  }
  if (call.fieldErrors && fieldErrorsSchema.safeParse(body).success) {
    assert.equal(status, 400);
    return;
  }
  const { error } = z.parse(errorBodySchema, body);
  const codes: string[] = [...OF_EVERY_CALL, ...call.errors];
  assert(codes.includes(error.code), `${error.code} is not among ${codes}`);
  assert.equal(status, ERROR_STATUS[error.code as ErrorCode]);
}
