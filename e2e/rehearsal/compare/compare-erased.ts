import { eraseWithdrawnValues } from '../../../api/src/domain/trial/consent/erase-nightly.ts';
import type { Rehearsal } from '../context.ts';
import type { Person } from '../people/person.ts';

interface Table {
  name: string;
}

/** After the nightly job, nothing that names a person who is anonymous or deleted is left in any table or in the server's log. */
export async function compareErased({ stack, watch }: Rehearsal, people: readonly Person[]): Promise<void> {
  const erased = people.filter(({ facts: { left } }) => left && left.as !== 'agree');
  const words = erased.flatMap(({ identifying }) => identifying.map((word) => word.toLowerCase()));
  await eraseWithdrawnValues(stack.database.ownerUrl, new Date(stack.now()));
  const tables = await stack.database.query<Table>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  );
  for (const { name } of tables) {
    const found = await stack.database.query<{ row: string }>(
      `select t::text as row from ${name} t where lower(t::text) like any ($1) limit 1`,
      [words.map((word) => `%${word}%`)],
    );
    watch.compare('erased people', name, found.length, 0);
  }
  const said = stack.server().log.said.toLowerCase();
  const named = people
    .flatMap(({ identifying }) => identifying)
    .filter((word) => said.includes(word.toLowerCase()));
  watch.compare('names in the log', 'the server', named, []);
}
