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
const failures: string[] = [];
/** Of a failed phase's output, repeated at the end: where a long log is cut, its end is kept. */
const REPEATED_LINES = 30;
const began = performance.now();
const secondsSince = (start: number) => Math.round((performance.now() - start) / 1000);

/** Runs a phase and writes all that it printed once it has ended, since another may run beside it. */
export async function runPhase(phase: Phase, outcomeOf: (succeeded: boolean) => string): Promise<void> {
  const start = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'stepwise-phase-'));
  const output = join(folder, 'output');
  const succeeded = await spawnInto(output, phase);
  const printed = readFileSync(output, 'utf8');
  process.stdout.write(printed);
  if (!succeeded)
    failures.push(
      `— ${phase.name}, the end of what it printed:`,
      ...printed.split('\n').slice(-REPEATED_LINES),
    );
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

/** The ends of what failed, a line for each phase that has ended, and the seconds of them all. */
export const summary = (): string => [...failures, ...lines, `— all: ${secondsSince(began)} s`].join('\n');
