import { saveDose, saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { PrescriptionDefault } from '@stepwise/shared-contracts/entities/plan';
import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';

type Host = Pick<HostServices, 'outbox' | 'store' | 'refresh'>;

/**
 * Chooses a schedule at once and saves it. Its dated steps come from the server alone: until they arrive the plan has
 * none, so that no dose of another schedule stands under the new name. A refusal restores the plan as it was.
 */
export async function chooseSchedule({ outbox, store, refresh }: Host, schedule: number): Promise<void> {
  const before = store.getState();
  store.setState({ schedule, prescriptions: [] });
  try {
    const { body } = await outbox.send(saveSchedule, { schedule });
    // A later choice may be on its way; its own answer brings its steps.
    if (store.getState().schedule !== schedule) return;
    store.setState({ prescriptions: body.prescriptions });
    store.getState().updateUser({ startdose: body.startdose, homestep: body.homestep });
    // The answer leaves out how many times a day, which the server takes from the setup answers anew.
    await refresh();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    store.setState({ schedule: before.schedule, prescriptions: before.prescriptions });
    await refresh();
  }
}

/** Lays the chosen schedule from another starting dose, which is one of the schedule's own steps. */
export async function chooseStartingDose(
  { outbox, store, refresh }: Host,
  { id, dose }: Pick<PrescriptionDefault, 'id' | 'dose'>,
): Promise<void> {
  const before = store.getState();
  store.setState({ prescriptions: [] });
  before.updateUser({ startdose: dose });
  try {
    const { body } = await outbox.send(saveDose, { prescription: id });
    // A later choice may be on its way; its own answer brings its steps.
    if (store.getState().user?.startdose !== dose) return;
    store.setState({ prescriptions: body.prescriptions });
    store.getState().updateUser({ startdose: body.startdose });
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    store.setState({ prescriptions: before.prescriptions });
    store.getState().updateUser({ startdose: before.user?.startdose ?? null });
    await refresh();
  }
}
