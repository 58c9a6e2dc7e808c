import { reportDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { SAVE_TEXT, useSave } from '@stepwise/shared-contracts/client/use-save';
import type { Stay } from '@stepwise/shared-contracts/entities/plan';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';

/** A dose (mg a day) as it is reported: from which day on, and the step of the plan where it is the next one. */
export interface DoseAnswer {
  day: string;
  dose: number;
  step: number | null;
  stay?: Stay;
}

/** Reports doses through the outbox, and says how the report stands. */
export function useDoseReport() {
  const { outbox } = useHost();
  const { status, track } = useSave(reportDose);
  return {
    status: SAVE_TEXT[status],
    report: (answer: DoseAnswer) => track(outbox.send(reportDose, answer)),
  };
}
