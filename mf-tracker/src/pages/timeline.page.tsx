import { courseOf } from '@stepwise/shared-contracts/course/course';
import { courseDoses } from '@stepwise/shared-contracts/course/course-doses';
import { formatDateInWords } from '@stepwise/shared-contracts/dates/plain-date';
import { Notice } from '@stepwise/shared-contracts/design-system/notice';
import { useFocusBack } from '@stepwise/shared-contracts/design-system/use-focus-back';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { Activity } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useHelp } from '@stepwise/shared-contracts/help/use-help';
import { useShownPlan } from '@stepwise/shared-contracts/help/use-shown-plan';
import { recordOn } from '@stepwise/shared-contracts/optimistic/records';
import { Navigate, useSearchParams } from '@stepwise/shared-contracts/router';
import { filledPart } from '@stepwise/shared-contracts/stage/home-parts';
import { hasCheckUps } from '@stepwise/shared-contracts/stage/trial-stage';
import { useTrialStage } from '@stepwise/shared-contracts/stage/use-trial-stage';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CheckUp } from '../components/check-up/check-up.tsx';
import { isBegun } from '../components/check-up/check-up-draft.ts';
import { canOpen } from '../components/check-up/check-up-flow.ts';
import { dayState } from '../components/check-up/day-state.ts';
import { HelpForToday } from '../components/check-up/help-for-today.tsx';
import { RejectedCheckUps } from '../components/check-up/rejected-check-ups.tsx';
import { useCheckUp } from '../components/check-up/use-check-up.ts';
import { warningStage } from '../components/check-up/warning-stage.ts';
import { HelpCard } from '../components/help/help-card.tsx';
import { LookBack } from '../components/look-back/look-back.tsx';
import { StepCard } from '../components/step/step-card.tsx';
import { useAnswers } from '../components/step/use-answers.ts';
import { TimelineCard } from '../components/timeline/timeline-card.tsx';
import { CheckUpStarts } from '../components/today/check-up-starts.tsx';
import { InfoPanel } from '../components/today/info-panel.tsx';
import { ReminderOffer } from '../components/today/reminder-offer.tsx';
import { TodayCard } from '../components/today/today-card.tsx';
import { isReminderOffered } from '../day/is-reminder-offered.ts';
import { useToday } from '../day/use-today.ts';
import { doseStepsOf } from '../doses/dose-steps.ts';
import { doseToday } from '../doses/dose-today.ts';
import { doseWordsFor } from '../doses/dose-words.ts';
import { useTimelineRecords } from '../records/use-timeline-records.ts';
import styles from './timeline.module.css';

// One list, so that the cards beside the check-up are not rendered again with each of its answers.
const NO_ACTIVITIES: readonly Activity[] = [];

/** The home page's timeline: what matters now, today's dose and the event plot; the check-up and Look back are its sections. */
export function TimelinePage() {
  const today = useToday();
  useDayChange(today.local);
  const { records, unsent, sending } = useTimelineRecords();
  const { prescriptions, hold } = useShownPlan(today.local);
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
  const dose = useMemo(
    () => doseToday(prescriptions, doseReports, today.local),
    [prescriptions, doseReports, today.local],
  );
  const stage = useTrialStage(today.local);
  const help = useHelp();
  const reminder = useParticipant((state) => (state.adminActing ? undefined : state.reminder));
  const words = useParticipant((state) => state.help);
  const answers = useAnswers(today.local);
  const [justAdded, setJustAdded] = useState<string | null>(null);
  const checkUp = useCheckUp(today, setJustAdded);
  const [search] = useSearchParams();
  const isLookingBack = search.has('look-back');
  const lookBack = useFocusBack<HTMLAnchorElement>(isLookingBack);
  const knownOf = (day: string) => dayState(records, day, day === today.local ? today.key : day);
  const { step, draft, lists } = checkUp;
  if (!stage) return null;
  if (step && !canOpen(step, checkUp.answers)) return <Navigate to="/" replace />;
  if (isLookingBack) return <LookBack {...{ course, records, unsent, doseSteps, doseWords, today }} />;
  const hasCheckUp = hasCheckUps(stage.stage);
  const isOffered = hasCheckUp && !help && isReminderOffered(reminder, records, today.local);
  const waitsForConsent = stage.over.reconsent === 'stops-recording';
  const warning = warningStage(today, { records, unsent, draft, symptoms: lists.symptoms });
  const isOpen = hasCheckUp && !waitsForConsent && knownOf(today.local).kind === 'open';
  const todaysCheckUp = {
    to: `/?check-up=${(draft.day === today.local && isBegun(draft) && draft.step) || 'sleep'}`,
    onClick: () => checkUp.onStart(today.local),
  };
  const amount = (mg: number) => doseText(mg, dose?.schedule ?? schedule, schedules);
  const stepCard = hasCheckUp && dose && hold === null && stage.stage !== 'ready-to-start' && (
    <StepCard
      {...{ stage, dose, answers, amount }}
      plannedAmount={(mg) => doseText(mg, schedule, schedules)}
      today={today.local}
    />
  );
  const isStepLater = stage.stage === 'step-announced';
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
              hasCheckUp && warning !== undefined && <HelpForToday stage={warning} today={today} />
            )}
            {!isStepLater && stepCard}
            {hasCheckUp &&
              (waitsForConsent ? (
                <Notice title="Check-ups wait for your answer">
                  <p>Please read the new consent form first. Your doses stay as they are.</p>
                </Notice>
              ) : (
                <CheckUpStarts
                  {...{ today, sending, justAdded, draft, knownOf }}
                  hasYesterday={stage.over.isYesterdayMissing}
                  isFilled={filledPart(stage) === 'check-up'}
                  onStart={checkUp.onStart}
                />
              ))}
            {isStepLater && stepCard}
            {isOffered && <ReminderOffer />}
          </>
        )}
        {hasCheckUp && (
          <div className={styles.beside}>
            <TodayCard
              {...{ stage, dose, answers, doseSteps, today }}
              activities={recordOn(records, today.local)?.activities ?? NO_ACTIVITIES}
            />
          </div>
        )}
      </div>
      <div className={styles.main}>
        <TimelineCard {...{ course, records, unsent, doseSteps, doseWords, today, lookBack }} />
      </div>
      <div className={styles.info}>
        <InfoPanel />
      </div>
    </div>
  );
}

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
