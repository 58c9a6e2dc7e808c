import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkplace } from '../../../api/src/testing/faults/workplace.ts';
import { FAULTS, type Fault } from './faults.ts';

/** The text of the fault's file with the fault in it. Throws where the file does not have what it replaces, once. */
export function readPatched(checkout: string, { file, find, replace }: Fault): string {
  const parts = readFileSync(join(checkout, 'api/src', file), 'utf8').split(find);
  if (parts.length !== 2)
    throw new Error(`${file} has “${find}” ${parts.length - 1} times and not once: renew the fault.`);
  return parts.join(replace);
}

/** A copy of the API's source, into which faults are built. */
export function makeCopy(checkout: string) {
  const { work, remove } = openWorkplace('rehearsed-faults', { smallDisk: false });
  const source = join(work, 'source');
  cpSync(join(checkout, 'api'), join(source, 'api'), {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules'),
  });
  // npm puts those of another version than the others' below the API.
  for (const name of ['node_modules', 'api/node_modules', 'shared-contracts', 'package.json'])
    if (existsSync(join(checkout, name))) symlinkSync(join(checkout, name), join(source, name));
  return {
    source,
    /** Returns what takes the faults out again. */
    patch(names: readonly string[]): () => void {
      const patched = names.flatMap((name) => FAULTS[name] ?? []);
      for (const fault of patched)
        writeFileSync(join(source, 'api/src', fault.file), readPatched(source, fault));
      return () => {
        for (const { file } of patched)
          cpSync(join(checkout, 'api/src', file), join(source, 'api/src', file));
      };
    },
    remove,
  };
}
