import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { ERROR_STATUS, errorBodySchema, fieldErrorsSchema } from '@stepwise/shared-contracts/calls/errors';
import {
  PLAN_ACTORS,
  PLAN_REJECTIONS,
  PLAN_STATES,
  PLAN_TABLE,
  type PlanAction,
  type PlanState,
  planRejection,
} from '@stepwise/shared-contracts/plan/plan-state';
import * as z from 'zod';

type Schema = z.core.$ZodType;

const json = (schema: Schema, io: 'input' | 'output') => ({
  content: { 'application/json': { schema: z.toJSONSchema(schema, { io, target: 'draft-2020-12' }) } },
});

const RETRY_AFTER = {
  description: 'After how many seconds another attempt is allowed.',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};

/** The OpenAPI 3.1 document of the calls, made from the same values the API and the client use. */
export function openApiDocument(productName: string, sessionCookie: string) {
  const paths = Object.fromEntries(
    Object.entries(allCalls as Record<string, Call>).map(([name, call]) => [
      call.path,
      { [call.method.toLowerCase()]: { operationId: name, ...describe(call), ...planStates(name) } },
    ]),
  );
  const securitySchemes = { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } };
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '1' },
    components: { securitySchemes },
    paths,
  };
}

/** Where a call depends on the state of the participant's plan: who may make it in each, or its rejection. */
function planStates(name: string) {
  if (!(name in PLAN_TABLE)) return {};
  const cells = (state: PlanState) =>
    PLAN_ACTORS.map((actor) => {
      const rejection = planRejection(name as PlanAction, state, actor);
      return [
        actor,
        rejection ? { code: PLAN_REJECTIONS[rejection], reason: rejection } : 'allowed',
      ] as const;
    });
  return {
    'x-plan-states': Object.fromEntries(
      PLAN_STATES.map((state) => [state, Object.fromEntries(cells(state))]),
    ),
  };
}

function describe(call: Call) {
  return {
    summary: call.summary,
    'x-access': call.access,
    security: call.access === 'participant' ? [{ session: [] }] : [],
    ...(call.method === 'POST' && {
      parameters: [{ name: 'X-CSRFToken', in: 'header', required: true, schema: { type: 'string' } }],
    }),
    ...(call.body && { requestBody: { required: true, ...json(call.body, 'input') } }),
    responses: { ...successes(call), ...rejections(call) },
  };
}

const successes = (call: Call) =>
  Object.fromEntries(
    Object.entries(call.responses).map(([status, schema]) => [
      status,
      { description: 'Success', ...(schema && json(schema, 'output')) },
    ]),
  );

function rejections(call: Call) {
  const codes = new Set([
    ...(call.body ? (['bad-request', 'too-large', 'unsupported-media-type'] as const) : []),
    ...(call.method === 'POST' ? (['wrong-csrf-token'] as const) : []),
    ...call.errors,
    'too-many-requests' as const,
    'internal' as const,
    'unavailable' as const,
  ]);
  const byStatus = new Map<number, string[]>();
  for (const code of codes)
    byStatus.set(ERROR_STATUS[code], [...(byStatus.get(ERROR_STATUS[code]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      status,
      {
        description: names.join(', '),
        ...(status === ERROR_STATUS['too-many-requests'] && { headers: { 'Retry-After': RETRY_AFTER } }),
        ...json(
          call.fieldErrors && status === 400
            ? z.union([fieldErrorsSchema, errorBodySchema])
            : errorBodySchema,
          'output',
        ),
      },
    ]),
  );
}
