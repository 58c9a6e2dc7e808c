import * as z from 'zod/mini';
import { saveDoctor, saveSupport } from '../calls/user.calls.ts';

/** A helper as a form holds it. A support person's email is never saved (specification, section 3). */
export interface ContactDetails {
  name: string;
  phone: string;
  email?: string;
}

export type ContactFieldName = keyof ContactDetails;
export type ContactKind = keyof typeof CONTACTS;

/** The two helpers of a participant: what they are called, which fields each has and which call saves them. */
export const CONTACTS = {
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

/** Whether anything is known of a contact. */
export const isKnown = ({ name, phone, email }: ContactDetails): boolean => Boolean(name || phone || email);

export const trimContact = <P extends ContactDetails>(contact: P): P => ({
  ...contact,
  name: contact.name.trim(),
  phone: contact.phone.trim(),
  ...(contact.email !== undefined && { email: contact.email.trim() }),
});

/** What keeps a contact from being saved, by field; empty when nothing does. Judged by the call's own schema. */
export function findContactProblems(
  kind: ContactKind,
  contact: ContactDetails,
): Partial<Record<ContactFieldName, string>> {
  const result = z.safeParse(CONTACTS[kind].call.body, trimContact(contact));
  if (result.success) return {};
  return Object.fromEntries(
    result.error.issues.map(({ path }) => {
      const field = path[0] as ContactFieldName;
      return [field, field === 'email' ? 'Enter an email address like name@example.org' : 'This is too long'];
    }),
  );
}
