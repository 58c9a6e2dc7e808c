import * as z from 'zod/mini';
import { baselineSchema } from '../entities/baseline.ts';
import { dataConsentSchema } from '../entities/consent.ts';
import { currentPasswordSchema } from '../entities/current-password.ts';
import { homeStepSchema, userSchema } from '../entities/user.ts';
import { defineCall } from './call.ts';

const nameSchema = z.string().check(z.trim(), z.maxLength(150));
const phoneSchema = z.string().check(z.trim(), z.maxLength(40));
/** An empty string stands for "none given". */
const optionalEmailSchema = z.union([z.literal(''), z.email().check(z.maxLength(254))]);

/** How a person is named and reached. */
const contactDetailsSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  email: z.string(),
});
export type ContactDetails = z.infer<typeof contactDetailsSchema>;

export const saveUser = defineCall({
  method: 'POST',
  path: '/api/save-user/',
  summary:
    'Save the participant’s own details. An empty password keeps the current one. A new password or email address needs the current password where the log-in is older than 15 minutes; while acting, the email address needs the staff member’s own.',
  access: 'participant',
  body: z.object({
    firstName: nameSchema.check(z.minLength(1)),
    lastName: nameSchema,
    phone: phoneSchema,
    email: z.email().check(z.maxLength(254)),
    /** IANA; empty for the device's own. Missing, it stays as it is. */
    timeZone: z.optional(z.string().check(z.maxLength(64))),
    password: z.string().check(z.maxLength(256)),
    currentPassword: currentPasswordSchema,
    /**
     * What the form showed when it was opened. A field that it leaves alone stays as it is by now; one that another
     * person changed meanwhile is a conflict, named in `issues`. Earlier shells send none, and replace all fields.
     */
    known: z.optional(contactDetailsSchema),
  }),
  responses: { 200: z.object({ user: userSchema }) },
  errors: ['not-logged-in', 'not-allowed', 'conflict', 'unprocessable'],
  saves: true,
  keptWhenRejected: true,
});

export const saveUserAgree = defineCall({
  method: 'POST',
  path: '/api/save-user-agree/',
  summary:
    'Give the research consent, and say whether future contact is welcome. Not agreeing is for the call below.',
  access: 'participant',
  body: z.object({ futureContact: z.boolean(), consentAgree: z.boolean() }),
  responses: { 200: z.object({ user: userSchema }) },
  errors: ['not-logged-in', 'not-allowed', 'not-yet', 'unprocessable'],
  saves: true,
});

export const saveUserDataConsent = defineCall({
  method: 'POST',
  path: '/api/save-user-dataconsent/',
  summary:
    'What happens to the information of someone who does not take part. Ends every session of theirs. To delete any, the current password is needed where the last proof is older than ten minutes.',
  access: 'participant',
  body: z.object({ value: dataConsentSchema, currentPassword: currentPasswordSchema }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed', 'unprocessable'],
});

export const saveHomestep = defineCall({
  method: 'POST',
  path: '/api/save-homestep/',
  summary: 'Ask to move on. The server allows the next step its rules allow and no other.',
  access: 'participant',
  body: z.object({ homestep: homeStepSchema }),
  responses: { 200: z.object({ user: userSchema }) },
  errors: ['not-logged-in', 'not-yet'],
  saves: true,
});

export const saveBaseline = defineCall({
  method: 'POST',
  path: '/api/save-baseline/',
  summary:
    'Save the medicine, its dose and how long it has been taken, as options of the setup questions, until randomisation.',
  access: 'participant',
  body: baselineSchema,
  responses: { 204: null },
  errors: ['not-logged-in', 'not-found', 'not-yet'],
  saves: true,
});

export const sendAddressConfirmation = defineCall({
  method: 'POST',
  path: '/api/send-address-confirmation/',
  summary: 'Send the link that confirms the email address again, while randomisation waits for it.',
  access: 'participant',
  body: null,
  responses: { 204: null },
  errors: ['not-logged-in', 'not-yet'],
});

export const saveDoctor = defineCall({
  method: 'POST',
  path: '/api/save-doctor/',
  summary: 'Save the contact of the doctor or nurse.',
  access: 'participant',
  body: z.object({ name: nameSchema, phone: phoneSchema, email: optionalEmailSchema }),
  responses: { 204: null },
  errors: ['not-logged-in'],
  saves: true,
});

export const saveSupport = defineCall({
  method: 'POST',
  path: '/api/save-support/',
  summary: 'Save the contact of the support person. An email field is read but not saved.',
  access: 'participant',
  body: z.object({ name: nameSchema, phone: phoneSchema }),
  responses: { 204: null },
  errors: ['not-logged-in'],
  saves: true,
});
