import { type Course, courseOf } from '@stepwise/shared-contracts/course/course';
import { courseDoses } from '@stepwise/shared-contracts/course/course-doses';
import { layCourse } from '@stepwise/shared-contracts/course/course-layout';
import { CoursePicture } from '@stepwise/shared-contracts/course/course-picture';
import { questionsFor } from '@stepwise/shared-contracts/course/course-questions';
import {
  frequentSymptoms,
  lastWarningDays,
  notesOfSteps,
  periodsOnSheet,
  SHEET_NOTE,
  sinceWords,
  standingOf,
  strengthsInWords,
  symptomInWords,
  warningsInWords,
  watchedSigns,
} from '@stepwise/shared-contracts/course/course-sheet';
import { CourseTable } from '@stepwise/shared-contracts/course/course-table';
import { courseSentence } from '@stepwise/shared-contracts/course/course-words';
import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { AnchorButton } from '@stepwise/shared-contracts/design-system/link-button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { PrintButton } from '@stepwise/shared-contracts/design-system/print-button';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { trialWords } from '@stepwise/shared-contracts/entities/trial-words';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { planSteps } from '@stepwise/shared-contracts/plan/plan-steps';
import { useLocation, useNavigate } from '@stepwise/shared-contracts/router';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { timesText } from '../schedule/plan-steps.ts';
import { type Plan, usePlan } from '../schedule/use-plan.ts';
import { hrefOf } from '../wizard-route.ts';
import styles from './doctor.module.css';

/** The PDF that the server makes of the same page. */
const PDF = '/documents/my-course.pdf';

/** What to take to the doctor: the course so far on one A4 page, to print or to save as a PDF. */
export function DoctorPage() {
  const { setTitle, site } = useHost();
  const plan = usePlan();
  const course = useCourse(plan);
  const user = useParticipant((state) => state.user);
  const doctor = useParticipant((state) => state.doctor);
  const { researchTeam, productName } = site;
  return (
    <div className={`page ${styles.sheet}`}>
      <PageHeading onTitle={setTitle}>What to take to the doctor</PageHeading>
      <p>
        A {productName} plan to reduce {trialWords(site).medicine.one}, for{' '}
        <strong>{`${user?.firstName} ${user?.lastName}`.trim()}</strong>
        {doctor.name && `, to talk about with ${doctor.name}`}. Printed on {formatDate(plan.today)}.
      </p>
      <p role="status">{plan.steps.length === 0 && 'Working out the dates and doses…'}</p>
      {plan.steps.length > 0 && (
        <>
          <Standing course={course} plan={plan} />
          <Picture course={course} />
          <CourseTable periods={periodsOnSheet(course)} />
          <div className={styles.columns}>
            <div className="stack">
              <Symptoms course={course} />
              <WarningDays course={course} />
              <WatchedSigns />
            </div>
            <div className="stack">
              <Questions course={course} plan={plan} />
              <Notes plan={plan} />
            </div>
          </div>
        </>
      )}
      <section className={styles.note} aria-labelledby="note-heading">
        <h2 id="note-heading">Doctor’s or nurse’s note</h2>
      </section>
      <p className="small">
        {SHEET_NOTE} Research team: {researchTeam.phone}, {researchTeam.email}, {researchTeam.hours}.
      </p>
      <SheetActions />
    </div>
  );
}

function useCourse({ steps: prescriptions, schedule, schedules, today }: Plan): Course {
  const pastPrescriptions = useParticipant((state) => state.pastPrescriptions);
  const doseReports = useParticipant((state) => state.doseReports);
  const records = useParticipant((state) => state.records);
  return useMemo(() => {
    const doses = courseDoses({ prescriptions, pastPrescriptions, doseReports, schedule, schedules }, today);
    return courseOf({ doses, records, today });
  }, [prescriptions, pastPrescriptions, doseReports, schedule, schedules, records, today]);
}

