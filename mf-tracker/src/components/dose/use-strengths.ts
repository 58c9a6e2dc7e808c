import { saveStrengths } from '@stepwise/shared-contracts/calls/plan.calls';
import { SAVE_TEXT, useSave } from '@stepwise/shared-contracts/client/use-save';
import type { Medication } from '@stepwise/shared-contracts/entities/plan';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';

/** The medicine that a schedule reduces; undefined where there is none. */
export const useMedication = (schedule: number | null): Medication | undefined =>
  useParticipant(({ schedules, medication }) => {
    const medicine = schedules.find(({ id }) => id === schedule)?.medication;
    return medication.find(({ id }) => id === medicine);
  });

/** The strengths of a medicine (ids of its forms) that the person has at home: none until they said which. */
export function useKnownStrengths(medication: Medication | undefined): number[] {
  const strengths = useParticipant((state) => state.strengths);
  return strengths?.filter((id) => medication?.forms?.some((form) => form.id === id)) ?? [];
}

/** Saves the strengths through the outbox, and says how the save stands. */
export function useSaveStrengths() {
  const { outbox } = useHost();
  const { status, track } = useSave(saveStrengths);
  return {
    status: SAVE_TEXT[status],
    save: (strengths: number[]) => track(outbox.send(saveStrengths, { strengths })),
  };
}
