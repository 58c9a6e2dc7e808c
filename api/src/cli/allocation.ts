import { readConfig } from '../config/config.ts';
import { readLocalSecrets } from '../config/local-secrets.ts';
import { StartError } from '../config/start-error.ts';
import type { EntityManager } from '../database/orm.ts';
import { withDatabase } from '../database/with-database.ts';
import { checkAllocationSeed } from '../modules/allocation/check-allocation-seed.ts';
import { findDraws } from '../modules/allocation/find-draws.ts';
import { findReplayFault } from '../modules/allocation/replay-allocation.ts';
import { reportDraws } from '../modules/allocation/report-draws.ts';

const USAGE = `What was drawn, for the trial's statistician (docs/allocation.md):
  npm run --silent allocation:report > draws.csv   every draw; needs no seed
  npm run allocation:verify                        replays the lists with the seed of the settings`;

const commands: Record<string, (em: EntityManager) => Promise<string>> = {
  report: reportDraws,
  async verify(em) {
    const seed = config.allocationSeed ?? readLocalSecrets(config.dataDir).allocationSeed;
    await checkAllocationSeed(em, seed);
    const recorded = await findDraws(em);
    const fault = findReplayFault(recorded, seed);
    if (fault) throw new StartError(`The draws do not follow the lists: ${fault}.`);
    return `All ${recorded.draws.length} draws follow the lists, and agree with the audit trail and the participants' groups.\n`;
  },
};

const config = readConfig(process.env);

/** `npm run allocation:report` and `allocation:verify`. Ends with 1 when a draw does not follow its list. */
try {
  const command = commands[process.argv[2] ?? ''];
  if (!command || process.argv.length > 3) throw new StartError(USAGE);
  process.stdout.write(await withDatabase(config, (orm) => command(orm.em.fork())));
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
