import type { Person } from './person.ts';

/** As many as keep the server busy while each waits for its answers. */
const AT_ONCE = 12;

/** People do things at once. */
export async function atOnce(
  people: readonly Person[],
  work: (person: Person) => Promise<void>,
): Promise<void> {
  const waiting = [...people];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let person = waiting.shift(); person; person = waiting.shift()) await work(person);
    }),
  );
}
