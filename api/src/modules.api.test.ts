import { describe, expect, test } from '@jest/globals';
import { modules } from './modules.ts';
import { createTestApi } from './testing/create-test-api.ts';

const api = await createTestApi();

const tableOf = ({ meta }: (typeof modules)[number]['entities'][number]): string => meta.tableName ?? '';
const tablesOf = (module: (typeof modules)[number]): string[] => [
  ...module.entities.map(tableOf),
  ...module.tables,
];
/** Steps of plans from before doses were reported: dates, doses and schedules. Older releases wrote them. */
const FORMER = ['participant.past_steps'];
/** Those of libraries. */
const OTHERS = ['mikro_orm_migrations'];

describe('the modules', () => {
  test('every table of the database belongs to one module', async () => {
    const tables = await api.query(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    expect([...modules.flatMap(tablesOf), ...OTHERS].sort()).toEqual(tables.map(({ name }) => name).sort());
  });

  test('every column that can hold text has a rule of erasure, or is declared to identify nobody', async () => {
    const columns: { table: string; column: string }[] = await api.query(
      `select table_name as table, column_name as column from information_schema.columns
       where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
         and table_name <> all ($1)`,
      [OTHERS],
    );
    const found = columns.map(({ table, column }) => `${table}.${column}`);
    const declared: string[] = modules.flatMap(({ personal, codes }) => [
      ...Object.entries(personal).flatMap(([table, { erase }]) =>
        Object.keys(erase).map((column) => `${table}.${column}`),
      ),
      ...Object.entries(codes).flatMap(([table, names]) =>
        names === 'all'
          ? columns.filter((each) => each.table === table).map(({ column }) => `${table}.${column}`)
          : names.map((column) => `${table}.${column}`),
      ),
    ]);
    expect(found.filter((name) => ![...declared, ...FORMER].includes(name))).toEqual([]);
    expect(new Set(declared).size).toBe(declared.length);
  });

  test('a rule, and how long rows are kept, are declared by the module that owns the table', () => {
    for (const module of modules) {
      const own = tablesOf(module);
      const { personal, codes, retention } = module;
      for (const table of [...Object.keys(personal), ...Object.keys(codes), ...retention.map((r) => r.table)])
        expect(own).toContain(table);
    }
  });

  test('a row of a participant who is deleted goes by foreign keys', async () => {
    const keys: { table: string; to: string }[] = await api.query(
      `select conrelid::regclass::text as table, confrelid::regclass::text as to
       from pg_constraint where contype = 'f' and confdeltype = 'c'`,
    );
    for (const { personal } of modules)
      for (const [table, { owner }] of Object.entries(personal)) {
        if (!owner || 'address' in owner || table === 'participant') continue;
        const to = 'through' in owner ? owner.through[1] : 'participant';
        expect(keys).toContainEqual({ table, to });
      }
  });
});
