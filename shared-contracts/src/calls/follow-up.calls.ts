import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const followUpDone = defineCall({
  method: 'POST',
  path: '/api/follow-up-done/',
  summary: 'Say that the follow-up questionnaire of a number of months after randomisation is done.',
  access: 'participant',
  body: z.object({ months: z.int().check(z.gte(1), z.lte(120)) }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-found', 'not-allowed', 'not-yet'],
});
