import * as z from 'zod/mini';
import { allDataSchema } from '../entities/all-data.ts';
import { currentPasswordSchema } from '../entities/current-password.ts';
import { newCredentialSchema, passkeyIdSchema, usedCredentialSchema } from '../entities/passkey.ts';
import { defineCall } from './call.ts';

const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** An instant as ISO text. */
  createdAt: z.string(),
});
export type PasskeyItem = z.infer<typeof passkeySchema>;

/** As WebAuthn's JSON has them; the browser reads them. */
const optionsSchema = z.object({ options: z.catchall(z.object({}), z.unknown()) });

export const listPasskeys = defineCall({
  method: 'POST',
  path: '/api/passkeys/',
  summary: 'The participant’s passkeys, the oldest first. Not while acting.',
  access: 'participant',
  body: null,
  responses: { 200: z.object({ passkeys: z.array(passkeySchema) }) },
  errors: ['not-logged-in', 'not-allowed'],
});

export const passkeyOptions = defineCall({
  method: 'POST',
  path: '/api/passkey-options/',
  summary:
    'Options to make a passkey, for five minutes and one answer. Needs the current password where the last proof is older than ten minutes, else an empty text. Not while acting.',
  access: 'participant',
  body: z.object({ currentPassword: z.string().check(z.maxLength(256)) }),
  responses: { 200: optionsSchema },
  errors: ['not-logged-in', 'not-allowed', 'unprocessable'],
});

export const addPasskey = defineCall({
  method: 'POST',
  path: '/api/add-passkey/',
  summary: 'Add the passkey that the browser made from the options. Named after the device.',
  access: 'participant',
  body: z.object({ credential: newCredentialSchema }),
  responses: { 200: z.object({ passkey: passkeySchema }) },
  errors: ['not-logged-in', 'not-allowed', 'unprocessable'],
});

export const renamePasskey = defineCall({
  method: 'POST',
  path: '/api/rename-passkey/',
  summary: 'Give one of the participant’s passkeys another name. Not while acting.',
  access: 'participant',
  body: z.object({
    id: passkeyIdSchema,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed', 'not-found'],
});

export const removePasskey = defineCall({
  method: 'POST',
  path: '/api/remove-passkey/',
  summary:
    'Remove one of the participant’s passkeys. The password stays, and is needed where the last proof is older than ten minutes. Not while acting.',
  access: 'participant',
  body: z.object({ id: passkeyIdSchema, currentPassword: currentPasswordSchema }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed', 'not-found', 'unprocessable'],
});

export const passkeyProofOptions = defineCall({
  method: 'POST',
  path: '/api/passkey-proof-options/',
  summary:
    'Options to prove with one of the participant’s passkeys that it is them, for five minutes and one answer. Not while acting.',
  access: 'participant',
  body: null,
  responses: { 200: optionsSchema },
  errors: ['not-logged-in', 'not-allowed', 'not-found'],
});

export const proveByPasskey = defineCall({
  method: 'POST',
  path: '/api/prove-by-passkey/',
  summary:
    'Prove by a passkey that it is the participant, in place of the current password, for ten minutes. Not while acting.',
  access: 'participant',
  body: z.object({ credential: usedCredentialSchema }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed', 'unprocessable'],
});

export const passkeyLogInOptions = defineCall({
  method: 'POST',
  path: '/api/passkey-log-in-options/',
  summary: 'Options to log in with a passkey, for five minutes and one answer.',
  access: 'anyone',
  body: null,
  responses: { 200: optionsSchema },
  errors: [],
});

export const logInByPasskey = defineCall({
  method: 'POST',
  path: '/api/log-in-by-passkey/',
  summary:
    'Log in with a passkey that answers the options. With `keep` the browser stays logged in as after a password.',
  access: 'anyone',
  body: z.object({ credential: usedCredentialSchema, keep: z.optional(z.boolean()) }),
  responses: { 200: allDataSchema },
  errors: [],
  fieldErrors: true,
});
