import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { Link } from '@stepwise/shared-contracts/router';
import { isLoggedIn } from '@stepwise/shared-contracts/store/selectors';
import { TakingPart } from '../components/taking-part.tsx';
import { WelcomePicture } from '../components/welcome-picture.tsx';
import { targetOf } from '../survey/survey-route.ts';
import { useGo } from '../survey/use-survey.ts';
import styles from './welcome.module.css';

/** Page 0: what the product is. */
export function WelcomePage() {
  const { site, setTitle } = useHost();
  const { medicine } = trialWords(site);
  const loggedIn = useParticipant(isLoggedIn);
  const go = useGo();
  return (
    <div className="page">
      <div className={styles.intro}>
        <WelcomePicture />
        <div className="stack">
          <PageHeading title="Welcome" onTitle={setTitle}>
            Reducing {medicine.many}, one careful step at a time
          </PageHeading>
          <p className="soft">
            {site.productName} is a university research trial for adults who are thinking about reducing or
            stopping their {medicine.name}, with their doctor’s support.
          </p>
          <Notice>
            <p className="small">
              <strong>Do not stop suddenly.</strong> Every change in this trial is made together with your
              doctor or nurse.
            </p>
          </Notice>
        </div>
      </div>
      {loggedIn && <TakingPart />}
      <ActionBar>
        <Button onClick={() => go({ at: 'next-steps' })}>See the next steps</Button>
      </ActionBar>
      <noscript>
        <p>
          <a href={targetOf({ at: 'next-steps' }).to.search}>Read the next steps</a>
        </p>
      </noscript>
      {!loggedIn && (
        <p className={`small soft ${styles.logIn}`}>
          Already taking part? <Link to="/login">Log in</Link>
        </p>
      )}
    </div>
  );
}
