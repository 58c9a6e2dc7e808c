import { readFile } from 'node:fs/promises';
import { eraseWithdrawnValues } from '../domain/trial/consent/erase-nightly.ts';
import { readErasures } from '../domain/trial/consent/erased-ids.ts';
import { repeatErasures } from '../domain/trial/consent/repeat-erasures.command.ts';
import { readConfig } from '../platform/config/config.ts';
import { StartError } from '../platform/config/start-error.ts';
import { withOperation } from './with-operation.ts';

/** `npm run erasures:repeat -- FILE`: after a restore, erases again whom the list names. See docs/operations.md. */
try {
  const [file] = process.argv.slice(2);
  if (!file) throw new StartError('Name the list: npm run erasures:repeat -- FILE');
  const erasures = readErasures(await readFile(file, 'utf8'));
  const repeated = await withOperation((op) => repeatErasures(op, erasures));
  // Since the withdrawals, more days may have gone by than the values may stay.
  const { databaseOwnerUrl } = readConfig(process.env);
  if (databaseOwnerUrl) await eraseWithdrawnValues(databaseOwnerUrl, new Date());
  process.stdout.write(
    `Erased ${repeated} of ${erasures.length} again; the others are not there any more.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
