import { Card } from '@stepwise/shared-contracts/design-system/card';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { TrialStage } from '@stepwise/shared-contracts/stage/trial-stage';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { DoseToday } from '../../doses/dose-today.ts';
import styles from './step-card.module.css';
import type { Answers } from './use-answers.ts';

export interface StepCardProps {
  stage: TrialStage;
  dose: DoseToday;
  answers: Answers;
  /** A dose (mg a day) in words, of the schedule in force and of the planned one. */
  amount: (dose: number) => string;
  plannedAmount: (dose: number) => string;
  today: string;
}

interface StepFrameProps extends Pick<StepCardProps, 'answers'> {
  eyebrow?: string;
  title: string;
  children: ReactNode;
}

/** The frame of what is asked: its heading takes the focus as an answer brings the next question. */
export function StepFrame({ eyebrow, title, answers, children }: StepFrameProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { wasGiven } = answers;
  useEffect(() => {
    if (!wasGiven.current) return;
    wasGiven.current = false;
    heading.current?.focus();
  }, [wasGiven]);
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <div>
        {eyebrow && <p className="eyebrow">{eyebrow}</p>}
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
      </div>
      {children}
    </Card>
  );
}

/** `Dr Lee`, or who the person talks with about a step. */
export const useDoctorName = (): string =>
  useParticipant(({ doctor }) => doctor.name) || 'your doctor or nurse';
