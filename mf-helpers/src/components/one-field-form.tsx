import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { type ComponentProps, type SubmitEvent, useEffect, useState } from 'react';

interface OneFieldFormProps
  extends Pick<
    ComponentProps<typeof TextField>,
    'id' | 'label' | 'type' | 'autoComplete' | 'error' | 'maxLength'
  > {
  initial?: string;
  busy: boolean;
  /** What its button says. */
  button: string;
  onSubmit: (value: string) => void;
  onCancel: () => void;
}

/** A field with the focus, its button, and a way back. */
export function OneFieldForm({
  initial = '',
  busy,
  button,
  onSubmit,
  onCancel,
  ...field
}: OneFieldFormProps) {
  const [value, setValue] = useState(initial);
  const { id, error } = field;
  useEffect(() => document.getElementById(id)?.focus(), [id, error]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (value.trim() && !busy) onSubmit(value);
  };
  return (
    <Form className="stack" onSubmit={submit} noValidate>
      <TextField {...field} value={value} onChange={setValue} />
      <Button type="submit" variant="quiet" busy={busy}>
        {button}
      </Button>
      <Button variant="link" onClick={onCancel}>
        Cancel
      </Button>
    </Form>
  );
}
