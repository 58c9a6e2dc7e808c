import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Phase {
  name: string;
  command: string;
  args: string[];
  environment?: Record<string, string>;
}

const lines: string[] = [];
const began = performance.now();
const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000);

/** Runs a phase and writes all that it printed once it has ended, since another may run beside it. */
export async function runPhase(phase: Phase, outcomeOf: (succeeded: boolean) => string): Promise<void> {
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-phase-'));
  const output = join(folder, 'output');
  const succeeded = await spawnInto(output, phase);
  process.stdout.write(readFileSync(output));
  rmSync(folder, { recursive: true });
  const line = `— ${phase.name}: ${outcomeOf(succeeded)}, ${secondsSince(start)} s`;
  lines.push(line);
  process.stdout.write(`${line}\n`);
}

/** Into a file, which unlike a pipe no process that outlives the phase can hold open. */
async function spawnInto(output: string, { command, args, environment }: Phase): Promise<boolean> {
  const file = openSync(output, 'a');
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const env = { ...process.env, ...colour, ...environment };
  const child = spawn(command, args, { stdio: ['ignore', file, file], env });
  closeSync(file);
  return new Promise((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`${error.message}\n`);
      resolve(false);
    });
    child.on('exit', (status) => resolve(status === 0));
  });
}

/** A line for each phase that has ended, and the seconds of them all. */
export const summary = (): string => [...lines, `— all: ${secondsSince(began)} s`].join('\n');
