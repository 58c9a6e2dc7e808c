import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../design-system/button.tsx';
import {
  CONTACTS,
  type ContactDetails,
  type ContactKind,
  findContactProblems,
  trimContact,
} from './contact.ts';
import { ContactFields, contactFieldId } from './contact-fields.tsx';

interface ContactFormProps {
  kind: ContactKind;
  /** What the fields hold at first. */
  contact: ContactDetails;
  /** A save is under way. */
  saving: boolean;
  /** Given the trimmed contact, once every field is right. */
  onSave: (contact: ContactDetails) => void;
  onCancel: () => void;
}

/** Edits one helper in place: takes focus when it opens, and names what is wrong at the field. */
export function ContactForm({ kind, contact, saving, onSave, onCancel }: ContactFormProps) {
  const [draft, setDraft] = useState(contact);
  const [problems, setProblems] = useState<ReturnType<typeof findContactProblems>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = findContactProblems(kind, draft);
    setProblems(found);
    const wrongField = CONTACTS[kind].fields.find((field) => found[field]);
    if (wrongField) document.getElementById(contactFieldId(kind, wrongField))?.focus();
    else onSave(trimContact(draft));
  };

  return (
    <form className="stack" ref={form} noValidate onSubmit={submit}>
      <ContactFields kind={kind} contact={draft} onChange={setDraft} problems={problems} />
      <div className="row">
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={saving}>
          {saving ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </form>
  );
}
