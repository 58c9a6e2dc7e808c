import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { type ReactNode, useState } from 'react';
import { PhoneForm } from './phone-form.tsx';

/** The team could not call the person. */
export const useLacksPhone = (): boolean => useParticipant(({ user }) => !user?.phone);

interface NextWithPhoneProps {
  /** The team may want to call. */
  asks: boolean;
  /** What happens next, or happened. It takes the focus once a number was given. */
  children: ReactNode;
}

/** What happens next; who gave no phone number is asked for it, but not while a researcher acts. */
export function NextWithPhone({ asks, children }: NextWithPhoneProps) {
  const lacksPhone = useLacksPhone();
  const isActing = useParticipant(({ adminActing }) => adminActing);
  const [isGiven, setGiven] = useState(false);
  return (
    <>
      {children && (
        <p ref={isGiven ? focus : null} tabIndex={-1}>
          {children}
        </p>
      )}
      {asks && lacksPhone && !isActing && <PhoneForm onSaved={() => setGiven(true)} />}
    </>
  );
}

const focus = (paragraph: HTMLElement | null) => paragraph?.focus();
