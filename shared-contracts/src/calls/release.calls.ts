import * as z from 'zod/mini';
import { FAULTS } from '../federation/faults.ts';
import { type BodyOf, defineCall } from './call.ts';

const name = z.string().check(z.maxLength(64));

export const releaseReport = defineCall({
  method: 'POST',
  path: '/api/release-report/',
  summary:
    'Report that a release of a feature, or of the shell, failed in this browser. Reporting it again changes nothing.',
  access: 'anyone',
  body: z.object({
    feature: name,
    version: name,
    /** `failed-call`: one of its calls was rejected, which is counted and no fault. */
    outcome: z.enum([...FAULTS, 'failed-call']),
    /** The error's class, such as TypeError. Never its message, which may quote what a person entered. */
    error: z.optional(z.string().check(z.regex(/^\w{1,64}$/))),
    /** Where it was thrown, innermost first: `/features/mf-plan/VERSION/feature.js:1:234`. */
    frames: z.optional(
      z.array(z.string().check(z.maxLength(200), z.regex(/^\/[\w./~-]+:\d+:\d+$/))).check(z.maxLength(10)),
    ),
    /** The call that the server does not have, where its address has no digit: one could be a parameter. */
    call: z.optional(z.string().check(z.maxLength(120), z.regex(/^(GET|POST) \/api\/[a-z/-]*$/))),
  }),
  responses: { 204: null },
  errors: ['not-found'],
});
/** A release that failed, and how. Says nothing of the person. */
export type ReleaseReport = BodyOf<typeof releaseReport>;
