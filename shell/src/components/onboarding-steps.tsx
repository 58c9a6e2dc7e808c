import { saveHomestep, sendAddressConfirmation } from '@stepwise/shared-contracts/calls/user.calls';
import { useSave } from '@stepwise/shared-contracts/client/use-save';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Icon } from '@stepwise/shared-contracts/design-system/icon';
import { AnchorButton, LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { HOME_STEP, type User } from '@stepwise/shared-contracts/entities/user';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { FeatureSlot } from '../federation/feature-boundary.tsx';
import { useFeatures } from '../federation/federation-context.ts';
import styles from './onboarding-steps.module.css';

/** For usual care. */
export const STAY_ON =
  'Please keep taking your medicine as you do now, and talk to your doctor before you change it.';

/** The four steps from eligibility to the plan. The first that is not done is the one to do. */
export function OnboardingSteps({ user }: { user: User }) {
  const done = [user.surveydone, user.consentAgree, user.homestep >= HOME_STEP.plan];
  const current = done.includes(false) ? done.indexOf(false) : done.length;
  const stateOf = (index: number): StepState => (index === current ? 'now' : done[index] ? 'done' : 'later');
  const isRandomised = current === 3 && !user.awaits;
  const thanked = isRandomised && !user.randomise;
  return (
    <>
      <p className="soft">
        {thanked ? 'You have done every step for now.' : `You are on step ${current + 1} of 4.`}
      </p>
      <ol className={styles.steps}>
        <Step number={1} state={stateOf(0)} title="Confirm Eligibility" minutes={15}>
          {stateOf(0) === 'now' && <LinkButton to="/survey">Go</LinkButton>}
          {stateOf(0) === 'done' && !isRandomised && (
            <LinkButton to="/survey" variant="link">
              Re-try
            </LinkButton>
          )}
        </Step>
        <Step number={2} state={stateOf(1)} title="Consent to Participate" minutes={5}>
          {stateOf(1) === 'now' && <LinkButton to="/consent">Go</LinkButton>}
          {stateOf(1) === 'done' && (
            <AnchorButton href="/documents/my-consent.pdf" download variant="link">
              My copy
            </AnchorButton>
          )}
        </Step>
        <Step number={3} state={stateOf(2)} title="Questionnaire" minutes={30} note="opens in a new window">
          {(stateOf(2) === 'now' || user.awaits) && <FeatureSlot slot="home-questionnaire" />}
          {stateOf(2) === 'now' && <Questionnaire link={user.redcaplink} />}
          {stateOf(2) === 'done' && (
            <AnchorButton href={user.redcaplink} newWindow variant="link">
              Return
            </AnchorButton>
          )}
        </Step>
        {thanked ? (
          <ThankYou />
        ) : (
          <Step number={4} state={stateOf(3)} title="Plan" minutes={20} note="with your doctor or nurse">
            {stateOf(3) === 'now' &&
              (user.awaits ? <Waiting user={user} /> : <LinkButton to="/plan">Go</LinkButton>)}
          </Step>
        )}
      </ol>
    </>
  );
}

type StepState = 'done' | 'now' | 'later';

interface StepProps {
  number: number;
  state: StepState;
  title: string;
  minutes: number;
  note?: string;
  children: ReactNode;
}

function Step({ number, state, title, minutes, note, children }: StepProps) {
  const id = useId();
  return (
    <li className={styles.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={styles.number} aria-hidden="true">
        {state === 'done' ? <Icon name="tick" size={22} /> : number}
      </span>
      <div className={styles.words}>
        <h2 className={styles.title} id={id}>
          {title}
        </h2>
        <p className="small soft">
          {state === 'done' ? 'Completed' : `${minutes} minutes${note ? `, ${note}` : ''}`}
        </p>
      </div>
      <fieldset className={styles.actions} aria-labelledby={id}>
        {children}
      </fieldset>
    </li>
  );
}

/** The research questionnaire lies outside: it is opened, done there, and confirmed here. */
function Questionnaire({ link }: { link: string }) {
  const { outbox, announce, site } = useHost();
  const { status, track } = useSave(saveHomestep);
  const baseline = useParticipant((state) => state.baseline);
  const isAsked = useFeatures().some(({ manifest }) => manifest.slots.includes('home-questionnaire'));
  const [opened, setOpened] = useState(false);
  const [isTooEarly, setTooEarly] = useState(false);

  const confirm = () => {
    // An earlier server or release does not ask.
    const isUnanswered = isAsked && baseline === null;
    setTooEarly(isUnanswered);
    if (isUnanswered) return;
    const answered = outbox.send(saveHomestep, { homestep: HOME_STEP.plan });
    void track(answered);
    answered.then(
      () => announce('Questionnaire completed.'),
      () => {},
    );
  };
  return (
    <>
      <AnchorButton href={link} newWindow onClick={() => setOpened(true)}>
        {opened ? 'Return' : 'Go'}
      </AnchorButton>
      <p className="small soft">When you have finished the questionnaire, confirm it here.</p>
      <Button variant="quiet" busy={status === 'saving' || status === 'kept'} onClick={confirm}>
        I Confirm
      </Button>
      {isTooEarly && baseline === null && (
        <Notice tone="warning" announced>
          <p>Please answer the questions about your {trialWords(site).medicine.name} first.</p>
        </Notice>
      )}
      {status === 'rejected' && (
        <Notice tone="warning" announced>
          <p>This step could not be confirmed. Please check the steps before it.</p>
        </Notice>
      )}
    </>
  );
}

type Sending = 'idle' | 'busy' | 'sent' | 'failed';

const SENDING_TEXT: Record<Sending, string> = {
  idle: '',
  busy: 'Sending…',
  sent: 'A new message is on its way. Only its link works now.',
  failed: 'The message could not be sent. Please try again in some minutes.',
};

/** Between questionnaire and plan: the address is to be confirmed, or the research team looks first. */
function Waiting({ user: { email, awaits } }: { user: User }) {
  const { client, refresh } = useHost();
  const [sending, setSending] = useState<Sending>('idle');
  // The link opens in another tab or app; what it changed shows when they come back.
  useEffect(() => {
    const look = () => void (document.hidden || refresh().catch(() => {}));
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [refresh]);

  if (awaits === 'team')
    return (
      <Notice title="Thank you">
        <p>The research team will tell you what comes next.</p>
      </Notice>
    );
  const sendAgain = async () => {
    setSending('busy');
    try {
      await client.send(sendAddressConfirmation, undefined);
      setSending('sent');
      await refresh();
    } catch {
      setSending('failed');
    }
  };
  return (
    <>
      <Notice title="Confirm your email address">
        <p>
          We sent a message to {email}. Open the link in it, and you can go on here. Nothing there after some
          minutes? Look among unwanted mail.
        </p>
      </Notice>
      <Button variant="quiet" busy={sending === 'busy'} onClick={() => void sendAgain()}>
        Send it again
      </Button>
      <Status text={SENDING_TEXT[sending]} />
    </>
  );
}

function ThankYou() {
  const [months] = trialWords(useHost().site).followUpMonths;
  return (
    <li className={styles.thanks}>
      <h2>Thank you for taking part</h2>
      <p>
        We will contact you in {months} months for your first follow-up questionnaire. {STAY_ON}
      </p>
      <MedicineInformation />
    </li>
  );
}

export function MedicineInformation() {
  const { name } = trialWords(useHost().site).medicine;
  return (
    <AnchorButton href="/documents/medicine-information.pdf" icon="download" variant="quiet" download>
      {`${name.charAt(0).toUpperCase()}${name.slice(1)} information (PDF)`}
    </AnchorButton>
  );
}
