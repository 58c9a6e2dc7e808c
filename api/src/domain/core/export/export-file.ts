import * as z from 'zod';

/** One column of an exported file. The codebook and the REDCap dictionary are made from it. */
export interface ExportColumn {
  /** Lower case, so short that it makes a field of REDCap with the prefix of its file; upper case where it is ADSL's. */
  name: string;
  /** What it says, in words. */
  means: string;
  /** The shape of each cell, from the contracts where they have it. */
  schema: z.core.$ZodType;
  unit?: string;
  /** What the allowed values mean. */
  labels?: ReadonlyMap<string, string>;
  /** Where the values come from. */
  from: string;
  /** Discloses the arm, by itself or by being empty. A masked export leaves it out. */
  revealsArm?: boolean;
}

/** One tidy file: a row is one thing, a column is one fact about it. */
export interface ExportFile {
  name: string;
  means: string;
  /** The columns that together name a row; none where the rows are counts, or belong to no one. */
  key: readonly string[];
  /** Has rows of one arm only. A masked export leaves it out. */
  revealsArm?: boolean;
  columns: readonly ExportColumn[];
  /** Says again what other files have. REDCap gets none of it. */
  derived?: true;
  /** Selects the columns by their names, in order, from `people` and `given` (open-export-view.ts). */
  sql: string;
  /** Where some rows are of one arm only: selects the others, for a masked export. */
  maskedSql?: string;
}

export type ColumnType = 'yes or no' | 'choice' | 'whole number' | 'number' | 'text';

const TYPES: Record<string, ColumnType> = {
  boolean: 'yes or no',
  integer: 'whole number',
  number: 'number',
  string: 'text',
};
const YES_NO: ReadonlyMap<string, string> = new Map([
  ['1', 'Yes'],
  ['0', 'No'],
]);

export interface ColumnShape {
  type: ColumnType;
  /** Each allowed value with its label; empty where any value of the type is. */
  values: ReadonlyMap<string, string>;
  mayBeEmpty: boolean;
}

/** What a column's schema and labels say of its cells. Throws where an allowed value has no label. */
export function shapeOf({ name, schema, labels }: ExportColumn): ColumnShape {
  const json = z.toJSONSchema(schema);
  const parts = (json.anyOf ?? [json]) as z.core.JSONSchema.JSONSchema[];
  const types = parts.flatMap(({ type }) => type ?? []);
  const mayBeEmpty = types.includes('null');
  const allowed = parts.flatMap((part) => part.enum ?? (part.const === undefined ? [] : [part.const]));
  const type = TYPES[types.find((each) => each !== 'null') ?? ''];
  if (!type) throw new Error(`The column ${name} has a shape that no cell can have.`);
  if (type === 'yes or no') return { type, values: YES_NO, mayBeEmpty };
  const unlabelled = allowed.map(String).find((value) => !labels?.has(value));
  if (unlabelled !== undefined) throw new Error(`The column ${name} has no label for ${unlabelled}.`);
  return { type: labels ? 'choice' : type, values: labels ?? new Map(), mayBeEmpty };
}
