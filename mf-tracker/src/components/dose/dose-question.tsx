import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Status } from '@stepwise/shared-contracts/design-system/status';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import type { Medication } from '@stepwise/shared-contracts/entities/plan';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { DoseToday } from '../../doses/dose-today.ts';
import { dayInWords } from '../../doses/planned-day.ts';
import styles from './dose.module.css';
import { DoseHelp } from './dose-help.tsx';
import { OTHER_DOSE, OtherDose } from './other-dose.tsx';
import { StrengthsForm } from './strengths-form.tsx';
import { useDoseReport } from './use-dose-report.ts';
import { useKnownStrengths, useSaveStrengths } from './use-strengths.ts';

interface DoseQuestionProps {
  /** No dose is offered: another one that was taken can be reported, and someone be called. */
  isHeld: boolean;
  dose: DoseToday;
  medicine: string;
  amount: (dose: number) => string;
  today: string;
  /** What is said where a step is too hard. */
  tooHard: string | undefined;
  /** Whose strengths are asked for; undefined where nothing is taken, or it is not known what. */
  medication: Medication | undefined;
}

type Open = 'other' | 'talk' | 'too-hard' | 'again' | 'strengths' | null;

/**
 * Which dose is taken now. On a due day, and while it is not known, it asks; on any other day another dose can be
 * reported. Only an answer with a dose records one, and it can be changed on the same day.
 */
export function DoseQuestion(props: DoseQuestionProps) {
  const { isHeld, dose, medicine, amount, today, tooHard, medication } = props;
  const id = useId();
  const { status, report } = useDoseReport();
  const strengths = useSaveStrengths();
  const known = useKnownStrengths(medication);
  const isSaid = useParticipant((state) => state.strengths != null);
  const [typed] = useTyped(OTHER_DOSE);
  const [open, setOpen] = useState<Open>(typed ? 'other' : null);
  const opener = useFocusBack(open === 'strengths');
  const heading = useRef<HTMLHeadingElement>(null);
  const { asked, isAnswered, isUnknown, hasStepped } = dose;
  const asks = !isHeld && (isUnknown || (asked.isDue && !isAnswered) || open === 'again');
  const answer = async (given: { day?: string; dose: number; step: number | null }) => {
    setOpen(null);
    await report({ day: today, ...given });
  };
  useEffect(() => {
    if (open === 'again') heading.current?.focus();
  }, [open]);

  return (
    <section
      className={styles.question}
      aria-labelledby={asks ? id : undefined}
      aria-label={asks ? undefined : 'Your dose'}
    >
      {asks && (
        <>
          {asked.isDue && asked.next && (
            <p>
              Planned from {dayInWords(asked.next.plannedFrom)}: {medicine.toLowerCase()}{' '}
              <span className={styles.amount}>{amount(asked.next.dose)}</span>, if you and your doctor or
              nurse agree.
            </p>
          )}
          <h3 id={id} ref={heading} tabIndex={-1} className={styles.heading}>
            {isUnknown ? 'Which dose are you taking now?' : 'Which dose do you take now?'}
          </h3>
          <div className={styles.answers}>
            {asked.doses.map((each) => (
              <Answer key={each} onClick={() => void answer({ dose: each, step: null })}>
                {amount(each)}
                {isUnknown ? '' : ', as before'}
              </Answer>
            ))}
            {asked.next && (
              <Answer
                onClick={() => void answer({ dose: asked.next?.dose ?? 0, step: asked.next?.id ?? null })}
              >
                {amount(asked.next.dose)}, the planned step
              </Answer>
            )}
            <Answer onClick={() => setOpen('other')}>Another dose</Answer>
            <Answer onClick={() => setOpen('talk')}>I need to talk to someone</Answer>
          </div>
        </>
      )}
      {open === 'other' && (
        <OtherDose
          first={dose.first}
          today={today}
          onReport={(given) => void answer(given)}
          onCancel={() => setOpen(null)}
        />
      )}
      {open === 'talk' && <DoseHelp reason="talk" title="Who to talk to" />}
      {open === 'too-hard' && <DoseHelp reason="too-hard" title="If this step is too hard" text={tooHard} />}
      {open === 'strengths' && (
        <StrengthsForm
          forms={medication?.forms ?? []}
          known={known}
          onSave={(given) => {
            setOpen(null);
            void strengths.save(given);
          }}
          onCancel={() => setOpen(null)}
        />
      )}
      <div className={`screen-only ${styles.actions}`}>
        {!asks && isAnswered && !isHeld && (
          <Button variant="link" onClick={() => setOpen('again')}>
            Change today’s answer
          </Button>
        )}
        {!asks && (!isAnswered || isHeld) && open !== 'other' && (
          <Button variant="link" onClick={() => setOpen('other')}>
            Another dose
          </Button>
        )}
        {isHeld && (
          <Button variant="link" onClick={() => setOpen('talk')}>
            I need to talk to someone
          </Button>
        )}
        {hasStepped && open !== 'too-hard' && (
          <Button variant="link" onClick={() => setOpen('too-hard')}>
            This step is too hard
          </Button>
        )}
        {medication?.forms && !isHeld && open !== 'strengths' && (
          <Button ref={opener} variant="link" onClick={() => setOpen('strengths')}>
            {isSaid ? 'Change your strengths' : 'Which strengths do you have?'}
          </Button>
        )}
      </div>
      <Status text={strengths.status || status} />
    </section>
  );
}

/** All answers have the same weight. */
const Answer = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button variant="quiet" onClick={onClick}>
    {children}
  </Button>
);
