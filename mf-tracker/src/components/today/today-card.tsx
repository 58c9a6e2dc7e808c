import { daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { Activity } from '@stepwise/shared-contracts/entities/tracker';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useShownPlan } from '@stepwise/shared-contracts/help/use-shown-plan';
import type { TrialStage } from '@stepwise/shared-contracts/stage/trial-stage';
import { memo, useEffect, useId, useRef } from 'react';
import type { Today } from '../../day/today.ts';
import { type DoseStep, dayOfDoseStep, doseDay } from '../../doses/dose-steps.ts';
import type { DoseToday } from '../../doses/dose-today.ts';
import { stepsToPrepare } from '../../doses/steps-to-prepare.ts';
import { DoseInForce } from '../dose/dose-in-force.tsx';
import { Preparation } from '../dose/preparation.tsx';
import { useMedication } from '../dose/use-strengths.ts';
import { StandsStill } from '../step/stands-still.tsx';
import type { Answers } from '../step/use-answers.ts';
import { DoseActions } from './dose-actions.tsx';
import { NextStep } from './next-step.tsx';
import styles from './today-card.module.css';

interface TodayCardProps {
  stage: TrialStage;
  dose: DoseToday | null;
  answers: Answers;
  doseSteps: readonly DoseStep[];
  today: Today;
  /** Done today. */
  activities: readonly Activity[];
}

/** Days on which the way to 0 mg is honoured. */
const PRAISE_DAYS = 7;

/** The medicine and the dose reported last, where today stands in the step, what is next, and what was done. */
export const TodayCard = memo(function TodayCard(props: TodayCardProps) {
  const { stage, dose, answers, doseSteps, today, activities } = props;
  const id = useId();
  const { prescriptions, hold } = useShownPlan(today.local);
  const reports = useParticipant((state) => state.doseReports);
  const planned = useParticipant((state) => state.schedule);
  const schedules = useParticipant((state) => state.schedules);
  const texts = useParticipant((state) => state.doseCard);
  const prepareDays = useParticipant((state) => state.prepareDays ?? 0);
  const schedule = dose?.schedule ?? planned;
  const medicine = schedules.find((each) => each.id === schedule)?.medicine ?? '';
  const medication = useMedication(schedule);
  const day = doseDay(doseSteps, today.local);
  const amount = (mg: number) => doseText(mg, schedule, schedules);
  const plannedAmount = (mg: number) => doseText(mg, planned, schedules);
  // What the card above asks, or announces, is not said twice.
  const isAsked = dose !== null && hold === null && isAskedAbove(stage, dose, answers.isChanging);
  const toPrepare =
    isAsked || stage.stage === 'step-announced'
      ? []
      : stepsToPrepare(prescriptions, reports, today.local, prepareDays);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAsked || !answers.wasGiven.current) return;
    answers.wasGiven.current = false;
    heading.current?.focus();
  });
  const hasStarted = stage.stage !== 'ready-to-start';
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1} className="eyebrow">
          Today’s dose
        </h2>
        {dose?.dose != null && hold === null && (
          <span className={styles.pill}>{hasStarted ? dayOfDoseStep(day) : 'Ready when you are'}</span>
        )}
      </div>
      {dose?.dose != null ? (
        <DoseInForce
          medicine={medicine}
          dose={dose.dose}
          schedule={schedule}
          note={day.doseStep?.note}
          isNew={dose.hasStepped}
          isCompleted={dose.isCompleted}
          isPraised={daysBetween(dose.since, today.local) <= PRAISE_DAYS}
        />
      ) : (
        medicine && <p className={styles.medicine}>{medicine}</p>
      )}
      {dose?.isUnknown && <p>{texts?.unknown}</p>}
      {!dose && (
        <p>{prescriptions.length > 0 ? 'No dose is reported yet.' : 'Your plan has no dates yet.'}</p>
      )}
      {hold && <p>{hold}</p>}
      {dose?.dose != null &&
        hold === null &&
        !isAsked &&
        (stage.stage === 'staying' || stage.stage === 'gone-back') && (
          <StandsStill
            stage={stage}
            dose={dose.dose}
            amount={amount(dose.dose)}
            answers={answers}
            today={today.local}
          />
        )}
      {stage.next && hasStarted && stage.stage === 'reducing' && (
        <NextStep next={stage.next} amount={plannedAmount(stage.next.step.dose)} today={today.local} />
      )}
      {toPrepare.length > 0 && <Preparation steps={toPrepare} amount={plannedAmount} />}
      {activities.length > 0 && (
        <>
          <h3 className={styles.activitiesHeading}>What you did today</h3>
          <ul className={styles.activities}>
            {activities.map(({ id: activityId, text }) => (
              <li key={activityId}>{text}</li>
            ))}
          </ul>
        </>
      )}
      {dose && !isAsked && (
        <DoseActions
          isHeld={hold !== null}
          dose={dose}
          answers={answers}
          amount={amount}
          today={today.local}
          medication={dose.dose ? medication : undefined}
        />
      )}
    </Card>
  );
});

/** A card above asks for the dose, and has the other answers. */
const isAskedAbove = (
  { stage, over }: TrialStage,
  { isUnknown, isAnswered, asked }: DoseToday,
  isChanging: boolean,
): boolean =>
  isUnknown ||
  (asked.next !== undefined && (!isAnswered || isChanging || stage === 'step-due')) ||
  (over.isBack && !isAnswered);
