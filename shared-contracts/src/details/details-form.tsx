import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import type { Issue } from '../calls/errors.ts';
import { Button } from '../design-system/button.tsx';
import { Form } from '../design-system/form.tsx';
import { SelectField } from '../design-system/select-field.tsx';
import { TextField } from '../design-system/text-field.tsx';
import { useTyped } from '../host/use-typed.ts';
import { PasskeyProof } from './passkey-proof.tsx';

type FieldProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'hint' | 'type' | 'autoComplete' | 'pattern' | 'maxLength'
> & {
  /** Given, one of these is chosen. */
  options?: ComponentProps<typeof SelectField>['options'];
};
type Field<D> = keyof D & string;
export type Problems<D> = Partial<Record<Field<D>, string>>;

/** Details of someone: their fields in order, and the call that saves them. */
export interface Details<D> {
  /** Unique on the page. */
  id: string;
  /** Given, the fields are a group of this name. */
  legend?: string;
  fields: Partial<Record<Field<D>, FieldProps>>;
  call: { body: z.ZodMiniType };
}

/** The pattern is a hint that nothing enforces (specification, section 5): a form with it carries `noValidate`. */
export const PHONE_FIELD: FieldProps = {
  label: 'Phone',
  hint: 'Four digits, three digits, three digits, such as 0491-570-006',
  type: 'tel',
  pattern: '[0-9]{4}-[0-9]{3}-[0-9]{3}',
  maxLength: 40,
};
export const EMAIL_FIELD: FieldProps = { label: 'Email', type: 'email', maxLength: 254 };

const namesOf = <D,>({ fields }: Details<D>) => Object.keys(fields) as Field<D>[];

/** The draft as it is saved: trimmed, but for a password. */
export const trimDetails = <D extends object>({ fields }: Details<D>, draft: D): D =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [
      name,
      fields[name as Field<D>]?.type === 'password' ? value : value.trim(),
    ]),
  ) as D;

/** What may stay on the device while it is not saved. */
export const withoutPasswords = <D extends object>({ fields }: Details<D>, draft: D): Partial<D> =>
  Object.fromEntries(
    Object.entries(draft).filter(([name]) => fields[name as Field<D>]?.type !== 'password'),
  ) as Partial<D>;

/** The name under which what was typed into their form is kept. */
export const typedDetails = ({ id }: Pick<Details<object>, 'id'>): string => `details of ${id}`;

/** What keeps trimmed details from being saved, by field; empty when nothing does. Judged by the call's own schema. */
export function findProblems<D>({ fields, call }: Details<D>, draft: D): Problems<D> {
  const result = call.body.safeParse(draft);
  const issues = result.success ? [] : result.error.issues;
  return Object.fromEntries(
    issues.map(({ path, code }) => {
      const { label, type } = fields[path[0] as Field<D>] ?? PHONE_FIELD;
      const wrong =
        type === 'email'
          ? 'Enter an email address like name@example.org'
          : `Enter your ${label.toLowerCase()}`;
      return [path[0], code === 'too_big' ? 'This is too long' : wrong];
    }),
  ) as Problems<D>;
}

/** What the server found, by field. */
export const problemsOf = <D,>(issues: readonly Issue[]): Problems<D> =>
  Object.fromEntries(issues.map(({ path, message }) => [path[0], message])) as Problems<D>;

/** Moves to the first field with a problem. Returns whether there is one. */
export function focusProblem<D>(details: Details<D>, problems: Problems<D>): boolean {
  const wrong = namesOf(details).find((name) => problems[name]);
  if (wrong) document.getElementById(`${details.id}-${wrong}`)?.focus();
  return wrong !== undefined;
}

interface DetailsFieldsProps<D> {
  details: Details<D>;
  draft: D;
  problems: Problems<D>;
  onChange: (draft: D) => void;
}

/** The fields only, in a form of the page. */
export function DetailsFields<D>({ details, draft, problems, onChange }: DetailsFieldsProps<D>) {
  const { id, legend, fields } = details;
  const inputs = namesOf(details).map((name) => {
    const { options, ...props } = fields[name] as FieldProps;
    const common = {
      id: `${id}-${name}`,
      value: (draft[name] as string | undefined) ?? '',
      onChange: (value: string) => onChange({ ...draft, [name]: value }),
    };
    return options ? (
      <SelectField key={name} {...common} label={props.label} options={options} />
    ) : (
      <TextField key={name} {...props} {...common} error={problems[name]} />
    );
  });
  if (!legend) return inputs;
  return (
    <fieldset className="field-group stack">
      <legend>
        <h2>{legend}</h2>
      </legend>
      {inputs}
    </fieldset>
  );
}

const NONE = {};

interface DetailsFormProps<D> {
  details: Details<D>;
  /** What the fields hold at first. */
  initial: D;
  /** What the server found wrong. */
  rejected?: Problems<D>;
  /** A save is under way. */
  saving: boolean;
  /** The current password is asked for, and a passkey will do. */
  takesPasskey?: boolean;
  onEdit?: () => void;
  /** Given the trimmed draft, once every field is right. */
  onSave: (draft: D) => void;
  onCancel: () => void;
}

/** Edits details in place: takes focus when it is opened, keeps what is typed, and names what is wrong at the field. */
export function DetailsForm<D extends object>(props: DetailsFormProps<D>) {
  const { details, initial, rejected = NONE, saving, takesPasskey, onEdit, onSave, onCancel } = props;
  const [typed, keep] = useTyped<Partial<D>>(typedDetails(details));
  const [draft, setDraft] = useState({ ...initial, ...typed });
  const [problems, setProblems] = useState<Problems<D>>({});
  const form = useRef<HTMLFormElement>(null);
  const isAsBefore = typed !== undefined;
  useEffect(() => {
    if (!isAsBefore) form.current?.querySelector('input')?.focus();
  }, [isAsBefore]);
  useEffect(() => {
    focusProblem(details, rejected);
  }, [details, rejected]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const trimmed = trimDetails(details, draft);
    const found = findProblems(details, trimmed);
    setProblems(found);
    if (focusProblem(details, found)) return;
    keep(null);
    onSave(trimmed);
  };
  return (
    <Form className="stack" ref={form} noValidate onSubmit={submit}>
      <DetailsFields
        details={details}
        draft={draft}
        problems={{ ...rejected, ...problems }}
        onChange={(next) => {
          setDraft(next);
          keep(withoutPasswords(details, next));
          onEdit?.();
        }}
      />
      {takesPasskey && <PasskeyProof onProved={() => form.current?.requestSubmit()} />}
      <div className="row">
        <Button
          variant="quiet"
          onClick={() => {
            keep(null);
            onCancel();
          }}
        >
          Cancel
        </Button>
        <Button type="submit" busy={saving}>
          {saving ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </Form>
  );
}
