import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { listOfMonths, trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useId, useState } from 'react';
import styles from './taking-part.module.css';

/** 'Tell me more': what taking part means, opened and closed in place. */
export function TakingPart() {
  const id = useId();
  const { risk, followUpMonths } = trialWords(useHost().site);
  const [open, setOpen] = useState(false);
  return (
    <div className="stack">
      <Button variant="quiet" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        Tell me more
      </Button>
      <div id={id} hidden={!open}>
        <Card aria-labelledby={`${id}-heading`} className={styles.text ?? ''}>
          <h2 id={`${id}-heading`}>What taking part means</h2>
          <p>
            First you answer the survey, read the consent form and fill in a questionnaire. That takes about
            an hour in all. You can do it on different days.
          </p>
          <p>
            Then chance decides, like tossing a coin, which group you are in. One group makes a plan to reduce
            the dose in small steps, together with a doctor or nurse, and answers three short questions a day.
            That takes about two minutes. We contact the other group in {followUpMonths[0]} months.
          </p>
          <p>Both groups are asked to fill in surveys after {listOfMonths(followUpMonths)} months.</p>
          <p>
            We cannot promise that taking part helps you. {risk} That is why no dose changes without your
            doctor or nurse.
          </p>
          <p>You can leave the trial at any time and need not say why. Your usual care stays the same.</p>
        </Card>
      </div>
    </div>
  );
}
