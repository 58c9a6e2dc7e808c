import { Button } from '@stepwise/shared-contracts/design-system/button';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { UserDraft, UserField, UserProblems } from '../../details/user-problems.ts';

type FieldProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'hint' | 'type' | 'autoComplete' | 'pattern' | 'maxLength'
>;

/** The phone's pattern is a hint that nothing enforces (specification, section 5): the form carries `noValidate`. */
const FIELDS: Readonly<Record<UserField, FieldProps>> = {
  firstName: { label: 'First name', autoComplete: 'given-name', maxLength: 150 },
  lastName: { label: 'Last name', autoComplete: 'family-name', maxLength: 150 },
  phone: {
    label: 'Phone',
    hint: 'Four digits, three digits, three digits, such as 0491-570-006',
    type: 'tel',
    autoComplete: 'tel',
    pattern: '[0-9]{4}-[0-9]{3}-[0-9]{3}',
    maxLength: 40,
  },
  email: { label: 'Email', type: 'email', autoComplete: 'email', maxLength: 254 },
  password: {
    label: 'New password',
    hint: 'Leave it empty to keep your current password.',
    type: 'password',
    autoComplete: 'new-password',
    maxLength: 256,
  },
};
const FIELD_NAMES = Object.keys(FIELDS) as UserField[];

const fieldId = (field: UserField): string => `user-${field}`;

interface UserFormProps {
  initial: UserDraft;
  /** A researcher who acts for the participant cannot. */
  canChangePassword: boolean;
  problems: UserProblems;
  isSaving: boolean;
  /** Called with each change of a field. */
  onEdit: () => void;
  onSave: (draft: UserDraft) => void;
  onCancel: () => void;
}

export function UserForm(props: UserFormProps) {
  const { initial, canChangePassword, problems, isSaving, onEdit, onSave, onCancel } = props;
  const [draft, setDraft] = useState(initial);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  useEffect(() => {
    const wrong = FIELD_NAMES.find((field) => problems[field]);
    if (wrong) document.getElementById(fieldId(wrong))?.focus();
  }, [problems]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave({
      ...draft,
      firstName: draft.firstName.trim(),
      lastName: draft.lastName.trim(),
      phone: draft.phone.trim(),
      email: draft.email.trim(),
    });
  };
  const change = (field: UserField, value: string) => {
    setDraft({ ...draft, [field]: value });
    onEdit();
  };

  return (
    <form className="stack" ref={form} noValidate onSubmit={submit}>
      {FIELD_NAMES.filter((field) => field !== 'password' || canChangePassword).map((field) => (
        <TextField
          {...FIELDS[field]}
          key={field}
          id={fieldId(field)}
          value={draft[field]}
          error={problems[field]}
          onChange={(value) => change(field, value)}
        />
      ))}
      {!canChangePassword && <p className="soft">Only the participant can change the password.</p>}
      <div className="row">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
