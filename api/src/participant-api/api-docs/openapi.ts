import { allCalls } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { ERROR_STATUS, errorBodySchema, fieldErrorsSchema } from '@stepwise/shared-contracts/calls/errors';
import { allDataSchema } from '@stepwise/shared-contracts/entities/all-data';
import { followUpSchema } from '@stepwise/shared-contracts/entities/follow-up';
import {
  doseReportSchema,
  medicationSchema,
  prescriptionDefaultSchema,
  prescriptionSchema,
  scheduleSchema,
  setupQuestionSchema,
} from '@stepwise/shared-contracts/entities/plan';
import { articleSchema } from '@stepwise/shared-contracts/entities/site-content';
import { surveySchema } from '@stepwise/shared-contracts/entities/survey';
import {
  activitySchema,
  dailyRecordSchema,
  symptomSchema,
} from '@stepwise/shared-contracts/entities/tracker';
import { userSchema } from '@stepwise/shared-contracts/entities/user';
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
import { examples } from './examples.ts';
import { tagOf, tags } from './tags.ts';

type Schema = z.core.$ZodType;

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});
const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const bodyName = (call: string) => `${capitalised(call)}Body`;

/** What several answers have in it. */
const SHARED: Record<string, Schema> = {
  ...{ Error: errorBodySchema, FieldErrors: fieldErrorsSchema, AllData: allDataSchema, User: userSchema },
  ...{ Schedule: scheduleSchema, Medication: medicationSchema, Prescription: prescriptionSchema },
  ...{ DoseReport: doseReportSchema, PrescriptionDefault: prescriptionDefaultSchema },
  ...{ DailyRecord: dailyRecordSchema, Symptom: symptomSchema, Activity: activitySchema },
  ...{ SetupQuestion: setupQuestionSchema, Survey: surveySchema, FollowUp: followUpSchema },
  ...{ Article: articleSchema },
};

/** The schemas of every body and answer by name, and the name of each answer's. */
function nameSchemas(calls: [name: string, call: Call][]) {
  const answers = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(SHARED)) answers.add(schema, { id });
  for (const [name, { responses }] of calls)
    for (const schema of Object.values(responses))
      if (schema && !answers.has(schema)) answers.add(schema, { id: `${capitalised(name)}Answer` });
  const bodies = z.registry<{ id: string }>();
  // A body that two calls have stands under the name of each.
  for (const [name, { body }] of calls) if (body) bodies.add(z.clone(body), { id: bodyName(name) });
  return {
    schemas: { ...convert(answers, 'output'), ...convert(bodies, 'input') },
    nameOf: (schema: Schema) => answers.get(schema)?.id ?? '',
  };
}

function convert(registry: z.core.$ZodRegistry<{ id: string }>, io: 'input' | 'output') {
  const { schemas } = z.toJSONSchema(registry, {
    ...{ io, target: 'draft-2020-12' as const },
    uri: (id) => refTo(id).$ref,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  );
}

const RETRY_AFTER = {
  description: 'After how many seconds another attempt is allowed.',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};

/** The OpenAPI 3.1 document of the calls, made from the same values the API and the client use. */
export function openApiDocument(productName: string, sessionCookie: string) {
  const calls = Object.entries<Call>(allCalls);
  const { schemas, nameOf } = nameSchemas(calls);
  const paths = Object.fromEntries(
    calls.map(([name, call]) => [
      call.path,
      {
        [call.method.toLowerCase()]: {
          ...{ operationId: name, tags: [tagOf(name)] },
          ...describe(name, call, nameOf),
          ...planStates(name),
        },
      },
    ]),
  );
  const securitySchemes = { session: { type: 'apiKey', in: 'cookie', name: sessionCookie } };
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '1' },
    tags,
    components: { securitySchemes, schemas },
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

function describe(name: string, call: Call, nameOf: (schema: Schema) => string) {
  return {
    summary: call.summary,
    'x-access': call.access,
    security: call.access === 'participant' ? [{ session: [] }] : [],
    ...(call.method === 'POST' && {
      parameters: [{ name: 'X-CSRFToken', in: 'header', required: true, schema: { type: 'string' } }],
    }),
    ...(call.body && {
      requestBody: { required: true, ...json(refTo(bodyName(name)), examples[name]?.body) },
    }),
    responses: { ...successes(name, call, nameOf), ...rejections(call) },
  };
}

const successes = (name: string, call: Call, nameOf: (schema: Schema) => string) =>
  Object.fromEntries(
    Object.entries(call.responses).map(([status, schema]) => [
      status,
      {
        description: 'Success',
        ...(schema && json(refTo(nameOf(schema)), status === '200' ? examples[name]?.answer : undefined)),
      },
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
            ? { anyOf: [refTo('FieldErrors'), refTo('Error')] }
            : refTo('Error'),
        ),
      },
    ]),
  );
}
