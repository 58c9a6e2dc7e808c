import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { PasskeyProof } from '@stepwise/shared-contracts/details/passkey-proof';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useEffect, useRef, useState } from 'react';
import { stepPath } from '../consent-steps.ts';
import { BeforeErasure } from './before-erasure.tsx';
import { ChoiceOutcome } from './choice-outcome.tsx';
import { useDataConsent } from './use-data-consent.ts';

const CHOICES = {
  delete: {
    heading: 'Delete all information?',
    meaning: [
      'We delete your account and everything you gave us: your details, your helpers, your answers, your plan and your daily check-ups.',
      'Copies in our log of changes are deleted within seven days.',
      'You can no longer log in.',
      'We keep one note that somebody made this choice, and on which day. It does not say who.',
    ],
    confirm: 'Delete all information',
  },
  anonymous: {
    heading: 'Keep anonymous data but delete identifying data?',
    meaning: [
      'We delete your name, email, phone, password and questionnaire link, the contacts of your helpers, and all that you wrote in your own words.',
      'We keep the rest, such as answers, doses, dates and daily check-ups, under a number drawn by chance.',
      'Nobody can connect it to you after that, so we cannot show or delete it later.',
      'Copies in our log of changes are deleted within seven days.',
      'You can no longer log in.',
    ],
    confirm: 'Delete identifying data',
  },
} as const;

const PASSWORD_FIELD = 'erasure-password';

/** Explains a choice and applies it on confirmation. */
export function ConfirmErasure({ choice }: { choice: keyof typeof CHOICES }) {
  const { navigate, setTitle } = useHost();
  const { status, passwordProblem, choose } = useDataConsent();
  const [isAsked, setAsked] = useState(false);
  const [currentPassword, setPassword] = useState('');
  const [isProved, setProved] = useState(false);
  const confirmButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (status !== 'asks-password') return;
    setAsked(true);
    setProved(false);
    // Once it is there.
    if (isAsked) document.getElementById(PASSWORD_FIELD)?.focus();
  }, [status, isAsked]);
  useEffect(() => {
    if (isProved) confirmButton.current?.focus();
  }, [isProved]);
  const { heading, meaning, confirm } = CHOICES[choice];
  return (
    <div className="page column">
      <PageHeading onTitle={setTitle} focusKey={choice}>
        {heading}
      </PageHeading>
      <ul>
        {meaning.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <BeforeErasure />
      <Notice tone="warning" title="This happens at once and cannot be undone.">
        <p>Results that have been worked out or published already cannot be taken back.</p>
      </Notice>
      {isAsked && !isProved && (
        <>
          <TextField
            id={PASSWORD_FIELD}
            label="Your current password"
            hint="You gave it more than ten minutes ago."
            type="password"
            autoComplete="current-password"
            error={passwordProblem}
            value={currentPassword}
            onChange={setPassword}
          />
          <PasskeyProof onProved={() => setProved(true)} />
        </>
      )}
      <ChoiceOutcome
        status={status}
        note={isProved ? `Your passkey was accepted. Press “${confirm}” to go on.` : ''}
      />
      <ActionBar>
        <Button variant="quiet" onClick={() => navigate(stepPath('retention'))}>
          Back
        </Button>
        <Button
          ref={confirmButton}
          variant="danger"
          busy={status === 'saving'}
          onClick={() => choose(choice, { currentPassword })}
        >
          {confirm}
        </Button>
      </ActionBar>
    </div>
  );
}
