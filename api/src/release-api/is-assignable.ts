import type { JsonSchema } from '@stepwise/shared-contracts/federation/registry';

type Fields = 'only known fields' | 'any fields';

/** Whether every value of one JSON schema is one of the other's; in doubt it is not. */
export function isAssignable(from: unknown, to: unknown, fields: Fields): boolean {
  if (JSON.stringify(from) === JSON.stringify(to)) return true;
  if (!isSchema(from) || !isSchema(to)) return false;
  if (from.anyOf) return asArray(from.anyOf).every((one) => isAssignable(one, to, fields));
  if (to.anyOf) return asArray(to.anyOf).some((one) => isAssignable(from, one, fields));
  if (JSON.stringify(restOf(from)) !== JSON.stringify(restOf(to))) return false;
  if (from.enum || to.enum)
    return !!from.enum && asArray(from.enum).every((value) => asArray(to.enum).includes(value));
  if (from.items || to.items) return isAssignable(from.items, to.items, fields);
  const [mine, theirs] = [asRecord(from.properties), asRecord(to.properties)];
  return (
    asArray(to.required).every((name) => asArray(from.required).includes(name)) &&
    Object.entries(mine).every(([name, schema]) =>
      name in theirs ? isAssignable(schema, theirs[name], fields) : fields === 'any fields',
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
