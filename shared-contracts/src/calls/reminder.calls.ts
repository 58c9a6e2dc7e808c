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
