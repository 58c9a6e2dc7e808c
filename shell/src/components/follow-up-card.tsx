import { followUpDone } from '@stepwise/shared-contracts/calls/follow-up.calls';
import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { isAskedFor } from '@stepwise/shared-contracts/stage/follow-ups';
import { useState } from 'react';

interface FollowUpCardProps {
  isFilled: boolean;
  /** With the day (YYYY-MM-DD) from which the next one is asked for; undefined after the last. */
  onReported(next: string | undefined): void;
}

/** The follow-up questionnaire that is asked for now, in either arm; nothing while none is. */
export function FollowUpCard({ isFilled, onReported }: FollowUpCardProps) {
  const { client, refresh } = useHost();
  const followUps = useParticipant((state) => state.followUps);
  const followUp = followUps?.find(isAskedFor);
  const next = followUps?.find(({ state }) => state === 'planned');
  const [status, setStatus] = useState<'idle' | 'saving' | 'failed'>('idle');
  if (!followUp) return null;
  const { months, closesOn, link } = followUp;

  const confirm = async () => {
    setStatus('saving');
    try {
      await client.send(followUpDone, { months });
      onReported(next?.opensOn);
      setStatus('idle');
    } catch {
      setStatus('failed');
    }
    // Also after a failure: it may have been reported on another device, or its answer may have been lost.
    await refresh().catch(() => {});
  };
  return (
    <Card className="stack" aria-labelledby="follow-up-heading">
      <h2 id="follow-up-heading">Your {months}-month questionnaire</h2>
      <p className={isFilled ? undefined : 'small'}>
        Ready on another website until {formatDate(closesOn)}.{isFilled && ' Tell us here when it is done.'}
      </p>
      {status === 'failed' && (
        <Notice tone="warning" announced>
          <p>This could not be saved. Please try again.</p>
        </Notice>
      )}
      <div className="row">
        <AnchorButton href={link} newWindow variant={isFilled ? 'filled' : 'link'}>
          Open the questionnaire
        </AnchorButton>
        <Button
          variant={isFilled ? 'quiet' : 'link'}
          busy={status === 'saving'}
          onClick={() => void confirm()}
        >
          I have done it
        </Button>
      </div>
    </Card>
  );
}
