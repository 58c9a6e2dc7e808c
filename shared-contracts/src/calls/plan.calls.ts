import * as z from 'zod/mini';
import { idSchema } from '../entities/id.ts';
import {
  customDateSchema,
  doseReportSchema,
  pastPrescriptionSchema,
  prescriptionSchema,
  staySchema,
  taperFindingSchema,
} from '../entities/plan.ts';
import { homeStepSchema, timesPerDaySchema } from '../entities/user.ts';
import { defineCall } from './call.ts';

/** The plan as it is now. Earlier servers send no steps that were taken before, and no reports. */
const changedPlan = {
  prescriptions: z.array(prescriptionSchema),
  pastPrescriptions: z.optional(z.array(pastPrescriptionSchema)),
  doseReports: z.optional(z.array(doseReportSchema)),
};

export const saveSchedule = defineCall({
  method: 'POST',
  path: '/api/save-schedule/',
  summary:
    'Choose a schedule of the participant’s medicine; generates its dated steps from the person’s local day.',
  access: 'participant',
  body: z.object({ schedule: idSchema }),
  responses: {
    200: z.object({
      ...changedPlan,
      startdose: z.number(),
      homestep: homeStepSchema,
      /** Earlier servers send none. */
      timesperday: z.optional(timesPerDaySchema),
    }),
  },
  errors: ['not-logged-in', 'not-allowed', 'not-found', 'not-yet', 'unprocessable'],
  saves: true,
});

export const saveDose = defineCall({
  method: 'POST',
  path: '/api/save-dose/',
  summary: 'Choose the starting dose: the id of a step of the chosen schedule.',
  access: 'participant',
  body: z.object({ prescription: idSchema }),
  responses: { 200: z.object({ ...changedPlan, startdose: z.number() }) },
  errors: ['not-logged-in', 'not-allowed', 'not-found', 'not-yet'],
  saves: true,
});

const customDates = z.array(customDateSchema).check(z.minLength(1), z.maxLength(100));

export const previewMedcustom = defineCall({
  method: 'POST',
  path: '/api/preview-medcustom/',
  summary:
    'The plan as rows typed by an acting researcher would make it, what the taper linter finds in it, and why it needs a reason. Saves nothing.',
  access: 'participant',
  body: z.object({ customDates }),
  responses: {
    200: z.object({
      ...changedPlan,
      findings: z.array(taperFindingSchema),
      /** An increase of the dose, or a start more than 28 days away; none where no reason is needed. */
      reasonNeededFor: z.array(taperFindingSchema),
    }),
  },
  errors: ['not-logged-in', 'not-allowed', 'not-yet', 'unprocessable'],
});

export const saveMedcustom = defineCall({
  method: 'POST',
  path: '/api/save-medcustom/',
  summary:
    'Replace the steps by rows typed by an acting researcher. Every fault is named by row and field. An increase of the dose, or a start more than 28 days away, needs a `reason`, which the audit log keeps.',
  access: 'participant',
  body: z.object({
    customDates,
    /** Earlier features send none. */
    reason: z.optional(z.string().check(z.trim(), z.maxLength(500))),
  }),
  responses: { 200: z.object(changedPlan) },
  errors: ['not-logged-in', 'not-allowed', 'not-yet', 'unprocessable'],
  saves: true,
});

export const reportDose = defineCall({
  method: 'POST',
  path: '/api/report-dose/',
  summary:
    'Report the dose (mg a day) taken from the person’s own `day` on: today, or an earlier day since the last report. `step` names the next step of the plan where it is that step. A second report for one day replaces the first. With `stay` the next step is asked for from a later day on, or once the person says so.',
  access: 'participant',
  body: z.object({
    day: z.iso.date(),
    dose: z.number().check(z.minimum(0), z.maximum(9_999.99)),
    step: z.nullable(idSchema),
    stay: z.optional(staySchema),
  }),
  responses: { 200: z.object(changedPlan) },
  errors: ['not-logged-in', 'not-found', 'not-yet', 'conflict', 'unprocessable'],
  saves: true,
});

export const askAboutDose = defineCall({
  method: 'POST',
  path: '/api/ask-about-dose/',
  summary:
    'Put a question about the dose into the team’s list: a step is too hard, or the person needs to talk. The dose stays as it is.',
  access: 'participant',
  body: z.object({ reason: z.enum(['too-hard', 'talk']) }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-yet'],
  saves: true,
});

export const saveStrengths = defineCall({
  method: 'POST',
  path: '/api/save-strengths/',
  summary:
    'Say which strengths of the medicine (ids of forms) the person has at home. Replaces the ones before; none is an answer too.',
  access: 'participant',
  body: z.object({ strengths: z.array(idSchema).check(z.maxLength(20)) }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-yet', 'unprocessable'],
  saves: true,
});

export const prepareStep = defineCall({
  method: 'POST',
  path: '/api/prepare-step/',
  summary:
    'Say whether what a step of the plan needs is prepared, and whether it was talked about with the doctor or nurse.',
  access: 'participant',
  body: z
    .object({ step: idSchema, prepared: z.optional(z.boolean()), talked: z.optional(z.boolean()) })
    .check(
      z.refine(({ prepared, talked }) => prepared !== undefined || talked !== undefined, {
        path: ['prepared'],
      }),
    ),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-found', 'not-yet'],
  saves: true,
});

export const planFindings = defineCall({
  method: 'GET',
  path: '/api/plan-findings/',
  summary: 'What the taper linter finds in the current plan. For an acting researcher.',
  access: 'participant',
  body: null,
  responses: { 200: z.object({ findings: z.array(taperFindingSchema) }) },
  errors: ['not-logged-in', 'not-allowed'],
});
