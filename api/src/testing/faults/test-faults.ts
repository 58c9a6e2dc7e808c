/** `npm run test:faults`: the outcome of saves when servers are killed, hang, stop or have no room (docs/development.md). */
import { readConfig } from '../../platform/config/config.ts';
import { createApiProcess } from './api-process.ts';
import { countSaves } from './count-saves.ts';
import { createDatabaseServer } from './database-server.ts';
import { faultScenarios } from './fault-scenarios.ts';
import { createSavingParticipants, saveDuring } from './save-stream.ts';
import { createTally } from './tally.ts';
import { openWorkplace } from './workplace.ts';

/** Twice what a busy machine needs. */
const END_TIMEOUT_MS = 8 * 60_000;
const PARTICIPANTS = 20;

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const columns = (name: string, ...figures: (string | number)[]): string =>
  [name.padEnd(50), ...figures.map((figure) => String(figure).padStart(13))].join('');

const tooLate = setTimeout(() => {
  print('This takes longer than eight minutes and is cut off.');
  process.exit(1);
}, END_TIMEOUT_MS);

const workplace = openWorkplace('faults', { smallDisk: true });
const config = readConfig({ DATA_DIR: workplace.dataDir });
const api = createApiProcess(workplace);
const database = createDatabaseServer(workplace);
const faults: string[] = [];
let acknowledged = 0;
let wrong = 0;
let tally = createTally();
try {
  await api.start();
  const savers = await createSavingParticipants(config, PARTICIPANTS, {
    origin: api.origin,
    tally: () => tally,
  });
  print(columns('', 'acknowledged', 'stored', 'lost', 'doubled'));
  for (const scenario of faultScenarios) {
    if (scenario.needsOwnDisk && !workplace.hasOwnDisk) {
      print(`${scenario.name}: NOT TRIED, since only root may mount a small disk.`);
      continue;
    }
    tally = createTally();
    const saves = await saveDuring(savers, () => scenario.run(api, database, tally));
    const counts = await countSaves(config, saves);
    acknowledged += counts.acknowledged;
    wrong += counts.lost + counts.doubled;
    print(columns(scenario.name, counts.acknowledged, counts.stored, counts.lost, counts.doubled));
    print(
      `  failed and sent again: ${tally.failed().join(', ') || 'none'}; longest ${Math.round(tally.longestMs())} ms`,
    );
    faults.push(...tally.faults.map((fault) => `${scenario.name}: ${fault}`));
  }
  const log = await api.verifyAuditLog();
  if (!log.isWhole) faults.push(log.text);
  print(`${log.text}\n${wrong} of ${acknowledged} acknowledged saves lost or doubled.`);
  if (api.isRunning()) await api.end('SIGTERM');
} catch (error) {
  faults.push(`${(error as Error).stack}`);
} finally {
  clearTimeout(tooLate);
  await workplace.remove();
}
for (const fault of new Set(faults)) print(`FAULT: ${fault}`);
process.exit(faults.length > 0 || wrong > 0 ? 1 : 0);
