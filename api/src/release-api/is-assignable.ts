import type { JsonSchema } from '@stepwise/shared-contracts/federation/registry';

type Fields = 'only known fields' | 'any fields';

/**
 * Whether every value of one JSON schema is one of the other's; in doubt it is not. A function is one of another where it takes what
 * the other is given, and gives what the other gives.
 */
export function isAssignable(from: unknown, to: unknown, fields: Fields): boolean {
  if (JSON.stringify(from) === JSON.stringify(to)) return true;
  if (!isSchema(from) || !isSchema(to)) return false;
  if (from.anyOf) return asArray(from.anyOf).every((one) => isAssignable(one, to, fields));
  if (to.anyOf) return asArray(to.anyOf).some((one) => isAssignable(from, one, fields));
  if (JSON.stringify(restOf(from)) !== JSON.stringify(restOf(to))) return false;
  if (from.enum || to.enum) return asArray(from.enum).every((value) => asArray(to.enum).includes(value));
  if (from.items || to.items) return isAssignable(from.items, to.items, fields);
  if (from.returns || to.returns) return fitsFunction(from, to);
  const [mine, theirs] = [asRecord(from.properties), asRecord(to.properties)];
  return (
    asArray(to.required).every((name) => asArray(from.required).includes(name)) &&
    Object.entries(mine).every(([name, schema]) =>
      name in theirs ? isAssignable(schema, theirs[name], fields) : fields === 'any fields',
    )
  );
}

function fitsFunction(from: JsonSchema, to: JsonSchema): boolean {
  const given = asArray(to.parameters);
  return (
    asArray(from.parameters).every((taken, index) =>
      isAssignable(given[index] ?? { type: 'undefined' }, taken, 'any fields'),
    ) && isAssignable(from.returns, to.returns, 'any fields')
  );
}

const COMPARED = [
  ...['$schema', 'properties', 'required', 'additionalProperties', 'items', 'enum'],
  ...['parameters', 'returns'],
];
const restOf = (schema: JsonSchema) =>
  Object.entries(schema)
    .filter(([key]) => !COMPARED.includes(key))
    .sort();

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null;
const asRecord = (value: unknown): JsonSchema => (isSchema(value) ? value : {});
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
