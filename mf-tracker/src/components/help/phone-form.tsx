import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { type SubmitEvent, useId, useState } from 'react';

/** Asks for the phone number that the team calls, and saves it as an edit of the details. */
export function PhoneForm({ onSaved }: { onSaved: () => void }) {
  const id = useId();
  const { outbox } = useHost();
  const user = useParticipant((state) => state.user);
  const label = useParticipant(({ help }) => help?.phone) ?? 'Your phone number';
  const [typed, keep] = useTyped<string>('phone for help');
  const [phone, setPhone] = useState(typed ?? '');
  const change = (next: string) => {
    setPhone(next);
    keep(next || null);
  };
  const [isTried, setTried] = useState(false);
  if (!user) return null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (!phone.trim()) return document.getElementById(id)?.focus();
    keep(null);
    const { firstName, lastName, email } = user;
    const known = { firstName, lastName, phone: user.phone, email };
    void outbox.send(saveUser, { ...known, phone: phone.trim(), password: '', known });
    onSaved();
  };
  return (
    <Form className="stack" noValidate onSubmit={submit}>
      <TextField
        id={id}
        label={label}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        value={phone}
        error={isTried && !phone.trim() ? 'Enter your phone number' : undefined}
        onChange={change}
      />
      <Button type="submit" variant="quiet">
        Save
      </Button>
    </Form>
  );
}
