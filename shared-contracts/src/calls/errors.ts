import * as z from 'zod/mini';

/** Every rejection of the API: a stable code, its status, and why it exists. */
export const ERROR_STATUS = {
  /** The body, a header or a parameter has the wrong shape; `issues` names each path. */
  'bad-request': 400,
  /** No session, an expired one, or one that has ended elsewhere. */
  'not-logged-in': 401,
  /** The CSRF token is missing or belongs to another session; the answer carries a fresh one. */
  'wrong-csrf-token': 403,
  /** The person is known but may not do this, such as giving consent while acting. */
  'not-allowed': 403,
  /** Nothing of that id belongs to this participant. */
  'not-found': 404,
  /** The server has no such call. */
  'no-such-call': 404,
  /** The address takes other methods, which the header `Allow` names. */
  'method-not-allowed': 405,
  /** Not at this stage: an earlier step of the journey is missing. */
  'not-yet': 409,
  /** It was changed by another meanwhile, or it is there with other content. */
  conflict: 409,
  'too-large': 413,
  'unsupported-media-type': 415,
  /** Questions are unanswered or values contradict the trial's rules; `issues` names each. */
  unprocessable: 422,
  'too-many-requests': 429,
  internal: 500,
  /** The database does not answer; nothing was saved and trying again helps. */
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

const issueSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
});
export type Issue = z.infer<typeof issueSchema>;

export const errorBodySchema = z.object({
  error: z.object({ code: z.string(), message: z.string(), issues: z.array(issueSchema) }),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/**
 * Log-in and sign-up name their fields as specification section 5 does. An object, since `record` would be in the browser
 * for this only.
 */
export const fieldErrorsSchema = z.object({ errors: z.catchall(z.object({}), z.array(z.string())) });
export type FieldErrors = z.infer<typeof fieldErrorsSchema>;
