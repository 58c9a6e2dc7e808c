import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../design-system/button.tsx';
import { findPersonProblems, PEOPLE, type Person, type PersonKind, trimPerson } from './person.ts';
import { PersonFields, personFieldId } from './person-fields.tsx';

interface PersonFormProps {
  kind: PersonKind;
  /** What the fields hold at first. */
  person: Person;
  /** A save is under way. */
  saving: boolean;
  /** Given the trimmed person, once every field is right. */
  onSave: (person: Person) => void;
  onCancel: () => void;
}

/** Edits one helper in place: takes focus when it opens, and names what is wrong at the field. */
export function PersonForm({ kind, person, saving, onSave, onCancel }: PersonFormProps) {
  const [draft, setDraft] = useState(person);
  const [problems, setProblems] = useState<ReturnType<typeof findPersonProblems>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = findPersonProblems(kind, draft);
    setProblems(found);
    const wrongField = PEOPLE[kind].fields.find((field) => found[field]);
    if (wrongField) document.getElementById(personFieldId(kind, wrongField))?.focus();
    else onSave(trimPerson(draft));
  };

  return (
    <form className="stack" ref={form} noValidate onSubmit={submit}>
      <PersonFields kind={kind} person={draft} onChange={setDraft} problems={problems} />
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
