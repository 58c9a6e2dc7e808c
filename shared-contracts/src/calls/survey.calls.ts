import * as z from 'zod/mini';
import { idSchema } from '../entities/id.ts';
import { surveySchema, surveyScoreSchema } from '../entities/survey.ts';
import { defineCall } from './call.ts';

export const surveyData = defineCall({
  method: 'GET',
  path: '/api/survey-data/',
  summary: 'The eligibility questions and this session’s answers.',
  access: 'anyone',
  body: null,
  responses: { 200: surveySchema },
  errors: [],
});

export const surveySaveOption = defineCall({
  method: 'POST',
  path: '/api/survey-save-option/',
  summary: 'Keep one answer in this session. Null takes the answer back.',
  access: 'anyone',
  body: z.object({ questionId: idSchema, optionId: z.nullable(idSchema) }),
  responses: { 204: null },
  errors: ['not-found'],
  saves: true,
});

export const surveyScore = defineCall({
  method: 'GET',
  path: '/api/survey-score/',
  summary: 'Score this session’s answers. Repeating it changes nothing. 422 names the unanswered questions.',
  access: 'anyone',
  body: null,
  responses: { 200: surveyScoreSchema },
  errors: ['unprocessable'],
});
