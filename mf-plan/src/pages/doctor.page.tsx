import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import { ActionBar } from '@stepwise/shared-contracts/design-system/action-bar';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { PageHeading } from '@stepwise/shared-contracts/design-system/page-heading';
import { PrintButton } from '@stepwise/shared-contracts/design-system/print-button';
import { doseBreakdown, doseText } from '@stepwise/shared-contracts/entities/dose-text';
import type { Prescription } from '@stepwise/shared-contracts/entities/plan';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { useLocation, useNavigate } from '@stepwise/shared-contracts/router';
import { PlanTable } from '../components/schedule/plan-table.tsx';
import { currentStepIndex, timesText } from '../schedule/plan-steps.ts';
import { type Plan, usePlan } from '../schedule/use-plan.ts';
import { hrefOf } from '../wizard-route.ts';
import styles from './doctor.module.css';

const QUESTIONS = [
  'Do you agree with this schedule, and with its first step?',
  'Which tablets, capsules or liquid make each dose? Can you write the prescription?',
  'Does this fit with the other medicines I take?',
  'What should I do if a step is too hard?',
  'When do we talk next, and how do I reach you before then?',
];

/** What to take to the doctor: one A4 page to print or to save as a PDF. */
export function DoctorPage() {
  const { setTitle, site } = useHost();
  const plan = usePlan();
  const user = useParticipant((state) => state.user);
  const doctor = useParticipant((state) => state.doctor);
  const { researchTeam, productName } = site;
  return (
    <div className={`page ${styles.sheet}`}>
      <PageHeading onTitle={setTitle}>What to take to the doctor</PageHeading>
      <p>
        A {productName} plan to reduce an antidepressant, for{' '}
        <strong>{`${user?.firstName} ${user?.lastName}`.trim()}</strong>
        {doctor.name && `, to talk about with ${doctor.name}`}. Printed on {formatDate(plan.today)}.
      </p>
      <p role="status">{plan.steps.length === 0 && 'Working out the dates and doses…'}</p>
      {plan.steps.length > 0 && <Doses plan={plan} />}
      <div className={styles.columns}>
        <section aria-labelledby="questions-heading">
          <h2 id="questions-heading">Questions to ask</h2>
          <ul>
            {QUESTIONS.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </section>
        <WarningSigns />
      </div>
      <section className={styles.note} aria-labelledby="note-heading">
        <h2 id="note-heading">Doctor’s or nurse’s note</h2>
      </section>
      <p className="small">
        Research team: {researchTeam.phone}, {researchTeam.email}, {researchTeam.hours}.
      </p>
      <SheetActions />
    </div>
  );
}

function Doses({ plan }: { plan: Plan }) {
  const { steps, today } = plan;
  const current = currentStepIndex(steps, today);
  const now = steps[current];
  const next = steps[current + 1];
  return (
    <section className={styles.doses} aria-labelledby="doses-heading">
      <h2 id="doses-heading">{plan.name}</h2>
      <p>Each dose is for a whole day, taken {timesText(plan.timesperday)} unless its note says otherwise.</p>
      <dl className={styles.nowAndNext}>
        <div>
          <dt>Dose today</dt>
          <dd>{now ? <Dose step={now} plan={plan} /> : 'The plan has not started yet'}</dd>
        </div>
        <div>
          <dt>Next dose</dt>
          <dd>
            {next ? (
              <>
                <Dose step={next} plan={plan} /> from {formatDate(next.date)}
              </>
            ) : (
              'None: this is the last step'
            )}
          </dd>
        </div>
      </dl>
      <PlanTable plan={plan} />
    </section>
  );
}

function Dose({ step: { dose }, plan }: { step: Prescription; plan: Plan }) {
  const breakdown = doseBreakdown(dose, plan);
  return (
    <>
      <strong>{doseText(dose, plan.schedule)}</strong>
      {breakdown && ` (${breakdown})`}
    </>
  );
}

function WarningSigns() {
  const symptoms = useParticipant((state) => state.symptoms);
  const flagged = symptoms.filter(({ redflag }) => redflag);
  return (
    <section aria-labelledby="signs-heading">
      <h2 id="signs-heading">Warning signs I watch for</h2>
      {flagged.length === 0 ? <p>None chosen yet.</p> : <p>{flagged.map(({ text }) => text).join('; ')}.</p>}
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
      <PrintButton variant="filled" label="Print or save as PDF" />
    </ActionBar>
  );
}
