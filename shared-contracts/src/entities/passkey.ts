import * as z from 'zod/mini';

/** A credential's own id: base64url of 1,023 bytes at most. */
export const passkeyIdSchema = z.string().check(z.regex(/^[\w-]*$/), z.maxLength(1_400));
const base64urlSchema = z.string().check(z.regex(/^[\w-]*$/), z.maxLength(20_000));
const credentialFields = {
  id: passkeyIdSchema,
  rawId: passkeyIdSchema,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};

/** What a browser answers with a passkey that it has made. */
export const newCredentialSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64urlSchema,
    attestationObject: base64urlSchema,
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(10))),
  }),
});
export type NewCredential = z.infer<typeof newCredentialSchema>;

/** What a browser answers with a passkey that it has used. */
export const usedCredentialSchema = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64urlSchema,
    authenticatorData: base64urlSchema,
    signature: base64urlSchema,
  }),
});
export type UsedCredential = z.infer<typeof usedCredentialSchema>;
