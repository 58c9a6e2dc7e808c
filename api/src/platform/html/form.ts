import type { Context } from 'koa';
import * as z from 'zod';
import { type Html, html } from './html.ts';

/** A form that was not good enough: what was typed, and what is wrong by field. */
export interface FormErrors {
  values: Record<string, string>;
  errors: Record<string, string>;
}

/** Reads a form by a schema whose messages are the words that the person reads. */
export function readForm<T>(
  { request }: Context,
  schema: z.ZodType<T>,
): { data: T; rejected?: never } | { data?: never; rejected: FormErrors } {
  const form = schema.safeParse(request.body);
  if (form.success) return { data: form.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of form.error.issues) errors[String(path[0])] ??= message;
  return { rejected: { values: formValues(request.body), errors } };
}

const fieldsSchema = z.record(z.string(), z.unknown());

/** The texts of a form, without the token of its session. What was ticked several times is one text, with commas. */
export function formValues(body: unknown): Record<string, string> {
  const { csrfToken: _, ...fields } = fieldsSchema.safeParse(body).data ?? {};
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, Array.isArray(value) ? value.join() : value])
      .filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

/** What is wrong with a form, each a way to its field. Stands under the form's own heading, and is where the page opens. */
export const errorSummary = (rejected: FormErrors | undefined, level: 2 | 3 = 3): Html | null =>
  rejected && Object.keys(rejected.errors).length > 0
    ? html`<div class="error-summary" role="alert" tabindex="-1" autofocus><h${level}>There is a problem</h${level}>${Object.entries(
        rejected.errors,
      ).map(([field, error]) => html`<p><a href="#${field}">${error}</a></p>`)}</div>`
    : null;

/** The values that a form begins with, where nothing was rejected. */
export const filledWith = (values: Record<string, string>): FormErrors => ({ values, errors: {} });

interface Field {
  /** Its name in the form and its id on the page. */
  name: string;
  label: string;
  hint?: string;
  rejected?: FormErrors | undefined;
}

/** A labelled control with its hint and what is wrong with it. `control` gets the attributes that tie it to them. */
export function field({ name, label, hint, rejected }: Field, control: (attributes: Html) => Html): Html {
  const error = rejected?.errors[name];
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const attributes = html`id="${name}" name="${name}"${describedBy && html` aria-describedby="${describedBy}"`}${error && html` aria-invalid="true"`}`;
  return html`<div class="field"${error && html` data-invalid`}>
<label class="field-label" for="${name}">${label}</label>
${hint && html`<span class="field-hint" id="${name}-hint">${hint}</span>`}
${error && html`<span class="field-error" id="${name}-error">${error}</span>`}
<div class="field-box">${control(attributes)}</div>
</div>`;
}

/** A box for one line. Shows the rejected value again, except a password. */
export const inputField = ({
  type,
  autocomplete,
  longest,
  ...given
}: Field & { type: 'text' | 'email' | 'password'; autocomplete: string; longest: number }): Html =>
  field(
    given,
    (attributes) =>
      html`<input class="field-input" ${attributes} type="${type}" autocomplete="${autocomplete}" required maxlength="${longest}"${type !== 'password' && html` value="${given.rejected?.values[given.name] ?? ''}"`}>`,
  );

/** A box for several lines of text. The first line break after the tag is not part of the text. */
export const textArea = ({
  shortest = 1,
  longest,
  ...given
}: Field & { shortest?: number; longest: number }): Html =>
  field(
    given,
    (
      attributes,
    ) => html`<textarea class="field-input" ${attributes} rows="3" required minlength="${shortest}" maxlength="${longest}">
${given.rejected?.values[given.name] ?? ''}</textarea>`,
  );

/** A choice of one from a list of values and their words. `chosen` stands until the person chooses again. */
export const selectField = ({
  options,
  chosen = '',
  ...given
}: Field & { options: readonly (readonly [value: string, text: string])[]; chosen?: string }): Html => {
  const now = given.rejected?.values[given.name] ?? chosen;
  return field(
    given,
    (attributes) => html`<select class="field-input" ${attributes}>
${options.map(([value, text]) => html`<option value="${value}"${value === now && html` selected`}>${text}</option>`)}
</select>`,
  );
};

/** A box for a day, or for a day and time (`2026-11-22T15:07`). */
export const dateField = ({
  type,
  required = true,
  ...given
}: Field & { type: 'date' | 'datetime-local'; required?: boolean }): Html =>
  field(
    given,
    (attributes) =>
      html`<input class="field-input" ${attributes} type="${type}"${required && html` required`} value="${given.rejected?.values[given.name] ?? ''}">`,
  );

/** Boxes to tick, of which the form sends each by the same name. `chosen` are ticked until the person chooses again. */
export function checkboxesField({
  name,
  label,
  hint,
  rejected,
  options,
  chosen = [],
}: Field & {
  options: readonly (readonly [value: string, text: string])[];
  chosen?: readonly string[];
}): Html {
  const error = rejected?.errors[name];
  const now = rejected ? (rejected.values[name]?.split(',') ?? []) : chosen;
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  return html`<fieldset class="choices" id="${name}" tabindex="-1"${describedBy && html` aria-describedby="${describedBy}"`}>
<legend class="field-label">${label}</legend>
${hint && html`<span class="field-hint" id="${name}-hint">${hint}</span>`}
${error && html`<span class="field-error" id="${name}-error">${error}</span>`}
<div class="choices-list">${options.map(
    ([value, text]) =>
      html`<label class="choice"><input class="choice-input" type="checkbox" name="${name}" value="${value}"${now.includes(value) && html` checked`}><span class="choice-text">${text}</span></label>`,
  )}</div>
</fieldset>`;
}
