import type { Person } from './person.ts';

/** As many as keep two replicas busy. */
const AT_ONCE = 16;

/** Does the work for everyone, for the given number of people at a time. */
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
