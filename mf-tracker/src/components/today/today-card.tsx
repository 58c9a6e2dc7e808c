import { daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { Activity } from '@stepwise/shared-contracts/entities/tracker';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useShownPlan } from '@stepwise/shared-contracts/help/use-shown-plan';
import { memo, useId } from 'react';
import type { Today } from '../../day/today.ts';
import { type DoseStep, dayOfDoseStep, doseDay } from '../../doses/dose-steps.ts';
import { doseToday } from '../../doses/dose-today.ts';
import { stepsToPrepare } from '../../doses/steps-to-prepare.ts';
import { DoseInForce } from '../dose/dose-in-force.tsx';
import { DoseQuestion } from '../dose/dose-question.tsx';
import { Preparation } from '../dose/preparation.tsx';
import { useMedication } from '../dose/use-strengths.ts';
import { NextStep } from './next-step.tsx';
import styles from './today-card.module.css';

interface TodayCardProps {
  doseSteps: readonly DoseStep[];
  today: Today;
  /** Done today. */
  activities: readonly Activity[];
}

/** The medicine and the dose reported last, where today stands in the step, the question of a due day, and what was done. */
export const TodayCard = memo(function TodayCard({ doseSteps, today, activities }: TodayCardProps) {
  const id = useId();
  const { prescriptions, hold } = useShownPlan(today.local);
  const reports = useParticipant((state) => state.doseReports);
  const planned = useParticipant((state) => state.schedule);
  const schedules = useParticipant((state) => state.schedules);
  const texts = useParticipant((state) => state.doseCard);
  const prepareDays = useParticipant((state) => state.prepareDays ?? 0);
  const dose = doseToday(prescriptions, reports, today.local);
  const schedule = dose?.schedule ?? planned;
  const medicine = schedules.find((each) => each.id === schedule)?.medicine ?? '';
  const plannedMedicine = schedules.find((each) => each.id === planned)?.medicine ?? '';
  const medication = useMedication(schedule);
  const day = doseDay(doseSteps, today.local);
  const toPrepare = stepsToPrepare(prescriptions, reports, today.local, prepareDays);
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <div className={styles.head}>
        <h2 id={id} className="eyebrow">
          Today’s dose
        </h2>
        {dose?.dose != null && hold === null && <span className={styles.pill}>{dayOfDoseStep(day)}</span>}
      </div>
      {medicine && <p className={styles.medicine}>{medicine}</p>}
      {dose?.dose != null && (
        <DoseInForce
          dose={dose.dose}
          schedule={schedule}
          note={day.doseStep?.note}
          isNew={dose.hasStepped}
          isCompleted={dose.isCompleted}
        />
      )}
      {dose?.isUnknown && <p>{texts?.unknown ?? 'We do not know which dose you take now.'}</p>}
      {!dose && (
        <p>{prescriptions.length > 0 ? 'No dose is reported yet.' : 'Your plan has no dates yet.'}</p>
      )}
      {hold && <p>{hold}</p>}
      {dose && (
        <DoseQuestion
          isHeld={hold !== null}
          dose={dose}
          medicine={plannedMedicine}
          amount={(mg) => doseText(mg, schedule, schedules)}
          today={today.local}
          tooHard={texts?.tooHard}
          medication={dose.dose ? medication : undefined}
        />
      )}
      {dose?.next && !dose.isUnknown && (
        <NextStep
          next={dose.next}
          amount={doseText(dose.next.dose, planned, schedules)}
          days={daysBetween(today.local, dose.next.date)}
        />
      )}
      {toPrepare.length > 0 && (
        <Preparation steps={toPrepare} amount={(mg) => doseText(mg, planned, schedules)} />
      )}
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
    </Card>
  );
});
