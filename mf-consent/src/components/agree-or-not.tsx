import { answerConsent } from '@stepwise/shared-contracts/calls/consent.calls';
import { saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { useSave } from '@stepwise/shared-contracts/client/use-save';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { CheckboxChoices } from '@stepwise/shared-contracts/design-system/choices';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { HOME_STEP, type User } from '@stepwise/shared-contracts/entities/user';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { isIneligible } from '@stepwise/shared-contracts/store/selectors';
import { useState } from 'react';
import { stepPath } from '../consent-steps.ts';

interface AgreeOrNotProps {
  user: User;
  /** Not yet agreed, or agreed to an earlier text. */
  canAgree: boolean;
}

/** 'I agree', with future contact as a choice of its own, and 'I do not agree'. */
export function AgreeOrNot({ user, canAgree }: AgreeOrNotProps) {
  const { client, outbox, navigate, refresh } = useHost();
  const reconsent = useParticipant((state) => state.reconsent);
  const [declineFailed, setDeclineFailed] = useState(false);
  const [futureContact, setFutureContact] = useState(user.futureContact);
  const { status, track } = useSave(saveUserAgree);
  const isSaving = status === 'saving' || status === 'kept';
  const isEligible = user.homestep !== HOME_STEP.eligibility && !isIneligible(user);

  const agree = () => {
    const answered = outbox.send(saveUserAgree, { futureContact, consentAgree: true });
    void track(answered);
    answered.then(
      () => {
        navigate('/');
        // Brings the receipt with its date; without a network it comes with the next load.
        refresh().catch(() => {});
      },
      () => {},
    );
  };

  /** Someone who takes part and declines a new version is told first what stays possible. */
  const disagree = async () => {
    if (reconsent?.demand !== 'required') return navigate(stepPath('data'));
    try {
      await client.send(answerConsent, { hash: reconsent.hash, answer: 'declined' });
      navigate(stepPath('declined'));
    } catch {
      setDeclineFailed(true);
    }
  };

  return (
    <>
      {canAgree && isEligible && (
        <CheckboxChoices
          legend="Future research (optional)"
          options={[{ id: 1, text: 'You may contact me about future research' }]}
          values={futureContact ? [1] : []}
          onToggle={(_, ticked) => setFutureContact(ticked)}
        />
      )}
      {canAgree && !isEligible && (
        <Notice title="Please confirm your eligibility before you agree.">
          <p>The survey takes about 10 minutes.</p>
          <LinkButton to="/survey" variant="quiet">
            Go to the survey
          </LinkButton>
        </Notice>
      )}
      {declineFailed && (
        <Notice tone="warning" title="Your answer could not be saved." announced>
          <p>Please check your connection and try again.</p>
        </Notice>
      )}
      {status === 'rejected' && (
        <Notice tone="warning" title="Your consent could not be saved." announced>
          <p>Please try again. If it happens again, call the research team.</p>
        </Notice>
      )}
      <Status text={isSaving ? 'Saving your consent…' : ''} />
      <ActionBar>
        <Button variant="quiet" onClick={() => void disagree()}>
          {canAgree ? 'I do not agree' : 'I no longer agree'}
        </Button>
        {canAgree && isEligible && (
          <Button busy={isSaving} onClick={agree}>
            I agree
          </Button>
        )}
      </ActionBar>
    </>
  );
}
