import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { keepInPlace } from '@stepwise/shared-contracts/design-system/keep-in-place';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { LIST_FULL } from '@stepwise/shared-contracts/entities/tracker';
import { type SubmitEvent, useState } from 'react';
import styles from './lists.module.css';

interface AddItemProps {
  /** Unique on the page. */
  id: string;
  label: string;
  isFull: boolean;
  /** Given the trimmed text, never an empty one. */
  onAdd: (text: string) => void;
}

export function AddItem({ id, label, isFull, onAdd }: AddItemProps) {
  const [typed, keep] = useTyped<string>(id);
  const [text, setText] = useState(typed ?? '');
  const change = (next: string) => {
    setText(next);
    keep(next || null);
  };
  const [problem, setProblem] = useState<string>();

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const field = document.getElementById(id);
    field?.focus({ preventScroll: true });
    if (field) keepInPlace(field);
    const trimmed = text.trim();
    if (isFull) setProblem(LIST_FULL);
    else {
      if (trimmed) onAdd(trimmed);
      change('');
      setProblem(trimmed ? undefined : 'Write something first, then press Add.');
    }
  };

  return (
    <Form className={styles.add} noValidate onSubmit={submit}>
      <TextField id={id} label={label} error={problem} maxLength={200} value={text} onChange={change} />
      <Button type="submit" variant="quiet" icon="plus">
        Add
      </Button>
    </Form>
  );
}
