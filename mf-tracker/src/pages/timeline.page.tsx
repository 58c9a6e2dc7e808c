import { courseOf } from '@stepwise/shared-contracts/course/course';
import { courseDoses } from '@stepwise/shared-contracts/course/course-doses';
import { daysBetween, formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import type { Activity, DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useHelp } from '@stepwise/shared-contracts/help/use-help';
import { useShownPlan } from '@stepwise/shared-contracts/help/use-shown-plan';
import { recordOn } from '@stepwise/shared-contracts/optimistic/records';
import { Navigate } from '@stepwise/shared-contracts/router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { AfterSaving } from '../components/check-up/after-saving.tsx';
import { CheckUp } from '../components/check-up/check-up.tsx';
import { type Draft, isBegun } from '../components/check-up/check-up-draft.ts';
import { canOpen } from '../components/check-up/check-up-flow.ts';
import { CheckUpStart } from '../components/check-up/check-up-start.tsx';
import { type DayState, dayState } from '../components/check-up/day-state.ts';
import { HelpForToday } from '../components/check-up/help-for-today.tsx';
import { RejectedCheckUps } from '../components/check-up/rejected-check-ups.tsx';
import { useCheckUp } from '../components/check-up/use-check-up.ts';
import { warningStage } from '../components/check-up/warning-stage.ts';
import { YesterdayStart } from '../components/check-up/yesterday-start.tsx';
import { HelpCard } from '../components/help/help-card.tsx';
import { StepsCard } from '../components/steps/steps-card.tsx';
import { TimelineCard } from '../components/timeline/timeline-card.tsx';
import { InfoPanel } from '../components/today/info-panel.tsx';
import { TodayCard } from '../components/today/today-card.tsx';
import { type Today, yesterdayOf } from '../day/today.ts';
import { useToday } from '../day/use-today.ts';
import { doseStepsOf } from '../doses/dose-steps.ts';
import { doseWordsFor } from '../doses/dose-words.ts';
import { type TimelineRecords, useTimelineRecords } from '../records/use-timeline-records.ts';
import styles from './timeline.module.css';

// One list, so that the cards beside the check-up are not rendered again with each of its answers.
const NO_ACTIVITIES: readonly Activity[] = [];

/** The home page's timeline: the daily check-up, today, the event plot and each dose step. */
export function TimelinePage() {
  const today = useToday();
  useDayChange(today.local);
  const { records, unsent, sending } = useTimelineRecords();
  const { prescriptions } = useShownPlan(today.local);
  const past = useParticipant((state) => state.pastPrescriptions);
  const doseReports = useParticipant((state) => state.doseReports);
  const schedule = useParticipant((state) => state.schedule);
  const schedules = useParticipant((state) => state.schedules);
  const timesperday = useParticipant((state) => state.user?.timesperday ?? 1);
  const doseSteps = useMemo(
    () => doseStepsOf(prescriptions, doseReports, today.local),
    [prescriptions, doseReports, today.local],
  );
  const doseWords = useMemo(
    () => doseWordsFor({ schedule, timesperday, schedules }),
    [schedule, timesperday, schedules],
  );
  const course = useMemo(() => {
    const plan = { prescriptions, pastPrescriptions: past, doseReports, schedule, schedules };
    const doses = courseDoses(plan, today.local);
    return courseOf({ doses, records, today: today.local });
  }, [prescriptions, past, doseReports, schedule, schedules, records, today.local]);
  const help = useHelp();
  const words = useParticipant((state) => state.help);
  const waitsForConsent = useParticipant(({ reconsent }) => reconsent?.stopsRecording === true);
  const [justAdded, setJustAdded] = useState<string | null>(null);
  const checkUp = useCheckUp(today, setJustAdded);
  const knownOf = (day: string) => dayState(records, day, day === today.local ? today.key : day);
  const { step, draft, lists } = checkUp;
  if (step && !canOpen(step, checkUp.answers)) return <Navigate to="/" replace />;
  const warning = warningStage(today, { records, unsent, draft, symptoms: lists.symptoms });
  const isOpen = !waitsForConsent && knownOf(today.local).kind === 'open';
  const todaysCheckUp = {
    to: `/?check-up=${(draft.day === today.local && isBegun(draft) && draft.step) || 'sleep'}`,
    onClick: () => checkUp.onStart(today.local),
  };
  return (
    <div className={styles.page} data-checking={step !== null}>
      <div className={styles.side}>
        <RejectedCheckUps />
        {step ? (
          <CheckUp {...checkUp} step={step} today={today} known={knownOf(checkUp.day)} />
        ) : (
          <>
            {help && words ? (
              <HelpCard
                help={help}
                words={words}
                today={today}
                isBegun={isBegun(draft)}
                checkUp={isOpen ? todaysCheckUp : null}
              />
            ) : (
              warning !== undefined && <HelpForToday stage={warning} today={today} />
            )}
            {waitsForConsent ? (
              <Notice title="Check-ups wait for your answer">
                <p>Please read the new consent form first. Your doses stay as they are.</p>
              </Notice>
            ) : (
              <Starts {...{ records, today, sending, justAdded, draft, knownOf }} onStart={checkUp.onStart} />
            )}
          </>
        )}
        <div className={styles.beside}>
          <TodayCard
            doseSteps={doseSteps}
            today={today}
            activities={recordOn(records, today.local)?.activities ?? NO_ACTIVITIES}
          />
        </div>
      </div>
      <div className={styles.main}>
        <TimelineCard
          course={course}
          records={records}
          unsent={unsent}
          doseSteps={doseSteps}
          doseWords={doseWords}
          today={today}
        />
        <StepsCard course={course} />
      </div>
      <div className={styles.info}>
        <InfoPanel />
      </div>
    </div>
  );
}

interface StartsProps extends Pick<TimelineRecords, 'records' | 'sending'> {
  today: Today;
  /** What is there already of one of the person's own days. */
  knownOf: (day: string) => DayState;
  draft: Draft;
  onStart: (day: string) => void;
  /** The day that was just added. */
  justAdded: string | null;
}

/** Today's check-up, and yesterday's while it is missing: until noon before today's. */
function Starts({ records, today, sending, knownOf, draft, onStart, justAdded }: StartsProps) {
  const yesterday = yesterdayOf(today);
  // Days are due from the first one recorded.
  const hasBegun = records[0] !== undefined && records[0].localDate < yesterday;
  const isOffered = justAdded === yesterday || (hasBegun && knownOf(yesterday).kind === 'open');
  const begunAt = (day: string) => (draft.day === day && isBegun(draft) ? draft.step : null);
  const afterSaving = <AfterSaving records={records} today={today} />;
  const starts = [
    isOffered && (
      <YesterdayStart
        key="yesterday"
        day={yesterday}
        known={knownOf(yesterday)}
        begunAt={begunAt(yesterday)}
        onStart={() => onStart(yesterday)}
        justAdded={justAdded === yesterday}
      >
        {afterSaving}
      </YesterdayStart>
    ),
    <CheckUpStart
      key="today"
      today={today}
      known={knownOf(today.local)}
      begunAt={begunAt(today.local)}
      onStart={() => onStart(today.local)}
      sending={sending}
      justAdded={justAdded === today.local}
      isBack={isBack(records, today)}
    >
      {afterSaving}
    </CheckUpStart>,
  ];
  return today.isMorning ? starts : starts.reverse();
}

/** At least two whole days went by since the last record. */
const isBack = (records: readonly DailyRecord[], today: Today): boolean => {
  const last = records.at(-1)?.localDate;
  return last !== undefined && daysBetween(last, today.local) > 2;
};

/** A page that was open over midnight, or slept for days, says the new day and reads what has changed meanwhile. */
function useDayChange(local: string): void {
  const { announce, refresh } = useHost();
  const shown = useRef(local);
  useEffect(() => {
    if (shown.current === local) return;
    shown.current = local;
    announce(`It is now ${formatDateInWords(local)}.`);
    refresh().catch(() => {});
  }, [local, announce, refresh]);
}
