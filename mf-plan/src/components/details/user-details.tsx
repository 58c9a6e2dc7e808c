import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import {
  type Details,
  DetailsForm,
  EMAIL_FIELD,
  PHONE_FIELD,
} from '@stepwise/shared-contracts/details/details-form';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useState } from 'react';
import { type UserDraft, useSaveUser } from '../../details/use-save-user.ts';
import { SectionHeading } from './section-heading.tsx';
import styles from './user-details.module.css';

const WITHOUT_PASSWORD: Details<UserDraft> = {
  id: 'user',
  fields: {
    firstName: { label: 'First name', autoComplete: 'given-name', maxLength: 150 },
    lastName: { label: 'Last name', autoComplete: 'family-name', maxLength: 150 },
    phone: { ...PHONE_FIELD, autoComplete: 'tel' },
    email: { ...EMAIL_FIELD, autoComplete: 'email' },
  },
  call: saveUser,
};
const DETAILS: Details<UserDraft> = {
  ...WITHOUT_PASSWORD,
  fields: {
    ...WITHOUT_PASSWORD.fields,
    password: {
      label: 'New password',
      hint: 'Leave it empty to keep your current password.',
      type: 'password',
      autoComplete: 'new-password',
      maxLength: 256,
    },
  },
};

/** The details with the password of who is at the device, without which the server saves no new password or address. */
const withCurrentPassword = (
  details: Details<UserDraft>,
  label: string,
  hint: string,
): Details<UserDraft> => ({
  ...details,
  fields: {
    ...details.fields,
    currentPassword: { label, hint, type: 'password', autoComplete: 'current-password', maxLength: 256 },
  },
});
const CONFIRMED = withCurrentPassword(
  DETAILS,
  'Current password',
  'Forgot it? Log out, then choose “Forgot my password”.',
);
const CONFIRMED_BY_STAFF = withCurrentPassword(
  WITHOUT_PASSWORD,
  'Your own password',
  'The one you log in to the research team’s pages with.',
);

/** Name, phone, email and password of the participant, shown, or edited in their place. */
export function UserDetails() {
  const user = useParticipant((state) => state.user);
  const isActing = useParticipant((state) => state.adminActing);
  const { status, isSaving, rejected, asksPassword, save, markUnsaved, reset } = useSaveUser();
  const [isEditing, setEditing] = useState(false);
  const editButton = useFocusBack(isEditing);

  if (!user) return null;
  const { firstName, lastName, phone, email } = user;
  const details = isActing ? WITHOUT_PASSWORD : DETAILS;
  const confirmed = isActing ? CONFIRMED_BY_STAFF : CONFIRMED;
  const saveAndClose = async (draft: UserDraft) => {
    if (await save(draft)) setEditing(false);
  };

  return (
    <Card className="stack" aria-labelledby="user-heading">
      <SectionHeading id="user-heading" text="Your details">
        {!isEditing && (
          <Button variant="link" icon="pencil" ref={editButton} onClick={() => setEditing(true)}>
            Edit<span className="visually-hidden"> your details</span>
          </Button>
        )}
      </SectionHeading>
      {isEditing && isActing && <p className="soft">Only the participant can change the password.</p>}
      {isEditing ? (
        <DetailsForm
          details={asksPassword ? confirmed : details}
          initial={{ firstName, lastName, phone, email, password: '' }}
          rejected={rejected}
          saving={isSaving}
          onEdit={markUnsaved}
          onSave={(draft) => void saveAndClose(draft)}
          onCancel={() => {
            reset();
            setEditing(false);
          }}
        />
      ) : (
        <dl className="stack">
          <Detail term="Name" value={`${firstName} ${lastName}`.trim()} />
          <Detail term="Phone" value={phone || 'Not given'} />
          <Detail term="Email" value={email} />
          <Detail term="Password" value="Not shown" />
        </dl>
      )}
      <Status text={status} />
    </Card>
  );
}

function Detail({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="soft small">{term}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}
