import type { Context } from 'koa';
import * as z from 'zod';
import { type Html, html } from './html.ts';

/** A form that was not good enough: what was typed, and what is wrong by field. */
export interface FormErrors {
  typed: Record<string, string>;
  faults: Record<string, string>;
}

/** Reads a form by a schema whose messages are the words that the person reads. */
export function readForm<T>(
  { request }: Context,
  schema: z.ZodType<T>,
): { data: T; refused?: never } | { data?: never; refused: FormErrors } {
  const form = schema.safeParse(request.body);
  if (form.success) return { data: form.data };
  const faults: Record<string, string> = {};
  for (const { path, message } of form.error.issues) faults[String(path[0])] ??= message;
  return { refused: { typed: formValues(request.body), faults } };
}

const typedSchema = z.record(z.string(), z.unknown());

/** The texts of a form, without the token of its session. */
export function formValues(body: unknown): Record<string, string> {
  const { csrfToken: _, ...fields } = typedSchema.safeParse(body).data ?? {};
  return Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
}

/** What is wrong with a form, each a way to its field. Stands under the form's own heading, and is where the page opens. */
export const errorSummary = (refused: FormErrors | undefined, level: 2 | 3 = 3): Html | null =>
  refused
    ? html`<div class="error-summary" role="alert" tabindex="-1" autofocus><h${level}>There is a problem</h${level}>${Object.entries(
        refused.faults,
      ).map(([field, fault]) => html`<p><a href="#${field}">${fault}</a></p>`)}</div>`
    : null;

interface Field {
  /** Its name in the form and its id on the page. */
  name: string;
  label: string;
  hint?: string;
  refused?: FormErrors | undefined;
}

/** A labelled control with its hint and what is wrong with it. `control` gets the attributes that tie it to them. */
export function field({ name, label, hint, refused }: Field, control: (attributes: Html) => Html): Html {
  const fault = refused?.faults[name];
  const describedBy = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  const attributes = html`id="${name}" name="${name}"${describedBy && html` aria-describedby="${describedBy}"`}${fault && html` aria-invalid="true"`}`;
  return html`<div class="field"${fault && html` data-invalid`}>
<label class="field-label" for="${name}">${label}</label>
${hint && html`<span class="field-hint" id="${name}-hint">${hint}</span>`}
${fault && html`<span class="field-error" id="${name}-fault">${fault}</span>`}
<div class="field-box">${control(attributes)}</div>
</div>`;
}

/** A box for one line. What was typed stands again after a refusal, a password apart. */
export const inputField = ({
  type,
  autocomplete,
  longest,
  ...given
}: Field & { type: 'text' | 'email' | 'password'; autocomplete: string; longest: number }): Html =>
  field(
    given,
    (attributes) =>
      html`<input class="field-input" ${attributes} type="${type}" autocomplete="${autocomplete}" required maxlength="${longest}"${type !== 'password' && html` value="${given.refused?.typed[given.name] ?? ''}"`}>`,
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
${given.refused?.typed[given.name] ?? ''}</textarea>`,
  );

/** A choice of one from a list of values and their words. `chosen` stands until the person chooses again. */
export const selectField = ({
  options,
  chosen = '',
  ...given
}: Field & { options: readonly (readonly [value: string, text: string])[]; chosen?: string }): Html => {
  const now = given.refused?.typed[given.name] ?? chosen;
  return field(
    given,
    (attributes) => html`<select class="field-input" ${attributes}>
${options.map(([value, text]) => html`<option value="${value}"${value === now && html` selected`}>${text}</option>`)}
</select>`,
  );
};
