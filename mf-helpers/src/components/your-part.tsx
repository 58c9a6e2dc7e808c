import { browserTimeZone, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { UserDetails } from '@stepwise/shared-contracts/details/user-details';
import { HOME_STEP, type User } from '@stepwise/shared-contracts/entities/user';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { DevicesCard } from './devices-card.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { RemindersCard } from './reminders-card.tsx';
import styles from './your-part.module.css';

/** What a participant of either group may know and change of their part in the trial. */
export function YourPart() {
  const user = useParticipant((state) => state.user);
  const consent = useParticipant((state) => state.consent);
  const hasDates = useParticipant(({ reminder, followUps = [] }) => Boolean(reminder || followUps.length));
  if (!user) return null;
  const agreed = consent && formatDate(localDate(new Date(consent.agreedAt), browserTimeZone()));
  return (
    <section className={styles.part} aria-labelledby="part-heading">
      <h2 id="part-heading">Your part in the trial</h2>
      <div className={styles.cards}>
        <UserDetails />
        <Card className="stack" aria-labelledby="group-heading">
          <h2 id="group-heading">Your group</h2>
          <Group user={user} />
          {agreed && (
            <>
              <p>You agreed to take part on {agreed}.</p>
              <a className={styles.link} href="/documents/my-consent.pdf" download>
                Your consent (PDF)
              </a>
            </>
          )}
        </Card>
        <RemindersCard />
        <Card className="stack" aria-labelledby="data-heading">
          <h2 id="data-heading">Your data</h2>
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
        </Card>
        <DevicesCard />
        <PasskeysCard />
        <Card className="stack" aria-labelledby="stop-heading">
          <h2 id="stop-heading">Stopping</h2>
          <p>
            You can leave the plan or the trial at any time and need not say why.{' '}
            <strong>Do not stop your medicine suddenly:</strong> talk to your doctor or nurse first.
          </p>
          <LinkButton variant="quiet" to="/consent?step=stop">
            Stop taking part
          </LinkButton>
        </Card>
      </div>
    </section>
  );
}

function Group({ user: { homestep, randomise, awaits } }: { user: User }) {
  if (homestep < HOME_STEP.plan || awaits)
    return <p>Chance will decide your group, like tossing a coin. That comes after the questionnaire.</p>;
  return (
    <p>
      {randomise
        ? 'You are in the group that makes a plan to reduce the dose in small steps, with a doctor or nurse.'
        : 'You are in the group that keeps to its usual care. We contact you for the follow-up questionnaires.'}{' '}
      Chance decided this, like tossing a coin.
    </p>
  );
}
