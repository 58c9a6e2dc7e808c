import { Button } from '@stepwise/shared-contracts/design-system/button';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import type { RefObject } from 'react';
import { DoseHelp } from '../dose/dose-help.tsx';
import { OtherDose } from '../dose/other-dose.tsx';
import { BackOnDose } from './back-on-dose.tsx';
import styles from './step-card.module.css';
import type { StepCardProps } from './step-frame.tsx';

/** The answers beside the two of a step: an earlier day, back on the dose before, another dose, and someone to talk to. */
export function WaysOut({
  dose,
  answers,
  amount,
  today,
  sinceButton,
}: StepCardProps & {
  /** Of the button that asks for an earlier day; undefined where there is none. */
  sinceButton?: RefObject<HTMLButtonElement | null> | undefined;
}) {
  const { open, setOpen } = answers;
  const other = useFocusBack(open === 'other');
  const back = useFocusBack(open === 'back');
  if (open === 'other')
    return (
      <OtherDose
        first={dose.first}
        today={today}
        inForce={dose.dose}
        amount={amount}
        onReport={answers.answer}
        onCancel={() => setOpen(null)}
      />
    );
  if (open === 'back' && dose.before !== undefined)
    return (
      <BackOnDose
        dose={dose.before}
        isFromZero={dose.dose === 0}
        amount={amount}
        onReport={() => answers.answer({ dose: dose.before ?? 0, step: null })}
        onCancel={() => setOpen(null)}
      />
    );
  return (
    <>
      {open === 'talk' && <DoseHelp reason="talk" title="Who to talk to" />}
      <div className={styles.links}>
        {dose.before !== undefined && (
          <Button ref={back} variant="link" onClick={() => setOpen('back')}>
            I went back to {amount(dose.before)}
          </Button>
        )}
        {sinceButton && (
          <Button ref={sinceButton} variant="link" onClick={() => setOpen('since')}>
            Another day
          </Button>
        )}
        <Button ref={other} variant="link" onClick={() => setOpen('other')}>
          Another dose
        </Button>
        {open !== 'talk' && (
          <Button variant="link" onClick={() => setOpen('talk')}>
            Talk to someone
          </Button>
        )}
      </div>
    </>
  );
}
