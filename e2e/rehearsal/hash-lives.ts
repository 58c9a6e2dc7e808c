import { createHash } from 'node:crypto';
import type { Person } from './people/person.ts';

/** Of what people did and the server acknowledged: the same for each run of a seed, in whatever order answers come. */
export function hashLives(people: readonly Person[]): string {
  const text = JSON.stringify(
    people.map(({ name, email, facts }) => ({ name, email, facts })),
    (_name, value) => (value instanceof Map ? [...value] : value),
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
