import { expect, test } from '@jest/globals';
import { pickMentioned } from './mentioned-types.ts';

const text = { type: 'string' };
const object = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const activity = object({ id: text, name: text });
const types = {
  State: object({ activities: { type: 'Array', items: activity }, moods: text, 'dose-card': text }),
  Services: object({
    save: { type: 'function', parameters: [activity], returns: object({ status: text, body: text }) },
    subscribe: {
      type: 'function',
      parameters: [{ type: 'function', parameters: [activity], returns: text }],
      returns: text,
    },
  }),
};

test('a script keeps what it names, at any depth', () => {
  const script = "f(({activities:e})=>e.map(({name:t})=>t+'about moods'+g['dose-card']))/* moods */";
  expect(pickMentioned(types, [script])).toEqual({
    State: object({
      activities: { type: 'Array', items: object({ name: text }) },
      'dose-card': text,
    }),
    Services: object({}),
  });
});

test('a function keeps all that it takes, and of what it gives, also to a callback, what is named', () => {
  const script = 'save({}).body;subscribe(()=>1)';
  expect(pickMentioned(types, [script]).Services).toEqual(
    object({
      save: { type: 'function', parameters: [activity], returns: object({ body: text }) },
      subscribe: {
        type: 'function',
        parameters: [{ type: 'function', parameters: [object({})], returns: text }],
        returns: text,
      },
    }),
  );
});
