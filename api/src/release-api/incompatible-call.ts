import type { CallShape, jsonSchemaSchema } from '@stepwise/shared-contracts/federation/registry';
import type * as z from 'zod/mini';

type JsonSchema = z.infer<typeof jsonSchemaSchema>;

/** Why a call cannot be used as `used` has it, or undefined where it can. */
export function whyIncompatible(used: CallShape, provided: readonly CallShape[]): string | undefined {
  const there = provided.find(({ method, path }) => method === used.method && path === used.path);
  if (!there) return 'the live API has no such call';
  // The API drops fields it does not know: what people enter there would be lost.
  if (!fits(used.body, there.body, 'known fields alone')) return 'the live API takes another body';
  const isUnderstood = Object.entries(there.responses).every(
    ([status, schema]) =>
      status in used.responses && fits(schema, used.responses[status] ?? null, 'any fields'),
  );
  return isUnderstood ? undefined : 'the live API answers otherwise';
}

type Fields = 'known fields alone' | 'any fields';

/** Whether every value of one JSON schema is one of the other's; in doubt it is not. */
function fits(from: unknown, to: unknown, fields: Fields): boolean {
  if (JSON.stringify(from) === JSON.stringify(to)) return true;
  if (!isSchema(from) || !isSchema(to)) return false;
  if (from.anyOf) return asArray(from.anyOf).every((one) => fits(one, to, fields));
  if (to.anyOf) return asArray(to.anyOf).some((one) => fits(from, one, fields));
  if (JSON.stringify(restOf(from)) !== JSON.stringify(restOf(to))) return false;
  if (from.enum || to.enum) return asArray(from.enum).every((value) => asArray(to.enum).includes(value));
  if (from.items || to.items) return fits(from.items, to.items, fields);
  const [mine, theirs] = [asRecord(from.properties), asRecord(to.properties)];
  return (
    asArray(to.required).every((name) => asArray(from.required).includes(name)) &&
    Object.entries(mine).every(([name, schema]) =>
      name in theirs ? fits(schema, theirs[name], fields) : fields === 'any fields',
    )
  );
}

const COMPARED = ['$schema', 'properties', 'required', 'additionalProperties', 'items', 'enum'];
const restOf = (schema: JsonSchema) =>
  Object.entries(schema)
    .filter(([key]) => !COMPARED.includes(key))
    .sort();

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
const asRecord = (value: unknown): JsonSchema => (isSchema(value) ? value : {});
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
