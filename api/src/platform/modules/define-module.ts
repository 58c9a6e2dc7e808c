import type { EntitySchemaWithMeta } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';

/** Whose a row is: by the participant's id, by the id of a row of another table, or by an address. */
export type Owner<Column extends string = string> =
  | { participant: Column }
  | { through: [column: Column, table: string] }
  | { address: Column };

/**
 * How a column stops identifying a participant who asks for that; all rows of one who asks to be deleted go by foreign
 * keys. `row`: its row is deleted. `blank`: it becomes empty, and stays null where it was. `null`: it becomes null.
 * `typed`: it becomes empty unless the trial's content has the same words. `database`: record_withdrawal and
 * erase_audit_values change it. `expires`: its row goes with the sessions, or by its retention. `team`: it is about the
 * team, which a participant's choice does not concern.
 */
export type ErasureRule = 'row' | 'blank' | 'null' | 'typed' | 'database' | 'expires' | 'team';

export interface PersonalTable<Column extends string = string> {
  /** None where no participant owns a row. */
  owner?: Owner<Column>;
  /** Rows that members of the team wrote, by the column that says so; what a rule wrote stays. */
  writtenBy?: Column;
  erase: { [C in Column]?: ErasureRule };
}

export interface RetentionRule<Table extends string = string, Column extends string = string> {
  table: Table;
  /** A row goes when this instant is `retentionMs` ago. */
  since: Column;
  retentionMs: number;
  /** Those rows only in which this column is null. */
  whereNull?: Column;
}

/** What a module says of itself. The platform and the composition root run over the list of modules. */
export interface Module {
  name: string;
  entities: readonly EntitySchemaWithMeta[];
  /** Tables that no entity stands for. */
  tables: readonly string[];
  personal: Readonly<Record<string, PersonalTable>>;
  /** Columns of text that identify nobody: choices, hashes, ids, and words of the content, by table. */
  codes: Readonly<Record<string, readonly string[] | 'all'>>;
  retention: readonly RetentionRule[];
}

type TablesOf<E extends EntitySchemaWithMeta, T extends string> = InferKyselyDB<E> & {
  [Table in T]: Record<string, unknown>;
};
type ColumnsOf<Row> = keyof Row & string;

interface Declaration<
  Name extends string,
  E extends EntitySchemaWithMeta,
  T extends string,
  Jobs,
  Notices,
  DB = TablesOf<E, NoInfer<T>>,
> {
  name: Name;
  entities?: readonly E[];
  tables?: readonly T[];
  personal?: { [Table in keyof DB]?: PersonalTable<ColumnsOf<DB[Table]>> };
  codes?: { [Table in keyof DB]?: readonly ColumnsOf<DB[Table]>[] | 'all' };
  retention?: readonly {
    [Table in keyof DB & string]: RetentionRule<Table, ColumnsOf<DB[Table]>>;
  }[keyof DB & string][];
  /** What is done apart from a request, by the job's name. */
  jobs?: Jobs;
  /** Finds what a save left without a job, each minute. */
  missedNotices?: Notices;
}

/** Declares a module: read its `module.ts` first. Tables and columns are checked against its own entities. */
export const defineModule = <
  const Name extends string,
  E extends EntitySchemaWithMeta = never,
  const T extends string = never,
  Jobs = Record<never, never>,
  Notices = readonly never[],
>({
  name,
  entities = [],
  tables = [],
  personal = {},
  codes = {},
  retention = [],
  jobs,
  missedNotices,
}: Declaration<Name, E, T, Jobs, Notices>) => ({
  name,
  entities,
  tables,
  personal: personal as Module['personal'],
  codes: codes as Module['codes'],
  retention: retention as Module['retention'],
  jobs: (jobs ?? {}) as Jobs,
  missedNotices: (missedNotices ?? []) as Notices,
});
