import type { PasskeyItem } from '@stepwise/shared-contracts/calls/passkey.calls';
import { browserTimeZone, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import { useState } from 'react';
import styles from './devices.module.css';
import { OneFieldForm } from './one-field-form.tsx';

interface PasskeyRowProps {
  passkey: PasskeyItem;
  /** Rejects where it was not saved. */
  onRename: (name: string) => Promise<void>;
  onRemove: () => void;
}

export function PasskeyRow({ passkey: { id, name, createdAt }, onRename, onRemove }: PasskeyRowProps) {
  const [isRenaming, setRenaming] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<string>();
  const renameButton = useFocusBack(isRenaming);

  const rename = async (next: string) => {
    setSaving(true);
    setError(undefined);
    await onRename(next.trim()).then(
      () => setRenaming(false),
      () => setError('The name was not saved. Please try again.'),
    );
    setSaving(false);
  };

  if (isRenaming)
    return (
      <li>
        <OneFieldForm
          id={`passkey-${id}`}
          label="Name of the passkey"
          maxLength={100}
          initial={name}
          error={error}
          busy={isSaving}
          button="Save"
          onSubmit={(next) => void rename(next)}
          onCancel={() => setRenaming(false)}
        />
      </li>
    );
  const added = formatDate(localDate(new Date(createdAt), browserTimeZone()));
  return (
    <li className={styles.device}>
      <strong>{name}</strong>
      <span className="small soft">Added {added}</span>
      <Button variant="link" ref={renameButton} onClick={() => setRenaming(true)}>
        Rename
        <span className="visually-hidden"> ({name})</span>
      </Button>
      <Button variant="link" onClick={onRemove}>
        Remove
        <span className="visually-hidden"> ({name})</span>
      </Button>
    </li>
  );
}
