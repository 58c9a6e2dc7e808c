import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

/** A file of a releases' folder that cannot be used. Its message names the file, what is wrong, and what to do. */
export class DamagedFileError extends Error {
  override name = 'DamagedFileError';

  constructor(file: string, cause: unknown, remedy: string) {
    super(`${file} cannot be used: ${describe(cause)}\nNothing was changed. ${remedy}`, { cause });
  }
}

function describe(cause: unknown): string {
  if (cause instanceof z.core.$ZodError) return z.prettifyError(cause).replace(/\s+/g, ' ');
  if (cause instanceof SyntaxError) return `it is no JSON (${cause.message}).`;
  return `${(cause as Error).message}.`;
}

/** What a file of JSON holds; undefined where there is no such file. Throws DamagedFileError, which tells the remedy. */
export async function readJson<S extends z.ZodMiniType>(
  file: string,
  schema: S,
  remedy: string,
): Promise<z.output<S> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new DamagedFileError(file, error, remedy);
  }
}
