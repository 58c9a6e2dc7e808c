import { answerConsent } from '@stepwise/shared-contracts/calls/consent.calls';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useState } from 'react';

/** What changed in the consent form, and what is asked for it; nothing while nothing is. */
export function ReconsentCard({ isFilled }: { isFilled: boolean }) {
  const { client, refresh, announce } = useHost();
  const reconsent = useParticipant((state) => state.reconsent);
  const isActing = useParticipant((state) => state.adminActing);
  const hasCheckUps = useParticipant(({ user }) => user?.homestep === HOME_STEP.timeline && !user.leftplan);
  const [status, setStatus] = useState<'idle' | 'saving' | 'failed'>('idle');
  if (!reconsent) return null;
  const { demand, changed, hash, stopsRecording } = reconsent;
  const isRequired = demand === 'required';

  const confirm = async () => {
    setStatus('saving');
    try {
      await client.send(answerConsent, { hash, answer: 'informed' });
      announce('Thank you. Your answer is saved.');
      setStatus('idle');
    } catch {
      setStatus('failed');
    }
    await refresh().catch(() => {});
  };
  return (
    <Card className="stack" aria-labelledby="reconsent-heading">
      <h2 id="reconsent-heading">The consent form has changed</h2>
      <ul>
        {changed.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      {isRequired && (
        <p>
          Please read the new form and say if you agree.
          {stopsRecording && hasCheckUps && ' Until you have agreed, no daily check-ups are recorded.'}
        </p>
      )}
      {isActing && <p>Only the participant can answer.</p>}
      {status === 'failed' && (
        <Notice tone="warning" announced>
          <p>This could not be saved. Please try again.</p>
        </Notice>
      )}
      <div className="row">
        <LinkButton to="/consent" variant={isRequired && isFilled ? 'filled' : 'quiet'}>
          Read the new form
        </LinkButton>
        {!isRequired && !isActing && (
          <Button
            variant={isFilled ? 'filled' : 'quiet'}
            busy={status === 'saving'}
            onClick={() => void confirm()}
          >
            I have read this
          </Button>
        )}
      </div>
    </Card>
  );
}
