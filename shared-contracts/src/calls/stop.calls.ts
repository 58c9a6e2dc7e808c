import * as z from 'zod/mini';
import { stopReasonSchema } from '../entities/consent.ts';
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
