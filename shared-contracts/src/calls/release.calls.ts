import * as z from 'zod/mini';
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
    outcome: z.enum(['failed-to-load', 'failed-to-render']),
  }),
  responses: { 204: null },
  errors: ['not-found'],
});
/** A release that failed, and how. Says nothing of the person or of the error. */
export type ReleaseReport = BodyOf<typeof releaseReport>;
