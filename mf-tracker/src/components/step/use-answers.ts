import { useTyped } from '@stepwise/shared-contracts/client/use-typed';
import type { Stay } from '@stepwise/shared-contracts/entities/plan';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { OTHER_DOSE } from '../dose/other-dose.tsx';
import { useDoseReport } from '../dose/use-dose-report.ts';
import { SINCE_DAY } from './since-day.tsx';

/** What is open beside the answers. */
export type Open = 'other' | 'talk' | 'too-hard' | 'since' | 'back' | 'when' | 'strengths' | null;

/** A dose that is reported: today, unless a day is given. */
export interface Answer {
  day?: string;
  dose: number;
  step: number | null;
  stay?: Stay;
}

export interface Answers {
  open: Open;
  setOpen: (open: Open) => void;
  /** Today's answer is being changed, until another is given. */
  isChanging: boolean;
  change: () => void;
  answer: (given: Answer) => void;
  /** How the report stands, in words. */
  status: string;
  /** An answer was given: what follows it takes the focus once it is there. */
  wasGiven: RefObject<boolean>;
}

/** The answers about a dose, from the card that asks and from the dose's own: one is given, one thing is open. */
export function useAnswers(today: string): Answers {
  const { status, report } = useDoseReport();
  const [otherDose] = useTyped(OTHER_DOSE);
  const [sinceDay, keepSinceDay] = useTyped(SINCE_DAY);
  const [open, setOpen] = useState<Open>(otherDose ? 'other' : sinceDay ? 'since' : null);
  const wasGiven = useRef(false);
  const [isChanging, setChanging] = useState(false);
  const latest = useRef(report);
  useEffect(() => {
    latest.current = report;
  });
  // The same object while nothing changes, so that the dose's card is not rendered again with each answer of a check-up.
  return useMemo(
    () => ({
      open,
      setOpen,
      isChanging,
      change: () => {
        wasGiven.current = true;
        setOpen(null);
        setChanging(true);
      },
      status,
      wasGiven,
      answer: (given: Answer) => {
        wasGiven.current = true;
        setOpen(null);
        setChanging(false);
        // The step was answered beside the form that is open.
        keepSinceDay(null);
        void latest.current({ day: today, ...given });
      },
    }),
    [open, isChanging, status, today, keepSinceDay],
  );
}
