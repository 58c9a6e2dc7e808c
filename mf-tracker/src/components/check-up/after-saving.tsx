import { daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useShownPlan } from '@stepwise/shared-contracts/help/use-shown-plan';
import { Link } from '@stepwise/shared-contracts/router';
import type { Today } from '../../day/today.ts';
import { doseToday } from '../../doses/dose-today.ts';
import { NextStep } from '../today/next-step.tsx';

interface AfterSavingProps {
  records: readonly DailyRecord[];
  today: Today;
}

/** What a saved day adds to, and what is planned next. It counts days alone: none in a row, and none that are missing. */
export function AfterSaving({ records, today }: AfterSavingProps) {
  const { prescriptions } = useShownPlan(today.local);
  const reports = useParticipant((state) => state.doseReports);
  const schedule = useParticipant((state) => state.schedule);
  const schedules = useParticipant((state) => state.schedules);
  const days = new Set(records.map(({ localDate }) => localDate)).size;
  const dose = doseToday(prescriptions, reports, today.local);
  const next = dose?.isUnknown ? undefined : dose?.next;
  return (
    <>
      <p>
        {`You have ${days === 1 ? '1 day' : `${days} days`} recorded. You can `}
        <Link to="/plan?page=doctor">{`print ${days === 1 ? 'it' : 'them'} for your doctor`}</Link>.
      </p>
      {next && (
        <NextStep
          next={next}
          amount={doseText(next.dose, schedule, schedules)}
          days={daysBetween(today.local, next.date)}
        />
      )}
    </>
  );
}
