import { checkAllocationSeed } from '../domain/trial/randomisation/check-allocation-seed.ts';
import { findRandomisations } from '../domain/trial/randomisation/find-randomisations.ts';
import { findReplayMismatch } from '../domain/trial/randomisation/replay-allocation.ts';
import { reportRandomisations } from '../domain/trial/randomisation/report-randomisations.ts';
import { entities } from '../modules.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { readLocalSecrets } from '../platform/config/local-secrets.ts';
import { StartError } from '../platform/config/start-error.ts';
import type { EntityManager } from '../platform/database/orm.ts';
import { withDatabase } from '../platform/database/with-database.ts';

const USAGE = `Lists randomisations, for the trial's statistician (docs/allocation.md):
  npm run --silent allocation:report > draws.csv   every randomisation; needs no seed
  npm run allocation:verify                        replays the lists with the seed of the settings`;

const commands: Record<string, (em: EntityManager, config: Config) => Promise<string>> = {
  report: reportRandomisations,
  async verify(em, config) {
    const seed = config.allocationSeed ?? readLocalSecrets(config.dataDir).allocationSeed;
    await checkAllocationSeed(em, seed);
    const recorded = await findRandomisations(em);
    const mismatch = findReplayMismatch(recorded, seed);
    if (mismatch) throw new StartError(`The allocations do not follow the lists: ${mismatch}.`);
    return `All ${recorded.allocations.length} allocations follow the lists, and agree with the audit log and the participants' groups.\n`;
  },
};

/** What a command of the allocation prints. Throws StartError in plain words, also where the lists were not followed. */
export async function runAllocationCommand(
  args: string[],
  environment: Record<string, string | undefined>,
): Promise<string> {
  const config = readConfig(environment);
  const command = commands[args[0] ?? ''];
  if (!command || args.length > 1) throw new StartError(USAGE);
  return withDatabase(config, entities, (orm) => command(orm.em.fork(), config));
}
