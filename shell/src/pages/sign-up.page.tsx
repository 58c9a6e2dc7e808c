import { askMeInAMonth } from '@stepwise/shared-contracts/calls/reminder.calls';
import { registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Form } from '@stepwise/shared-contracts/design-system/form';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { TextField } from '@stepwise/shared-contracts/design-system/text-field';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useLocation, useNavigate, useSearchParams } from '@stepwise/shared-contracts/router';
import { type SubmitEvent, useState } from 'react';
import { useShell } from '../services/shell-services.ts';
import styles from './account.module.css';
import { AccountForm } from './account-form.tsx';
import { useAccountForm } from './use-account-form.ts';
import { useTypedInEntry } from './use-typed-in-entry.ts';

const PATH = '/sign-up';
const STEP = 'step';
const stepPath = (step: 'reminder' | 'details') => `${PATH}?${STEP}=${step}`;

interface TypedDetails {
  firstName: string;
  email: string;
}
const NOTHING_TYPED: TypedDetails = { firstName: '', email: '' };

/** First the promise to see a doctor, then the details. A reminder for those who are not ready stands beside them. */
export function SignUpPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const hasAgreed = useLocation().state !== null;
  const [typed, change] = useTypedInEntry(NOTHING_TYPED);
  const step = search.get(STEP);
  if (step === 'reminder') return <Reminder />;
  // The address by itself does not say that the promise was made.
  if (step === 'details' && hasAgreed) return <Details typed={typed} onType={change} />;
  return <Agreement onAgree={() => navigate(stepPath('details'), { state: typed })} />;
}

function Agreement({ onAgree }: { onAgree: () => void }) {
  const { setTitle, site } = useHost();
  const navigate = useNavigate();
  return (
    <div className={`page ${styles.narrow}`}>
      <PageHeading title="Sign up" onTitle={setTitle}>
        See your doctor first
      </PageHeading>
      <p>You must make an appointment with your doctor before going off your medication.</p>
      <Notice title="Do not stop suddenly.">
        <p>
          Stopping {trialWords(site).medicine.one} all at once can make you unwell. Each change is made with
          your doctor or nurse.
        </p>
      </Notice>
      <p>Do you agree to make an appointment with your doctor before you change your medication?</p>
      <ActionBar>
        <Button variant="quiet" onClick={() => navigate(stepPath('reminder'))}>
          Ask me in a month
        </Button>
        <Button onClick={onAgree}>I Agree</Button>
      </ActionBar>
    </div>
  );
}

function Reminder() {
  const { client, setTitle, navigate } = useHost();
  const { announcements } = useShell();
  const [{ email }, change] = useTypedInEntry({ email: '' });
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    // Send only goes back (specification, section 2). The welcome page shows what came of it.
    if (email.trim())
      client.send(askMeInAMonth, { email }).then(
        () => announcements.show('Thank you. We will send you one message in a month.'),
        () => announcements.show('Your address could not be kept. Please try again later.'),
      );
    navigate('/');
  };
  return (
    <div className={`page ${styles.narrow}`}>
      <PageHeading title="Sign up" onTitle={setTitle}>
        Ask me in a month
      </PageHeading>
      <p>There is no hurry. Keep taking your medication as you do now.</p>
      <Form onSubmit={send} noValidate>
        <TextField
          id="reminder-email"
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          hint="We send you one message in a month and then erase your address. Check that it is right."
          value={email}
          onChange={(email) => change({ email })}
        />
        <ActionBar>
          <Button variant="quiet" onClick={() => navigate(PATH)}>
            Back
          </Button>
          <Button type="submit">Send</Button>
        </ActionBar>
      </Form>
    </div>
  );
}

interface DetailsProps {
  typed: TypedDetails;
  onType: (typed: TypedDetails) => void;
}

function Details({ typed, onType }: DetailsProps) {
  const { client, setTitle, navigate } = useHost();
  const { session } = useShell();
  const { firstName, email } = typed;
  const [password, setPassword] = useState('');
  const { submit, isSending, problems } = useAccountForm({
    send: async () => {
      const { body } = await client.send(registerUser, {
        first_name: firstName,
        // Hidden for now: the trial does not ask for it.
        last_name: '',
        username: email,
        email,
        password1: password,
        password2: password,
      });
      await session.logIn(body);
    },
    fields: {
      'first-name': { label: 'First name', names: ['first_name', 'last_name'] },
      email: { label: 'Email', names: ['email', 'username'] },
      password: { label: 'Password', names: ['password1'] },
    },
    rejection: () =>
      'There was a problem signing up with these details. Please correct items marked in red above and try again.',
  });
  return (
    <div className={`page ${styles.narrow}`}>
      <PageHeading title={problems ? 'Error: Sign up' : 'Sign up'} onTitle={setTitle}>
        Sign up
      </PageHeading>
      <AccountForm
        onSubmit={submit}
        problems={problems}
        status={isSending ? 'Signing up...' : ''}
        actions={
          <>
            <Button variant="quiet" onClick={() => navigate(PATH)}>
              Back
            </Button>
            <Button type="submit" busy={isSending}>
              Sign up
            </Button>
          </>
        }
      >
        <TextField
          id="first-name"
          name="first_name"
          label="First name"
          autoComplete="given-name"
          value={firstName}
          onChange={(firstName) => onType({ ...typed, firstName })}
          error={problems?.byField['first-name']}
        />
        <TextField
          id="email"
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          hint="You log in with it."
          value={email}
          onChange={(email) => onType({ ...typed, email })}
          error={problems?.byField.email}
        />
        <TextField
          id="password"
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters. Three or four words together are strong and easy to remember."
          value={password}
          onChange={setPassword}
          error={problems?.byField.password}
        />
      </AccountForm>
    </div>
  );
}
