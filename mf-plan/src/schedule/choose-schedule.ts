import { saveDose, saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { PrescriptionDefault } from '@stepwise/shared-contracts/entities/plan';
import type { User } from '@stepwise/shared-contracts/entities/user';
import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';
import { reread } from '../reread.ts';

/*
 * A choice shows at once. Its dated steps come from the server alone: until they arrive the plan has none, so that no
 * dose of another schedule stands under the new name. A refusal restores the plan as it was.
 */

type Host = Pick<HostServices, 'outbox' | 'store' | 'refresh'>;
type ChangedPlan = Pick<AllData, 'prescriptions' | 'pastPrescriptions'>;
type UserChange = Partial<Pick<User, 'startdose' | 'timesperday' | 'homestep'>>;

let latestChoice = 0;

/**
 * Shows a choice, then what the server laid for it. An answer to a choice that a later one replaced changes nothing.
 * Resolves with whether the plan shown is now this choice's.
 */
async function choose(
  host: Host,
  schedule: number | null,
  chosen: UserChange,
  save: () => Promise<UserChange & ChangedPlan>,
): Promise<boolean> {
  latestChoice += 1;
  const choice = latestChoice;
  const before = host.store.getState();
  host.store.setState({ schedule, prescriptions: [] });
  before.updateUser(chosen);
  try {
    const { prescriptions, pastPrescriptions, ...user } = await save();
    if (choice !== latestChoice) return false;
    host.store.setState({ schedule, prescriptions, pastPrescriptions });
    before.updateUser(user);
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (choice !== latestChoice) return false;
    host.store.setState({
      schedule: before.schedule,
      prescriptions: before.prescriptions,
      user: before.user,
    });
    await reread(host);
    return false;
  }
}

/** Chooses the schedule that a score leads to. */
export const takeRecommended = (
  host: Host,
  schedule: number,
  score: Pick<User, 'startdose' | 'timesperday'>,
): Promise<boolean> =>
  choose(host, schedule, score, async () => (await host.outbox.send(saveSchedule, { schedule })).body);

/** Chooses another schedule of the medicine. */
export async function chooseSchedule(host: Host, schedule: number): Promise<void> {
  const isShown = await choose(
    host,
    schedule,
    {},
    async () => (await host.outbox.send(saveSchedule, { schedule })).body,
  );
  // The answer leaves out how many times a day, which the server takes from the setup answers anew.
  if (isShown) await reread(host);
}

/** Lays the chosen schedule from another starting dose, which is one of the schedule's own steps. */
export const chooseStartingDose = (
  host: Host,
  { id, dose }: Pick<PrescriptionDefault, 'id' | 'dose'>,
): Promise<boolean> =>
  choose(
    host,
    host.store.getState().schedule,
    { startdose: dose },
    async () => (await host.outbox.send(saveDose, { prescription: id })).body,
  );
