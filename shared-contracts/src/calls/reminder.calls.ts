import * as z from 'zod/mini';
import { reminderHourSchema } from '../entities/reminder.ts';
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

export const saveReminder = defineCall({
  method: 'POST',
  path: '/api/save-reminder/',
  summary:
    'Choose a message a day, on days without a record, at an hour of the participant’s own clock; null for none.',
  access: 'participant',
  body: z.object({ hour: z.nullable(reminderHourSchema) }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-yet'],
  saves: true,
});

export const saveStepMessages = defineCall({
  method: 'POST',
  path: '/api/save-step-messages/',
  summary: 'Choose whether a message comes when a step is announced, and when it waits for an answer.',
  access: 'participant',
  body: z.object({ on: z.boolean() }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-yet'],
  saves: true,
});

export const turnOnNotifications = defineCall({
  method: 'POST',
  path: '/api/turn-on-notifications/',
  summary:
    'Show reminders as notifications on this device, by the push service that its browser names. Not while acting.',
  access: 'participant',
  body: z.object({
    endpoint: z.url().check(z.maxLength(1000)),
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
