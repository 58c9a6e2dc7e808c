import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { browserTimeZone, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { UserDetails } from '@stepwise/shared-contracts/details/user-details';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { HOME_STEP, type User } from '@stepwise/shared-contracts/entities/user';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useStore } from 'zustand';
import { AccountLine } from './account-line.tsx';
import { Devices } from './devices.tsx';
import { Passkeys } from './passkeys.tsx';
import { Reminders } from './reminders.tsx';
import styles from './your-account.module.css';

/** What a participant of either group may know and change of their part in the trial. */
export function YourAccount() {
  const { outbox } = useHost();
  const user = useParticipant((state) => state.user);
  const isActing = useParticipant((state) => state.adminActing);
  const reminder = useParticipant((state) => state.reminder);
  const hasRejected = useStore(outbox.state, ({ rejected }) =>
    rejected.some(({ path }) => path === saveUser.path),
  );
  if (!user) return null;
  return (
    <section className={styles.account} aria-labelledby="account-heading">
      <h2 id="account-heading">Your account</h2>
      <div className={styles.lines}>
        <AccountLine title="Your details" startsOpen={hasRejected}>
          <UserDetails>{(edit) => edit && <div>{edit}</div>}</UserDetails>
        </AccountLine>
        {reminder && (
          <AccountLine title="Reminders" id="reminders">
            <Reminders reminder={reminder} email={user.email} />
          </AccountLine>
        )}
        <AccountLine title="Your group and your consent">
          <GroupAndConsent user={user} />
        </AccountLine>
        <AccountLine title="Your data">
          <YourData />
        </AccountLine>
        {/* Staff who act for a participant see neither. */}
        {!isActing && (
          <>
            <AccountLine title="Devices">{(hasOpened) => hasOpened && <Devices />}</AccountLine>
            <AccountLine title="Passkeys">{(hasOpened) => hasOpened && <Passkeys />}</AccountLine>
          </>
        )}
        <AccountLine title="Stopping">
          <p>
            You can leave the plan or the trial at any time and need not say why.{' '}
            <strong>Do not stop your medicine suddenly:</strong> talk to your doctor or nurse first.
          </p>
          <LinkButton variant="quiet" to="/consent?step=stop">
            Stop taking part
          </LinkButton>
        </AccountLine>
      </div>
    </section>
  );
}

function GroupAndConsent({ user }: { user: User }) {
  const consent = useParticipant((state) => state.consent);
  const agreed = consent && formatDate(localDate(new Date(consent.agreedAt), browserTimeZone()));
  return (
    <>
      <Group user={user} />
      {agreed && (
        <>
          <p>You agreed to take part on {agreed}.</p>
          <a className={styles.link} href="/documents/my-consent.pdf" download>
            Your consent (PDF)
          </a>
        </>
      )}
    </>
  );
}

function YourData() {
  const hasDates = useParticipant(({ reminder, followUps = [] }) => Boolean(reminder || followUps.length));
  return (
    <>
      <a className={styles.link} href="/documents/my-information.pdf" download>
        What is kept about you (PDF)
      </a>
      <a className={styles.link} href="/documents/my-records.csv" download>
        Your daily records (CSV)
      </a>
      <a className={styles.link} href="/documents/my-answers.csv" download>
        Your answers and lists (CSV)
      </a>
      {hasDates && (
        <a className={styles.link} href="/documents/my-calendar.ics" download>
          Your dates for your own calendar (ICS)
        </a>
      )}
      <a className={styles.link} href="/account/access">
        Who has looked at your data
      </a>
    </>
  );
}

function Group({ user: { homestep, randomise, awaits } }: { user: User }) {
  const { arms } = trialWords(useHost().site);
  if (homestep < HOME_STEP.plan || awaits)
    return <p>Chance will decide your group, like tossing a coin. That comes after the questionnaire.</p>;
  return <p>{randomise ? arms.reduction : arms.usualCare} Chance decided this, like tossing a coin.</p>;
}