function Standing({ course, plan }: { course: Course; plan: Plan }) {
  const { now, next } = standingOf(course);
  const strengths = useParticipant((state) => state.strengths);
  const forms = useParticipant(({ schedules, medication }) => {
    const medicine = schedules.find(({ id }) => id === plan.schedule)?.medication;
    return medication.find(({ id }) => id === medicine)?.forms;
  });
  return (
    <section aria-labelledby="doses-heading">
      <h2 id="doses-heading">{plan.name}</h2>
      <p className="screen-only">
        Each dose is for a whole day, taken {timesText(plan.timesperday)} unless its note says otherwise.
      </p>
      <dl className={styles.nowAndNext}>
        <div>
          <dt>Dose now</dt>
          <dd>{now}</dd>
        </div>
        <div>
          <dt>Next dose</dt>
          <dd>{plan.hold ?? next}</dd>
        </div>
        <div>
          <dt>Strengths at home</dt>
          <dd>{strengthsInWords(forms ?? [], strengths)}</dd>
        </div>
      </dl>
      <p>{courseSentence(course)}</p>
    </section>
  );
}

const WIDTH_UNTIL_MEASURED = 350;
/** Wider than the sheet, so that its letters come out as small as those around it. */
const PAPER_WIDTH = 800;

function Picture({ course }: { course: Course }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(WIDTH_UNTIL_MEASURED);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(([entry]) => {
      const measured = entry?.contentRect.width ?? 0;
      if (measured > 0) setWidth(measured);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={frame} className="screen-only">
        <CoursePicture layout={layCourse(course, width)} />
      </div>
      <div className={`${styles.picture} print-only`}>
        <CoursePicture layout={layCourse(course, PAPER_WIDTH, 'paper')} />
      </div>
    </>
  );
}

function Symptoms({ course }: { course: Course }) {
  const symptoms = frequentSymptoms(course).map(symptomInWords);
  return (
    <section aria-labelledby="symptoms-heading">
      <h2 id="symptoms-heading">Most frequent since {sinceWords(course)}</h2>
      {symptoms.length === 0 ? <p>No symptom was recorded.</p> : <List items={symptoms} />}
    </section>
  );
}

function WarningDays({ course }: { course: Course }) {
  const days = warningsInWords(lastWarningDays(course));
  return (
    <section aria-labelledby="warnings-heading">
      <h2 id="warnings-heading">Days with a warning sign</h2>
      {days.length === 0 ? <p>None was recorded.</p> : <List items={days} />}
    </section>
  );
}

function WatchedSigns() {
  const symptoms = useParticipant((state) => state.symptoms);
  return (
    <section aria-labelledby="signs-heading">
      <h2 id="signs-heading">Warning signs I watch for</h2>
      <p>{watchedSigns(symptoms)}</p>
    </section>
  );
}

function Notes({ plan: { steps, reports, schedule, schedules, today } }: { plan: Plan }) {
  const notes = notesOfSteps(planSteps(steps, reports, today), (dose) => doseText(dose, schedule, schedules));
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby="notes-heading">
      <h2 id="notes-heading">Notes of the steps</h2>
      <List items={notes} />
    </section>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Questions({ course, plan }: { course: Course; plan: Plan }) {
  const questions = useParticipant((state) => state.courseQuestions);
  const medicine = useParticipant(
    (state) => state.schedules.find(({ id }) => id === plan.schedule)?.medication,
  );
  const asked = questionsFor(course, questions ?? [], medicine);
  if (asked.length === 0) return null;
  return (
    <section aria-labelledby="questions-heading">
      <h2 id="questions-heading">Questions for this step</h2>
      <List items={asked} />
    </section>
  );
}

function SheetActions() {
  const navigate = useNavigate();
  const { key } = useLocation();
  // The first entry of a visit has no page before it to go back to.
  const back = () => (key === 'default' ? navigate(hrefOf('summary')) : navigate(-1));
  return (
    <ActionBar>
      <Button variant="quiet" onClick={back}>
        Back
      </Button>
      <AnchorButton href={PDF} download icon="download" variant="quiet">
        Save as PDF
      </AnchorButton>
      <PrintButton variant="filled" label="Print" />
    </ActionBar>
  );
}
