import { readFileSync } from 'node:fs';
import { StartError } from './start-error.ts';

type Environment = Record<string, string | undefined>;

/**
 * Any setting NAME may lie in a file instead, which NAME_FILE names: so it is in no list of processes and in no
 * description of a container. Gives the settings with those files read, each without the line's end. Throws StartError
 * that names the setting, and never what the file holds.
 */
export function readSettingFiles(names: readonly string[], environment: Environment): Environment {
  const read = { ...environment };
  for (const name of names) {
    const file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name])
      throw new StartError(`${name} and ${name}_FILE are both set; keep one of the two.`);
    read[name] = readSetting(`${name}_FILE`, file);
  }
  return read;
}

function readSetting(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`${name} names a file that cannot be read (${code}).`);
  }
  if (text === '') throw new StartError(`${name} names a file that is empty.`);
  return text;
}
