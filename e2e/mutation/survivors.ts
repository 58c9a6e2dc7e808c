import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Stryker } from '@stryker-mutator/core';
import { parse } from 'yaml';

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

const ROOT = resolve(import.meta.dirname, '../..');

/** Changes that no test notices and why: by file, one a line as `describe` writes them. */
interface Reasoned {
  reason: string;
  files: Record<string, string>;
}

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A mutant as its line of the source, `if («a < b → true») return;`: the same wherever the line stands. */
function describe({ location: { start, end }, replacement }: MutantResult, source: string): string {
  const lines = source.split('\n');
  const first = lines[start.line - 1] ?? '';
  const isOneLine = start.line === end.line;
  const original = isOneLine
    ? first.slice(start.column - 1, end.column - 1)
    : `${first.slice(start.column - 1)} …`;
  const after = isOneLine ? first.slice(end.column - 1) : '';
  return onOneLine(`${first.slice(0, start.column - 1)}«${original} → ${replacement}»${after}`);
}

/** The survivors without a reason and the reasons without a survivor, in words, of the files that `mutants` change. */
export function compareSurvivors(mutants: readonly MutantResult[]): string[] {
  const reasoned: Reasoned[] = parse(readFileSync(`${import.meta.dirname}/survivors.yaml`, 'utf8'));
  const files = new Set(mutants.map(({ fileName }) => relative(ROOT, fileName)));
  const known = new Set(
    reasoned
      .flatMap(({ files: lines }) => Object.entries(lines))
      .filter(([file]) => files.has(file))
      .flatMap(([file, lines]) =>
        lines
          .trimEnd()
          .split('\n')
          .map((line) => `${file}: ${line}`),
      ),
  );
  const lived = new Set(
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(
        (mutant) =>
          `${relative(ROOT, mutant.fileName)}: ${describe(mutant, readFileSync(mutant.fileName, 'utf8'))}`,
      ),
  );
  return [
    ...[...lived.difference(known)].map((each) => `lives without a reason: ${each}`),
    ...[...known.difference(lived)].map((each) => `has a reason and does not live: ${each}`),
  ];
}
