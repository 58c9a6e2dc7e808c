import { type ReactNode, useState } from 'react';
import { saveUser } from '../calls/user.calls.ts';
import { Button } from '../design-system/button.tsx';
import { Status } from '../design-system/status.tsx';
import { useFocusBack } from '../design-system/use-focus-back.ts';
import { useParticipant } from '../host/host-services.tsx';
import { useTyped } from '../host/use-typed.ts';
import { type Details, DetailsForm, EMAIL_FIELD, PHONE_FIELD, typedDetails } from './details-form.tsx';
import { RejectedDetails } from './rejected-details.tsx';
import { type UserDraft, useSaveUser } from './use-save-user.ts';

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

/** The zones that the browser knows, some four hundred, and the one that another browser may have chosen. */
const withTimeZone = (details: Details<UserDraft>, chosen: string): Details<UserDraft> => ({
  ...details,
  fields: {
    ...details.fields,
    timeZone: {
      label: 'Time zone',
      options: [...new Set(['', chosen, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
        value,
        text: inWords(value),
      })),
    },
  },
});

const AS_DEVICE = 'As the device says';
/** `Australia/Lord_Howe` as people read it. */
const inWords = (timeZone: string): string =>
  timeZone.replaceAll('_', ' ').replaceAll('/', ', ') || AS_DEVICE;

interface UserDetailsProps {
  /** What stands above them, with the button to edit them, which is null while they are edited. */
  children(edit: ReactNode): ReactNode;
}

/** Name, phone, email, time zone and password of the participant, shown, or edited in their place. */
export function UserDetails({ children }: UserDetailsProps) {
  const user = useParticipant((state) => state.user);
  const isActing = useParticipant((state) => state.adminActing);
  const { status, isSaving, rejected, asksPassword, save, begin, markUnsaved, reset } = useSaveUser(user);
  const [typed] = useTyped(typedDetails(DETAILS));
  const [isEditing, setEditing] = useState(typed !== undefined);
  /** What the form begins with besides what is saved. */
  const [entered, setEntered] = useState<Partial<UserDraft>>({});
  const editButton = useFocusBack(isEditing);

  if (!user) return null;
  const { firstName, lastName, phone, email, timeZone } = user;
  const known = timeZone === undefined ? {} : { timeZone };
  const details = isActing ? WITHOUT_PASSWORD : DETAILS;
  const confirmed = isActing ? CONFIRMED_BY_STAFF : CONFIRMED;
  const asked = asksPassword ? confirmed : details;
  const open = (changed: Partial<UserDraft>) => {
    begin(user);
    setEntered(changed);
    setEditing(true);
  };
  const saveAndClose = async (draft: UserDraft) => {
    if (await save(draft)) setEditing(false);
  };

  return (
    <>
      {children(
        isEditing ? null : (
          <Button variant="link" icon="pencil" ref={editButton} onClick={() => open({})}>
            Edit<span className="visually-hidden"> your details</span>
          </Button>
        ),
      )}
      {!isEditing && <RejectedDetails user={user} onEdit={open} />}
      {isEditing && isActing && <p className="soft">Only the participant can change the password.</p>}
      {isEditing ? (
        <DetailsForm
          details={timeZone === undefined ? asked : withTimeZone(asked, timeZone)}
          initial={{ firstName, lastName, phone, email, ...known, password: '', ...entered }}
          rejected={rejected}
          saving={isSaving}
          takesPasskey={asksPassword && !isActing}
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
          {timeZone !== undefined && <Detail term="Time zone" value={inWords(timeZone)} />}
          <Detail term="Password" value="Not shown" />
        </dl>
      )}
      <Status text={status} />
    </>
  );
}

function Detail({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt className="soft small">{term}</dt>
      <dd className="detail">{value}</dd>
    </div>
  );
}
