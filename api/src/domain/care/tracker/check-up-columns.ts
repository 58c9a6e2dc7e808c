import { p } from '@mikro-orm/core';
import type { CheckUpAnswers } from '@stepwise/shared-contracts/entities/check-up-fields';
import {
  CHECK_UP_FIELD_NAMES,
  CHECK_UP_FIELDS,
  type CheckUpField,
  mapCheckUpFields,
} from '@stepwise/shared-contracts/entities/check-up-fields';
import { checkUpSchemas } from '@stepwise/shared-contracts/entities/check-up-schemas';
import type { ExportColumn } from '../../core/export/export-file.ts';

const team = (isGood: boolean): string => (isGood ? 'Good' : 'Not good');

/** How each field of a check-up is stored, what its column of the export says, and how the team reads it. */
const COLUMNS = {
  sleep: { property: p.boolean(), means: 'Slept well.', team },
  mood: { property: p.boolean(), means: 'Mood was good.', team },
  active: { property: p.boolean(), means: 'Was active.', team },
} satisfies {
  [F in CheckUpField]: { property: unknown; means: string; team: (value: CheckUpAnswers[F]) => string };
};

type Properties = { [F in CheckUpField]: (typeof COLUMNS)[F]['property'] };
export const checkUpProperties = mapCheckUpFields<Properties>((field) => COLUMNS[field].property);

export const columnOf = (field: CheckUpField): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields of a record, each by its name. */
export const selectAnswers = (record: string): string =>
  CHECK_UP_FIELD_NAMES.map((field) => `${record}.${columnOf(field)} as "${field}"`).join(', ');

/** The same as arguments of json_build_object. */
export const answersInJson = (record: string): string =>
  CHECK_UP_FIELD_NAMES.map((field) => `'${field}', ${record}.${columnOf(field)}`).join(', ');

export const answersAreSame = (one: CheckUpAnswers, other: CheckUpAnswers): boolean =>
  CHECK_UP_FIELD_NAMES.every((field) => (one[field] ?? null) === (other[field] ?? null));

export const answerColumns: readonly ExportColumn[] = CHECK_UP_FIELD_NAMES.map((field) => ({
  name: columnOf(field),
  means: COLUMNS[field].means,
  schema: checkUpSchemas[field],
  from: `Daily record, ${field}`,
}));

export const ANSWER_HEADS: readonly string[] = CHECK_UP_FIELD_NAMES.map(
  (field) => CHECK_UP_FIELDS[field].name,
);

/** The answers of a record as the team reads them, under ANSWER_HEADS. */
export const answersForTeam = (record: CheckUpAnswers): string[] =>
  CHECK_UP_FIELD_NAMES.map((field) => COLUMNS[field].team(record[field]));
