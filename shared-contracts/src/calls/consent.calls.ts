import * as z from 'zod/mini';
import { articleSchema } from '../entities/site-content.ts';
import { defineCall } from './call.ts';

export const answerConsent = defineCall({
  method: 'POST',
  path: '/api/answer-consent/',
  summary:
    'Answer a new version of the consent form, named by its hash: `informed` where it only informs, `declined` where it asks for consent. To agree, give the consent.',
  access: 'participant',
  body: z.object({ hash: z.string().check(z.maxLength(64)), answer: z.enum(['informed', 'declined']) }),
  responses: { 204: null },
  errors: ['not-logged-in', 'not-allowed', 'not-yet'],
});

export const consentAgreedTo = defineCall({
  method: 'POST',
  path: '/api/consent-agreed-to/',
  summary: 'The consent form that the participant agreed to last, word for word.',
  access: 'participant',
  body: null,
  responses: { 200: articleSchema },
  errors: ['not-logged-in', 'not-found'],
});
