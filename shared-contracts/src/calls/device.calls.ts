import * as z from 'zod/mini';
import { currentPasswordSchema } from '../entities/current-password.ts';
import { defineCall } from './call.ts';

const deviceSchema = z.object({
  id: z.string(),
  /** Browser and system, such as `Chrome on Android`. */
  name: z.string(),
  /** An instant as ISO text. */
  lastUsedAt: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
  /** Stays logged in for 30 days after its last use. */
  isKept: z.boolean(),
});
export type LoggedInDevice = z.infer<typeof deviceSchema>;

export const listDevices = defineCall({
  method: 'POST',
  path: '/api/devices/',
  summary: 'The browsers in which the participant is logged in, the one that asks first. Not while acting.',
  access: 'participant',
  body: null,
  responses: { 200: z.object({ devices: z.array(deviceSchema) }) },
  errors: ['not-logged-in', 'not-allowed'],
});

export const logOutDevice = defineCall({
  method: 'POST',
  path: '/api/log-out-device/',
  summary:
    'Log the participant out in one of their browsers. Needs the current password where the last proof is older than ten minutes. Not while acting.',
  access: 'participant',
  body: z.object({ id: z.uuid(), currentPassword: currentPasswordSchema }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed', 'not-found', 'unprocessable'],
});
