import { Button } from '@stepwise/shared-contracts/design-system/button';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import { SectionHeading } from '@stepwise/shared-contracts/design-system/section-heading';
import { doseText } from '@stepwise/shared-contracts/entities/dose-text';
import { useRef, useState } from 'react';
import { timesText } from '../../schedule/plan-steps.ts';
import { usePlan, usePlanRejection } from '../../schedule/use-plan.ts';
import { hrefOf } from '../../wizard-route.ts';
import { RejectionNotice } from '../rejection-notice.tsx';
import { CustomRows } from './custom-rows.tsx';
import { PlanFindings } from './plan-findings.tsx';
import { PlanView } from './plan-view.tsx';
import { ScheduleChoices, StartingDose } from './schedule-choices.tsx';

const MEDICATION_PAGE = 2;

/** The medication and its schedule. Only an acting researcher edits them here (specification, section 6). */
export function PlanSection() {
  const plan = usePlan();
  const rejection = usePlanRejection('saveMedcustom');
  const isTeam = rejection !== 'team-only';
  const [first] = plan.steps;
  const [open, setOpen] = useState<'choices' | 'rows' | null>(null);
  const rowsButton = useRef<HTMLButtonElement>(null);
  const toggle = (part: 'choices' | 'rows') => setOpen(open === part ? null : part);
  const closeRows = () => {
    setOpen(null);
    // The button that had the focus goes with the rows.
    rowsButton.current?.focus();
  };

  return (
    <section className="stack" aria-labelledby="plan-heading">
      <SectionHeading id="plan-heading" text="Medication schedule">
        {!rejection && (
          <LinkButton variant="link" icon="pencil" to={hrefOf(MEDICATION_PAGE)}>
            Edit<span className="visually-hidden"> medication</span>
          </LinkButton>
        )}
      </SectionHeading>
      <p>
        {plan.name}
        {first && `, from ${doseText(first.dose, plan.schedule, plan.schedules)} in a whole day`}, taken{' '}
        {timesText(plan.timesperday)}
      </p>
      {isTeam && rejection && <RejectionNotice rejection={rejection} />}
      {isTeam && <PlanFindings steps={plan.steps} />}
      {open !== 'rows' && <PlanView plan={plan} />}
      {!rejection && (
        <div className="row screen-only">
          <Button variant="quiet" aria-expanded={open === 'choices'} onClick={() => toggle('choices')}>
            Change Schedule
          </Button>
          <Button
            variant="quiet"
            ref={rowsButton}
            aria-expanded={open === 'rows'}
            onClick={() => toggle('rows')}
          >
            Edit Schedule Details
          </Button>
        </div>
      )}
      {open === 'choices' && (
        <div className="stack screen-only">
          <ScheduleChoices />
          <StartingDose />
        </div>
      )}
      {open === 'rows' && <CustomRows plan={plan} onClose={closeRows} />}
    </section>
  );
}
