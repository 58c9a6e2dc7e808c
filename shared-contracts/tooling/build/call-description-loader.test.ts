import { expect, test } from '@jest/globals';
import omitCallDescriptions from './call-description-loader.ts';

test('what the API alone reads of a call is left out, and nothing else', () => {
  const source = `import { errors } from './errors.ts';

export const saveDose = defineCall({
  method: 'POST',
  path: '/api/save-dose/',
  summary:
    'Save a dose, "as prescribed".',
  access: 'participant',
  body: z.object({ errors: z.array(z.string()) }),
  responses: { 204: null },
  errors: [
    'not-logged-in',
    'not-found',
  ],
  saves: true,
});
`;
  expect(omitCallDescriptions(source)).toBe(`import { errors } from './errors.ts';

export const saveDose = defineCall({
  method: 'POST',
  path: '/api/save-dose/',
  body: z.object({ errors: z.array(z.string()) }),
  responses: { 204: null },
  saves: true,
});
`);
});
