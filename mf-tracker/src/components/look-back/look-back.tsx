import { type Course, weekOf } from '@stepwise/shared-contracts/course/course';
import { weekInWords } from '@stepwise/shared-contracts/course/course-words';
import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { preventDoubleTap } from '@stepwise/shared-contracts/design-system/prevent-double-tap';
import type { DailyRecord } from '@stepwise/shared-contracts/entities/tracker';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useId, useMemo, useState } from 'react';
import type { Today } from '../../day/today.ts';
import type { DoseStep } from '../../doses/dose-steps.ts';
import type { DoseWords } from '../../doses/dose-words.ts';
import { indexRecords } from '../../records/record-index.ts';
import { CourseStrip } from '../course/course-strip.tsx';
import { StepHeading } from '../step-heading.tsx';
import { StepsTable } from '../steps/steps-table.tsx';
import { describeLocalDay } from '../timeline/describe-day.ts';
import { TimelineTable } from '../timeline/timeline-table.tsx';
import { WeekInSentences } from '../timeline/week-in-sentences.tsx';
import styles from './look-back.module.css';
import { WeekSteps } from './week-steps.tsx';
import { WeeksCompared } from './weeks-compared.tsx';

interface LookBackProps {
  course: Course;
  records: readonly DailyRecord[];
  /** Records that the server does not have yet. */
  unsent: readonly DailyRecord[];
  doseSteps: readonly DoseStep[];
  doseWords: DoseWords;
  today: Today;
}

/** A section of Home: how the last weeks were, the whole way, the same as text, and what to take to the doctor. */
export function LookBack(props: LookBackProps) {
  const { course, records, unsent, doseSteps, doseWords, today } = props;
  const { site } = useHost();
  const hasPlan = useParticipant(({ user }) => user?.randomise === true);
  const [isTextOpen, setTextOpen] = useState(false);
  const index = useMemo(() => indexRecords(records), [records]);
  const sources = { records: index, doseSteps, doseWords, today };
  return (
    <div className={styles.page}>
      <div className="screen-only">
        <LinkButton variant="link" to="/">
          Back to today
        </LinkButton>
      </div>
      <StepHeading>Look back</StepHeading>
      <Card className={styles.card}>
        <WeeksCompared course={course} />
      </Card>
      {site.courseStrip !== false && <WholeWay course={course} sources={sources} />}
      <Card className={styles.card}>
        <details className="screen-only" onToggle={({ currentTarget }) => setTextOpen(currentTarget.open)}>
          <summary {...preventDoubleTap()}>As text</summary>
          <TimelineTable ordered={records} {...sources} unsent={unsent} />
        </details>
        <div className={isTextOpen ? undefined : 'print-only'}>
          <WeekInSentences {...sources} />
        </div>
        <details className="screen-only">
          <summary {...preventDoubleTap()}>Each dose step</summary>
          <StepsTable course={course} />
        </details>
        {hasPlan && (
          <LinkButton variant="link" icon="print" to="/plan?page=doctor">
            What to take to the doctor
          </LinkButton>
        )}
      </Card>
    </div>
  );
}

type Sources = Parameters<typeof describeLocalDay>[1];

/** The course with the week that is open, and its days in words. */
function WholeWay({ course, sources }: { course: Course; sources: Sources }) {
  const id = useId();
  const { announce } = useHost();
  const [opened, setOpened] = useState<number | null>(null);
  const { weeks } = course;
  const at = opened ?? weeks.length - 1;
  const week = weeks[at];
  const open = (index: number) => {
    const next = weeks[Math.min(Math.max(index, 0), weeks.length - 1)];
    setOpened(next ? weeks.indexOf(next) : null);
    announce(weekInWords(next));
  };
  return (
    <Card aria-labelledby={id} className={styles.card}>
      <h3 id={id}>The whole way</h3>
      <CourseStrip
        course={course}
        selected={opened ?? -1}
        onSelect={(day) => open(weekOf(course, day) === -1 ? weeks.length - 1 : weekOf(course, day))}
      />
      {week && (
        <div className="screen-only stack">
          <WeekSteps weeks={weeks.map(({ from }) => from)} index={at} onOpen={open} />
          {opened !== null && (
            <section aria-label="The week you chose">
              <p>{weekInWords(week)}</p>
              <ul className={styles.days}>
                {Array.from({ length: daysBetween(week.from, week.to) + 1 }, (_, day) => (
                  <li key={day}>{describeLocalDay(addDays(week.from, day), sources)}</li>
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
    </Card>
  );
}
