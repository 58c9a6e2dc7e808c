import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** Apart from the other calls of a session, which need the schemas of everything: a visitor's page has this one only. */
export const loginCheck = defineCall({
  method: 'POST',
  path: '/api/login-check/',
  summary: 'Whether this session is logged in: 204 when it is.',
  access: 'anyone',
  body: null,
  responses: { 200: z.object({ loggedIn: z.literal(false) }), 204: null },
  errors: [],
});
