import * as z from 'zod/mini';
import { allDataSchema } from '../entities/all-data.ts';
import { defineCall } from './call.ts';

export { loginCheck } from './login-check.ts';

export const allData = defineCall({
  method: 'POST',
  path: '/api/all-data/',
  summary: 'Everything the participant’s screens show.',
  access: 'participant',
  body: null,
  responses: { 200: allDataSchema },
  errors: ['not-logged-in'],
});

export const loginUser = defineCall({
  method: 'POST',
  path: '/api/login-user/',
  summary:
    'Log in with e-mail address and password. With `keep` the browser stays logged in until 30 days after its last use.',
  access: 'anyone',
  body: z.object({ username: z.string(), password: z.string(), keep: z.optional(z.boolean()) }),
  responses: { 200: allDataSchema },
  errors: [],
  fieldErrors: true,
});

export const registerUser = defineCall({
  method: 'POST',
  path: '/api/register-user/',
  summary: 'Make an account and log in. Takes over the outcome of this visitor’s survey.',
  access: 'anyone',
  body: z.object({
    first_name: z.string(),
    last_name: z.string(),
    username: z.string(),
    password1: z.string(),
    password2: z.string(),
    email: z.string(),
  }),
  responses: { 200: allDataSchema },
  errors: [],
  fieldErrors: true,
});

export const logoutUser = defineCall({
  method: 'POST',
  path: '/api/logout-user/',
  summary: 'Log out: 204. When acting: 205, acting ends and Location names the participant’s dashboard.',
  access: 'anyone',
  body: null,
  responses: { 204: null, 205: null },
  errors: [],
});
