import * as z from 'zod/mini';
import { stopReasonSchema } from '../entities/stop.ts';
import { userSchema } from '../entities/user.ts';
import { defineCall } from './call.ts';

export const leavePlan = defineCall({
  method: 'POST',
  path: '/api/leave-plan/',
  summary: 'Leave the plan, stay on the present dose and in the follow-up.',
  access: 'participant',
  body: z.object({ reason: stopReasonSchema }),
  responses: { 200: z.object({ user: userSchema }) },
  errors: ['not-logged-in', 'not-yet'],
});

export const stopContact = defineCall({
  method: 'POST',
  path: '/api/stop-contact/',
  summary:
    'Leave the trial, and agree that the information is kept: the data consent `agree`, with a reason. Ends every session of theirs.',
  access: 'participant',
  body: z.object({ reason: stopReasonSchema }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed'],
});
