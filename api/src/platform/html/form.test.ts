import { describe, expect, test } from '@jest/globals';
import type { Context } from 'koa';
import * as z from 'zod';
import {
  checkboxesField,
  dateField,
  errorSummary,
  filledWith,
  formValues,
  inputField,
  readForm,
  selectField,
  textArea,
} from './form.ts';

const schema = z.object({
  name: z
    .string()
    .min(1, 'Enter a name.')
    .max(3, 'Enter a shorter name.')
    .regex(/^\w*$/, 'Enter letters only.'),
  role: z.array(z.string()).min(1, 'Choose a role.'),
});
const read = (body: unknown) => readForm({ request: { body } } as unknown as Context, schema);

describe('a form', () => {
  test('is read by its schema', () => {
    expect(read({ name: 'Pat', role: ['one'] })).toEqual({ data: { name: 'Pat', role: ['one'] } });
  });

  test('that is rejected keeps what was typed but its token, and says the first fault of each field', () => {
    expect(read({ csrfToken: 'secret', name: 'a-long-name', role: [], more: { not: 'a text' } })).toEqual({
      rejected: {
        values: { name: 'a-long-name', role: '' },
        errors: { name: 'Enter a shorter name.', role: 'Choose a role.' },
      },
    });
  });

  test('has what was ticked several times as one text', () => {
    expect(formValues({ role: ['one', 'two'], csrfToken: 'x' })).toEqual({ role: 'one,two' });
    expect(formValues(undefined)).toEqual({});
  });

  test('that is filled in says that nothing is wrong', () => {
    expect(errorSummary(undefined)).toBeNull();
    expect(errorSummary(filledWith({ name: 'Pat' }))).toBeNull();
    const rejected = { values: {}, errors: { name: 'Enter a name.', role: 'Choose a <role>.' } };
    const { markup = '' } = errorSummary(rejected, 2) ?? {};
    expect(markup).toMatch(/^<div class="error-summary" role="alert" tabindex="-1" autofocus><h2>/);
    expect([...markup.matchAll(/<a href="#(\w+)">(.*?)<\/a>/g)].map(([, ...link]) => link)).toEqual([
      ['name', 'Enter a name.'],
      ['role', 'Choose a &lt;role&gt;.'],
    ]);
  });
});

const rejected = { values: { name: 'P"t', role: 'b,c' }, errors: { name: 'Enter a name.', role: 'Choose.' } };
const given = { name: 'name', label: 'Name', hint: 'As on a letter.' };

describe('a field', () => {
  const input = { ...given, type: 'text', autocomplete: 'name', longest: 150 } as const;

  test('is tied to its label, its hint and what is wrong with it', () => {
    const { markup } = inputField({ ...input, rejected });
    expect(markup).toContain('<label class="field-label" for="name">Name</label>');
    expect(markup).toContain('id="name-hint">As on a letter.</span>');
    expect(markup).toContain('id="name-error">Enter a name.</span>');
    expect(markup).toContain('aria-describedby="name-hint name-error" aria-invalid="true"');
    expect(markup).toContain('required maxlength="150" value="P&quot;t">');
  });

  test('that is right is tied to its hint only, and one without a hint to nothing', () => {
    expect(inputField(input).markup).toMatch(/<input [^>]* aria-describedby="name-hint" type="text"/);
    const { hint: _, ...bare } = input;
    expect(inputField(bare).markup).not.toMatch(/aria-|data-invalid/);
  });

  test('for a password never shows what was typed', () => {
    const { markup } = inputField({ ...input, type: 'password', rejected });
    expect(markup).toContain('type="password"');
    expect(markup).not.toContain('value=');
  });

  test('for several lines keeps a line break at its beginning', () => {
    const { markup } = textArea({
      ...given,
      longest: 500,
      rejected: { ...rejected, values: { name: '\nWords' } },
    });
    expect(markup).toContain('required minlength="1" maxlength="500">\n\nWords</textarea>');
  });

  test('for a day may be left empty where that is said', () => {
    const day = {
      name: 'day',
      label: 'Day',
      type: 'date',
      rejected: filledWith({ day: '2026-03-10' }),
    } as const;
    expect(dateField(day).markup).toContain('type="date" required value="2026-03-10">');
    expect(dateField({ ...day, required: false }).markup).toContain('type="date" value="2026-03-10">');
  });
});

const options = [
  ['a', 'First'],
  ['b', 'Second'],
  ['c', 'Third'],
] as const;

describe('a choice', () => {
  const selected = (markup: string) =>
    [...markup.matchAll(/value="(\w)" selected/g)].map(([, value]) => value);
  const ticked = (markup: string) => [...markup.matchAll(/value="(\w)" checked/g)].map(([, value]) => value);

  test('of one stands as it was given, or as it was chosen in a form that is rejected', () => {
    const field = { name: 'role', label: 'Role', options, chosen: 'b' };
    expect(selected(selectField(field).markup)).toEqual(['b']);
    const again = { values: { role: 'c' }, errors: {} };
    expect(selected(selectField({ ...field, rejected: again }).markup)).toEqual(['c']);
    expect(selected(selectField({ ...field, rejected: { values: {}, errors: {} } }).markup)).toEqual(['b']);
  });

  test('of several is what was ticked in a form that is rejected, also where that is nothing', () => {
    const field = { name: 'role', label: 'Role', options, chosen: ['a'] };
    expect(ticked(checkboxesField(field).markup)).toEqual(['a']);
    const { markup } = checkboxesField({ ...field, rejected });
    expect(ticked(markup)).toEqual(['b', 'c']);
    expect(markup).toContain(
      '<fieldset class="choices" id="role" tabindex="-1" aria-describedby="role-error">',
    );
    expect(markup).toContain('id="role-error">Choose.</span>');
    expect(ticked(checkboxesField({ ...field, rejected: { values: {}, errors: {} } }).markup)).toEqual([]);
  });
});
