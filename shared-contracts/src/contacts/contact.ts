import { saveDoctor, saveSupport } from '../calls/user.calls.ts';
import { type Details, EMAIL_FIELD, PHONE_FIELD } from '../details/details-form.tsx';

/** A helper as a form holds it. A support person's email is never saved (specification, section 3). */
export interface ContactDetails {
  name: string;
  phone: string;
  email?: string;
}

export type ContactKind = keyof typeof CONTACTS;

/** Browsers' own suggestions are off because they would offer the participant's own details. */
const autoComplete = 'off';
const name = { label: 'Name', maxLength: 150, autoComplete };
const phone = { ...PHONE_FIELD, autoComplete };

/** The two helpers of a participant: what they are called, which fields each has and which call saves them. */
export const CONTACTS = {
  doctor: {
    id: 'doctor',
    role: 'your doctor or nurse',
    legend: 'Your doctor or nurse',
    fields: { name, phone, email: { ...EMAIL_FIELD, autoComplete } },
    call: saveDoctor,
  },
  support: {
    id: 'support',
    role: 'your support person',
    legend: 'Your support person (optional)',
    fields: { name, phone },
    call: saveSupport,
  },
} satisfies Record<string, Details<ContactDetails> & { role: string }>;

/** Whether anything is known of a contact. */
export const isKnown = ({ name, phone, email }: ContactDetails): boolean => Boolean(name || phone || email);
