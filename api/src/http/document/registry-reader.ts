import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Registry, registrySchema } from '@stepwise/shared-contracts/federation/registry';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors/app-error.ts';
import { describeError } from '../../platform/errors/describe-error.ts';

/** There is no registry, or it cannot be used. The cause says which; the answer says to try again. */
export class RegistryError extends AppError {
  override name = 'RegistryError';

  constructor(file: string, cause: unknown) {
    super('unavailable', 'The pages cannot be shown right now. Please try again in a moment.');
    this.cause = new Error(`${file} cannot be used. Run \`npm run build\`.`, { cause });
  }
}

export type ReadRegistry = () => Promise<Registry>;

/**
 * Reads the registry of a releases' folder, anew only when it has changed. One that cannot be read leaves people with what
 * was live before, and the log says so once. Rejects with RegistryError where nothing has been read yet. `tell` is told
 * at each look whether the file can be read.
 */
export function registryReader(
  folder: string,
  log: Pick<Logger, 'error'>,
  tell: (isReadable: boolean) => void = () => {},
): ReadRegistry {
  const file = join(folder, 'registry.json');
  let known: { registry: Registry; state: string } | undefined;
  let toldState: string | undefined;
  return async () => {
    let state = 'missing';
    try {
      const { mtimeMs, ino } = await stat(file);
      // A release replaces the file, so two changes within one tick of the clock differ in the inode.
      state = `${mtimeMs} ${ino}`;
      if (known?.state !== state)
        known = { state, registry: registrySchema.parse(JSON.parse(await readFile(file, 'utf8'))) };
      toldState = undefined;
      tell(true);
    } catch (error) {
      tell(false);
      if (!known) throw new RegistryError(file, error);
      if (toldState !== state)
        log.error(describeError(error), 'the registry cannot be read; people get what was live before');
      toldState = state;
    }
    return known.registry;
  };
}
