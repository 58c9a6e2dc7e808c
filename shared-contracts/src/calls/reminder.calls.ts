import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const askMeInAMonth = defineCall({
  method: 'POST',
  path: '/api/ask-me-in-a-month/',
  summary:
    'Send one message to this address in a calendar month, then erase it. Asking again changes nothing.',
  access: 'anyone',
  body: z.object({ email: z.string().check(z.trim(), z.email(), z.maxLength(254)) }),
  responses: { 204: null },
  errors: [],
});
