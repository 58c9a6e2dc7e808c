import { type ReactNode, useState } from 'react';
import { Button } from '../design-system/button.tsx';
import { Status } from '../design-system/status.tsx';
import { useFocusBack } from '../design-system/use-focus-back.ts';
import { DetailsForm, typedDetails } from '../details/details-form.tsx';
import { useHost, useParticipant } from '../host/host-services.tsx';
import { SAVE_TEXT, useSave } from '../host/use-save.ts';
import { useTyped } from '../host/use-typed.ts';
import { CONTACTS, type ContactDetails, type ContactKind, isKnown } from './contact.ts';

interface EditableContactProps {
  kind: ContactKind;
  /** Shows the contact; `edit` is the button that opens the form in the view's place. */
  children: (contact: ContactDetails, edit: ReactNode) => ReactNode;
}

/** A helper that can be edited in place: saving, then saved, then the view again with focus on its edit button. */
export function EditableContact({ kind, children }: EditableContactProps) {
  const { outbox } = useHost();
  const { call, role } = CONTACTS[kind];
  const contact = useParticipant((state) => state[kind]);
  const { status, track } = useSave(call);
  const [typed] = useTyped(typedDetails(CONTACTS[kind]));
  const [isEditing, setEditing] = useState(typed !== undefined);
  const editButton = useFocusBack(isEditing);

  const saveAndClose = async (next: ContactDetails) => {
    const outcome = await track(outbox.send<typeof call>(call, next));
    if (outcome !== 'rejected') setEditing(false);
  };
  const edit = (
    <Button
      variant="link"
      icon={isKnown(contact) ? 'pencil' : 'plus'}
      ref={editButton}
      onClick={() => setEditing(true)}
    >
      {isKnown(contact) ? 'Edit' : 'Add'}
      <span className="visually-hidden"> {role}</span>
    </Button>
  );

  return (
    <>
      {isEditing ? (
        <DetailsForm<ContactDetails>
          details={CONTACTS[kind]}
          initial={contact}
          saving={status === 'saving'}
          onSave={(next) => void saveAndClose(next)}
          onCancel={() => setEditing(false)}
        />
      ) : (
        children(contact, edit)
      )}
      <Status text={SAVE_TEXT[status]} />
    </>
  );
}
