import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { commitOf } from '../support/checkout.ts';
import { hashSources } from '../validation/hashes.ts';
import { BREAKS_FILE, type Broken } from '../validation/results.ts';

/** Of what the breaks are, where and when. */
export function originOf(checkout: string): Omit<Broken, 'results'> {
  const processors = cpus();
  return {
    sources: hashSources(checkout),
    startedAt: new Date().toISOString(),
    commit: commitOf(checkout),
    machine: `${processors.length} × ${processors[0]?.model ?? process.arch}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node.js ${process.version}`,
  };
}

export function writeBreaks(folder: string, breaks: Broken): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, BREAKS_FILE), `${JSON.stringify(breaks, null, 2)}\n`);
}
