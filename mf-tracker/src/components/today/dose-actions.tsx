import { Button } from '@stepwise/shared-contracts/design-system/button';
import { preventDoubleTap } from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import type { Medication } from '@stepwise/shared-contracts/entities/plan';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { DoseToday } from '../../doses/dose-today.ts';
import styles from '../dose/dose.module.css';
import { DoseHelp } from '../dose/dose-help.tsx';
import { OtherDose } from '../dose/other-dose.tsx';
import { StrengthsForm } from '../dose/strengths-form.tsx';
import { useKnownStrengths, useSaveStrengths } from '../dose/use-strengths.ts';
import { BackOnDose } from '../step/back-on-dose.tsx';
import type { Answers } from '../step/use-answers.ts';

interface DoseActionsProps {
  /** No dose is offered: another one that was taken can be reported, and someone be called. */
  isHeld: boolean;
  dose: DoseToday;
  answers: Answers;
  amount: (dose: number) => string;
  today: string;
  /** Whose strengths are asked for; undefined where nothing is taken, or it is not known what. */
  medication: Medication | undefined;
}

/** What can be said of the dose on a day that no card asks for it: another one, back on the one before, too hard, and the strengths at home. */
export function DoseActions(props: DoseActionsProps) {
  const { isHeld, dose, answers, amount, today, medication } = props;
  const texts = useParticipant((state) => state.doseCard);
  const strengths = useSaveStrengths();
  const known = useKnownStrengths(medication);
  const isSaid = useParticipant((state) => state.strengths != null);
  const { open, setOpen } = answers;
  const close = () => setOpen(null);
  const opener = useFocusBack(open === 'strengths');
  const other = useFocusBack(open === 'other');
  const backButton = useFocusBack(open === 'back');
  const isTooHard = !isHeld && !dose.isCompleted && dose.before;
  const reason = isTooHard ? 'too-hard' : 'talk';
  const back = (ref?: typeof backButton) =>
    dose.before !== undefined && (
      <Button ref={ref} variant="link" onClick={() => setOpen('back')}>
        I went back to {amount(dose.before)}
      </Button>
    );
  const strengthsButton = medication?.forms && !isHeld && open !== 'strengths' && (
    <Button ref={opener} variant="link" onClick={() => setOpen('strengths')}>
      {isSaid ? 'Change your strengths' : 'Which strengths do you have?'}
    </Button>
  );
  return (
    <>
      {open === 'other' && (
        <OtherDose
          first={dose.first}
          today={today}
          inForce={dose.dose}
          amount={amount}
          onReport={answers.answer}
          onCancel={close}
        />
      )}
      {open === 'back' && dose.before !== undefined && (
        <BackOnDose
          dose={dose.before}
          isFromZero={dose.dose === 0}
          amount={amount}
          onReport={() => answers.answer({ dose: dose.before ?? 0, step: null })}
          onCancel={close}
        />
      )}
      {open === 'talk' && <DoseHelp reason="talk" title="Who to talk to" />}
      {open === 'too-hard' && (
        <DoseHelp reason="too-hard" title="If this step is too hard" text={texts?.tooHard}>
          {back()}
        </DoseHelp>
      )}
      {open === 'strengths' && (
        <StrengthsForm
          forms={medication?.forms ?? []}
          known={known}
          onSave={(given) => {
            close();
            void strengths.save(given);
          }}
          onCancel={close}
        />
      )}
      <div className={`screen-only ${styles.actions}`}>
        {dose.isAnswered && dose.asked.next && !isHeld && (
          <Button variant="link" onClick={answers.change}>
            Change today’s answer
          </Button>
        )}
        {(isHeld || dose.hasStepped) && open !== reason && (
          <Button variant="link" onClick={() => setOpen(reason)}>
            {isTooHard ? 'This step is too hard' : 'Talk to someone'}
          </Button>
        )}
        <details className={styles.more}>
          <summary {...preventDoubleTap()}>More about your dose</summary>
          <Button ref={other} variant="link" onClick={() => setOpen('other')}>
            Another dose
          </Button>
          {back(backButton)}
          {strengthsButton}
        </details>
      </div>
      <Status text={strengths.status || answers.status} />
    </>
  );
}
