import { articleSchema } from '../entities/site-content.ts';
import { defineCall } from './call.ts';

export const consentForm = defineCall({
  method: 'GET',
  path: '/api/consent-form/',
  summary: 'The consent form in force.',
  access: 'anyone',
  body: null,
  responses: { 200: articleSchema },
  errors: [],
});

export const privacyStatement = defineCall({
  method: 'GET',
  path: '/api/privacy-statement/',
  summary: 'The privacy statement in force.',
  access: 'anyone',
  body: null,
  responses: { 200: articleSchema },
  errors: [],
});
