import * as z from 'zod/mini';
import { saveDoctor, saveSupport } from '../calls/user.calls.ts';

/** A helper as a form holds it. A support person's email is never saved (specification, section 3). */
export interface Person {
  name: string;
  phone: string;
  email?: string;
}

export type PersonFieldName = keyof Person;
export type PersonKind = keyof typeof PEOPLE;

/** The two helpers of a participant: what they are called, which fields each has and which call saves them. */
export const PEOPLE = {
  doctor: {
    role: 'your doctor or nurse',
    legend: 'Your doctor or nurse',
    fields: ['name', 'phone', 'email'],
    call: saveDoctor,
  },
  support: {
    role: 'your support person',
    legend: 'Your support person (optional)',
    fields: ['name', 'phone'],
    call: saveSupport,
  },
} as const;

/** Whether anything is known of a person. */
export const isKnown = ({ name, phone, email }: Person): boolean => Boolean(name || phone || email);

export const trimPerson = <P extends Person>(person: P): P => ({
  ...person,
  name: person.name.trim(),
  phone: person.phone.trim(),
  ...(person.email !== undefined && { email: person.email.trim() }),
});

/** What keeps a person from being saved, by field; empty when nothing does. Judged by the call's own schema. */
export function findPersonProblems(
  kind: PersonKind,
  person: Person,
): Partial<Record<PersonFieldName, string>> {
  const result = z.safeParse(PEOPLE[kind].call.body, trimPerson(person));
  if (result.success) return {};
  return Object.fromEntries(
    result.error.issues.map(({ path }) => {
      const field = path[0] as PersonFieldName;
      return [field, field === 'email' ? 'Enter an email address like name@example.org' : 'This is too long'];
    }),
  );
}
