import * as z from 'zod/mini';
import { defineCall } from './call.ts';

export const turnOnNotifications = defineCall({
  method: 'POST',
  path: '/api/turn-on-notifications/',
  summary:
    'Show reminders as notifications on this device, by the push service that its browser names. Not while acting.',
  access: 'participant',
  body: z.object({
    endpoint: z.string().check(z.startsWith('https://'), z.maxLength(1000)),
    p256dh: z.string().check(z.regex(/^[\w-]{80,100}$/)),
    auth: z.string().check(z.regex(/^[\w-]{20,40}$/)),
  }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed', 'not-yet', 'unprocessable'],
});

export const turnOffNotifications = defineCall({
  method: 'POST',
  path: '/api/turn-off-notifications/',
  summary: 'Show no more notifications on this device. Not while acting.',
  access: 'participant',
  body: null,
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed'],
});
