import { type ReactNode, useState } from 'react';
import { Button } from '../design-system/button.tsx';
import { Status } from '../design-system/status.tsx';
import { useFocusBack } from '../design-system/use-focus-back.ts';
import { isKnown, PEOPLE, type Person, type PersonKind } from './person.ts';
import { PersonForm } from './person-form.tsx';
import { SAVING_TEXT, usePerson } from './use-person.ts';

interface EditablePersonProps {
  kind: PersonKind;
  /** Shows the person; `edit` is the button that opens the form in the view's place. */
  children: (person: Person, edit: ReactNode) => ReactNode;
}

/** A helper that can be edited in place: saving, then saved, then the view again with focus on its edit button. */
export function EditablePerson({ kind, children }: EditablePersonProps) {
  const { person, saving, save } = usePerson(kind);
  const [isEditing, setEditing] = useState(false);
  const editButton = useFocusBack(isEditing);

  const saveAndClose = async (next: Person) => {
    if ((await save(next)) !== 'refused') setEditing(false);
  };
  const edit = (
    <Button
      variant="link"
      icon={isKnown(person) ? 'pencil' : 'plus'}
      ref={editButton}
      onClick={() => setEditing(true)}
    >
      {isKnown(person) ? 'Edit' : 'Add'}
      <span className="visually-hidden"> {PEOPLE[kind].role}</span>
    </Button>
  );

  return (
    <>
      {isEditing ? (
        <PersonForm
          kind={kind}
          person={person}
          saving={saving === 'saving'}
          onSave={(next) => void saveAndClose(next)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        children(person, edit)
      )}
      <Status text={SAVING_TEXT[saving]} />
    </>
  );
}
