import { expect, test } from '@jest/globals';
import { type Call, defineCall } from '@stepwise/shared-contracts/calls/call';
import { shapeOfCall } from '@stepwise/shared-contracts/release/call-shape';
import * as z from 'zod/mini';
import { whyIncompatible } from './incompatible-call.ts';

const base = {
  method: 'POST',
  path: '/api/save-dose/',
  summary: '',
  access: 'participant',
  errors: [],
} as const;
const answer = z.object({ dose: z.number(), unit: z.enum(['mg', 'drops']) });
const call = (body: Call['body'], success: Call['body'] = answer): Call =>
  defineCall({ ...base, body, responses: { 200: success } });
const withoutAnswer = defineCall({ ...base, body: null, responses: { 204: null } });
const reason = (used: Call, provided: Call) => whyIncompatible(shapeOfCall(used), [shapeOfCall(provided)]);

const dose = { dose: z.number() };
const TAKES = 'the live API takes another body';
const ANSWERS = 'the live API answers otherwise';

test.each<[string, Call, Call, string | undefined]>([
  ['the same', call(z.object(dose)), call(z.object(dose)), undefined],
  [
    'a field that the API may do without',
    call(z.object(dose)),
    call(z.object({ ...dose, note: z.optional(z.string()) })),
    undefined,
  ],
  ['a field that the API needs', call(z.object(dose)), call(z.object({ ...dose, note: z.string() })), TAKES],
  [
    'a field that the API would drop',
    call(z.object({ ...dose, note: z.string() })),
    call(z.object(dose)),
    TAKES,
  ],
  ['a field of another type', call(z.object(dose)), call(z.object({ dose: z.string() })), TAKES],
  ['a narrower field', call(z.object(dose)), call(z.object({ dose: z.number().check(z.maximum(5)) })), TAKES],
  [
    'a wider choice',
    call(z.object({ a: z.enum(['x']) })),
    call(z.object({ a: z.enum(['x', 'y']) })),
    undefined,
  ],
  [
    'a narrower choice',
    call(z.object({ a: z.enum(['x', 'y']) })),
    call(z.object({ a: z.enum(['x']) })),
    TAKES,
  ],
  ['any text for a choice', call(z.object({ a: z.string() })), call(z.object({ a: z.enum(['x']) })), TAKES],
  [
    'a field within a list that the API would drop',
    call(z.object({ doses: z.array(z.object({ ...dose, note: z.string() })) })),
    call(z.object({ doses: z.array(z.object(dose)) })),
    TAKES,
  ],
  [
    'a field below one that the API would drop',
    call(z.object({ step: z.object({ ...dose, note: z.string() }) })),
    call(z.object({ step: z.object(dose) })),
    TAKES,
  ],
  [
    'a field that the API would drop where it takes null as well',
    call(z.nullable(z.object({ ...dose, note: z.string() }))),
    call(z.nullable(z.object(dose))),
    TAKES,
  ],
  ['null where the API takes none', call(z.nullable(z.object(dose))), call(z.object(dose)), TAKES],
  ['no body any more', call(z.object(dose)), call(null), TAKES],
  ['more in the answer', call(null), call(null, z.extend(answer, { note: z.string() })), undefined],
  ['less in the answer', call(null), call(null, z.object({ dose: z.number() })), ANSWERS],
  [
    'an answer that may lack a field',
    call(null),
    call(null, z.object({ dose: z.optional(z.number()), unit: z.enum(['mg', 'drops']) })),
    ANSWERS,
  ],
  [
    'a choice in the answer that is new',
    call(null),
    call(null, z.object({ dose: z.number(), unit: z.enum(['mg', 'drops', 'beads']) })),
    ANSWERS,
  ],
  [
    'more in a list of the answer',
    call(null, z.array(answer)),
    call(null, z.array(z.extend(answer, { note: z.string() }))),
    undefined,
  ],
  ['less in a list of the answer', call(null, z.array(answer)), call(null, z.array(z.object(dose))), ANSWERS],
  ['an answer that may be null', call(null), call(null, z.nullable(answer)), ANSWERS],
  ['an answer of another status', call(null), withoutAnswer, ANSWERS],
  ['an answer that is null no more', call(null, z.nullable(answer)), call(null), undefined],
])('%s: used and provided', (_, used, provided, expected) => {
  expect(reason(used, provided)).toBe(expected);
});

test('a call that is not there', () => {
  expect(whyIncompatible(shapeOfCall(call(null)), [])).toBe('the live API has no such call');
  const other = { ...shapeOfCall(call(null)), method: 'GET' };
  expect(whyIncompatible(shapeOfCall(call(null)), [other])).toBe('the live API has no such call');
});
