import * as z from 'zod/mini';
import type { Call } from '../calls/call.ts';
import type { CallShape, JsonSchema } from '../federation/registry.ts';

type CallSchema = NonNullable<Call['body']>;
const asJson = (schema: CallSchema | null, io: 'input' | 'output'): JsonSchema | null =>
  schema && (z.toJSONSchema(schema, { io, target: 'draft-2020-12' }) as JsonSchema);

/** A call of this checkout. */
export const shapeOfCall = ({ method, path, body, responses }: Call): CallShape => ({
  method,
  path,
  body: asJson(body, 'input'),
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, schema]) => [status, asJson(schema, 'output')]),
  ),
});
