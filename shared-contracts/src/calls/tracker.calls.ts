import * as z from 'zod/mini';
import { checkUpSchemas } from '../entities/check-up-schemas.ts';
import { idSchema } from '../entities/id.ts';
import { activitySchema, categorySchema, dailyRecordSchema, symptomSchema } from '../entities/tracker.ts';
import { defineCall } from './call.ts';

/** Trimmed; empty after trimming is rejected (specification, section 5). */
const itemTextSchema = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const createdSchema = z.object({ id: idSchema });
const byIdSchema = z.object({ id: idSchema });

export const addActivity = defineCall({
  method: 'POST',
  path: '/api/add-activity/',
  summary: 'Add an activity to the participant’s list of 100 at most.',
  access: 'participant',
  body: z.object({ activity: z.object({ text: itemTextSchema }) }),
  responses: { 200: createdSchema },
  errors: ['not-logged-in', 'not-yet', 'unprocessable'],
  saves: true,
});

export const deleteActivity = defineCall({
  method: 'POST',
  path: '/api/delete-activity/',
  summary: 'Take an activity off the list. Days already recorded keep it.',
  access: 'participant',
  body: byIdSchema,
  responses: { 204: null },
  errors: ['not-logged-in', 'not-found', 'not-yet'],
  saves: true,
});

export const addSymptom = defineCall({
  method: 'POST',
  path: '/api/add-symptom/',
  summary: 'Add a symptom to one category of the participant’s lists, each of 100 at most.',
  access: 'participant',
  body: z.object({ symptom: z.object({ text: itemTextSchema, category: categorySchema }) }),
  responses: { 200: symptomSchema },
  errors: ['not-logged-in', 'not-yet', 'unprocessable'],
  saves: true,
});

export const deleteSymptom = defineCall({
  method: 'POST',
  path: '/api/delete-symptom/',
  summary: 'Take a symptom off its list, unless it is about self-harm. Days already recorded keep it.',
  access: 'participant',
  body: byIdSchema,
  responses: { 204: null },
  errors: ['not-logged-in', 'not-found', 'not-yet', 'unprocessable'],
  saves: true,
});

export const saveSymptom = defineCall({
  method: 'POST',
  path: '/api/save-symptom/',
  summary: 'Set or clear the warning flag of a symptom. One about self-harm keeps it.',
  access: 'participant',
  body: z.object({
    symptom: z.object({ id: idSchema, text: itemTextSchema, category: categorySchema, redflag: z.boolean() }),
  }),
  responses: { 200: symptomSchema },
  errors: ['not-logged-in', 'not-found', 'not-yet', 'unprocessable'],
  saves: true,
});

export const saveRecord = defineCall({
  method: 'POST',
  path: '/api/save-record/',
  summary:
    'The daily check-up. `recordedAt` is the instant it was made (a check-up made offline is sent later), and `localDate` the person’s own day then, or the day before. The record’s date is the UTC date of the instant, or the day before itself. Saving again replaces the record of the same date and the same own day, and keeps the earlier version.',
  access: 'participant',
  body: z.object({
    symptoms: z.array(idSchema).check(z.maxLength(200)),
    ...checkUpSchemas,
    activities: z.array(idSchema).check(z.maxLength(200)),
    recordedAt: z.optional(z.iso.datetime()),
    localDate: z.optional(z.iso.date()),
  }),
  responses: { 200: z.object({ record: dailyRecordSchema, todayActivities: z.array(activitySchema) }) },
  errors: ['not-logged-in', 'not-found', 'not-yet', 'unprocessable'],
  saves: true,
  keptWhenRejected: true,
});
