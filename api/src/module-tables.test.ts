import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { modules } from './modules.ts';

const SOURCE = import.meta.dirname;
const folders = new Map(
  globSync('**/module.ts', { cwd: SOURCE }).map((file) => {
    const [, name = ''] = /name: '([\w-]+)'/.exec(readFileSync(join(SOURCE, file), 'utf8')) ?? [];
    return [name, dirname(file)];
  }),
);
const owners = new Map(
  modules.flatMap(({ name, entities, tables }) =>
    [...entities.map(({ meta }) => meta.tableName), ...tables].map(
      (table) => [table, folders.get(name) ?? ''] as const,
    ),
  ),
);

const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const IMPORT = /^import\b[\s\S]*?;$/gm;
const IN_SQL = /\b(?:from|join|into|update|table)\s+"?(\w+)"?(?=[\s,)"`';]|$)/gi;
const IN_BUILDER = /(?:selectFrom|innerJoin|leftJoin|deleteFrom|insertInto|updateTable)\(\s*'(\w+)/g;

/** Tables of other modules that a file's statements name, once for each time. */
function findOthers(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8').replace(COMMENT, '').replace(IMPORT, '');
  return [IN_SQL, IN_BUILDER].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([, table = '']) => {
      const owner = owners.get(table);
      return owner !== undefined && !file.startsWith(`${owner}/`) ? [table] : [];
    }),
  );
}

/**
 * Statements that still name another module's table, by folder and table. Write a query function of the owner instead, and
 * take the entry away: none may be added, and a number may only shrink. The reports read what all modules store, by design.
 */
const LEFT: Record<string, Record<string, number>> = {
  'domain/care/plan': { audit_event: 1, audit_values: 1, daily_record: 1 },
  'domain/care/reminders': { participant: 3 },
  'domain/care/tracker': { warning_sign: 3, warning_step: 2 },
  'domain/care/warning-signs': {
    daily_record: 2,
    daily_record_symptom: 2,
    participant: 4,
    staff: 3,
    symptom: 2,
  },
  'domain/data/audit-log': {
    audit_event: 14,
    audit_values: 8,
    daily_record: 1,
    data_consent_receipt: 1,
    participant: 4,
    withdrawal: 4,
  },
  'domain/data/data-queries': { adverse_event: 1, daily_record: 2, participant: 3 },
  'domain/people/accounts': { audit_event: 2, audit_values: 1 },
  'domain/people/address-confirmation': { participant: 1 },
  'domain/people/participants': { consent: 1 },
  'domain/people/sessions': { participant: 1 },
  'domain/people/team': { session: 1, staff: 1 },
  'domain/trial/adverse-events': { allocation: 1, participant: 1 },
  'domain/trial/consent': {
    audit_event: 2,
    audit_values: 2,
    failed_access: 1,
    participant: 2,
    session: 1,
    warning_sign: 1,
  },
  'domain/trial/follow-ups': { allocation: 1, participant: 2 },
  'domain/trial/randomisation': { audit_event: 1, audit_values: 1, helper: 1, participant: 3, withdrawal: 1 },
  'participant-api': { audit_event: 1, session: 1 },
  'participant-api/participant': { month_reminder: 1 },
  'participant-api/route': { participant: 1 },
  'participant-api/session': { participant: 1 },
  'participant-api/survey': { session: 3 },
  'platform/database': { rate_limit: 1 },
  'platform/sessions': { session: 5 },
  request: { session: 1 },
  'staff-site/participant': {
    audit_event: 1,
    audit_values: 1,
    consent: 1,
    consent_answer: 1,
    consent_text: 2,
  },
};

test('a module’s statements name its own tables only, but for those that are left', () => {
  const found: Record<string, Record<string, number>> = {};
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter(
    (file) =>
      !/\.test\.ts$|(^|\/)testing\/|^domain\/reports\/|^demonstration\/|\/migrations\/|(^|\/)module\.ts$/.test(
        file,
      ),
  );
  for (const file of files.sort())
    for (const table of findOthers(file)) {
      const folder = dirname(file);
      found[folder] = { ...found[folder], [table]: (found[folder]?.[table] ?? 0) + 1 };
    }
  expect(found).toEqual(LEFT);
});
