import { appendFile, readFile } from 'node:fs/promises';
import { DATA_CONSENTS } from '@stepwise/shared-contracts/entities/consent';
import * as z from 'zod';
import type { EntityManager } from '../../../platform/database/orm.ts';

const erasureSchema = z.tuple([z.uuid(), z.enum(DATA_CONSENTS).exclude(['agree']), z.iso.datetime()]);

/** A participant whose information was deleted or made anonymous, by the id that they had until then. */
export interface Erasure {
  id: string;
  choice: 'delete' | 'anonymous';
  /** ISO 8601, UTC. */
  at: string;
}

const lineOf = ({ id, choice, at }: Erasure): string => `${id},${choice},${at}\n`;

/** Reads the lines of a list of erasures. Throws an error that names the first line which is none. */
export const readErasures = (text: string): Erasure[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const parsed = erasureSchema.safeParse(line.trim().split(','));
      if (!parsed.success) throw new Error(`Line ${index + 1} is not an id, a choice and an instant.`);
      const [id, choice, at] = parsed.data;
      return { id, choice, at };
    });

/** Every erasure that the audit log records. */
async function findErasures(em: EntityManager): Promise<Erasure[]> {
  const rows = await em.execute<{ id: string; choice: Erasure['choice']; at: Date }[]>(
    `select e.subject as id, v.after->>'choice' as choice, e.at from audit_event e
     join audit_values v on v.event_id = e.id
     where e.type = 'data-consent.chosen' and v.after->>'choice' in ('delete', 'anonymous') order by e.id`,
  );
  return rows.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }));
}

/** Appends to the list, which is kept outside of the database and its back-ups, the erasures that it lacks. */
export async function appendErasures(em: EntityManager, file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const known = new Set(readErasures(text).map(({ id }) => id));
  const missing = (await findErasures(em)).filter(({ id }) => !known.has(id));
  if (missing.length > 0) await appendFile(file, missing.map(lineOf).join(''), { mode: 0o600 });
}
