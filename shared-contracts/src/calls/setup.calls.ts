import * as z from 'zod/mini';
import { idSchema } from '../entities/id.ts';
import { setupScoreSchema } from '../entities/plan.ts';
import { defineCall } from './call.ts';

export const setupSaveOption = defineCall({
  method: 'POST',
  path: '/api/setup-save-option/',
  summary:
    'Keep one setup answer, until the plan has started. Changing the medicine clears a dose that no longer fits.',
  access: 'participant',
  body: z.object({ questionId: idSchema, optionId: z.nullable(idSchema) }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed', 'not-found', 'not-yet'],
  saves: true,
});

export const setupScore = defineCall({
  method: 'GET',
  path: '/api/setup-score/',
  summary: 'The schedule, times a day and starting dose (mg a day) that the setup answers give.',
  access: 'participant',
  body: null,
  responses: { 200: setupScoreSchema },
  errors: ['not-logged-in', 'not-yet', 'unprocessable'],
});
