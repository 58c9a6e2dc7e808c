import type { BreakOutcome } from '../breaks/run-breaks.ts';
import { breaksOf, type Requirement, type Section } from './requirements.ts';
import type { Results, TestResult } from './results.ts';
import { isNamedBy } from './test-titles.ts';

/** A test that a requirement names, with how often it ran: once for each row of a table and each project. */
export interface Evidence {
  file: string;
  title: string;
  counts: Record<TestResult['outcome'], number>;
}

export type Outcome = 'shown' | 'not shown' | 'not testable';

/** A break of a requirement, with what came of it in this run. */
export interface TracedBreak {
  id: string;
  file: string;
  find: string;
  replace: string;
  outcome: BreakOutcome | 'not run';
  foundBy: string | null;
}

export interface TracedRequirement extends Requirement {
  outcome: Outcome;
  evidence: Evidence[];
  traced: TracedBreak[];
}

export interface Traced {
  sections: { heading: string; risk: string; requirements: TracedRequirement[] }[];
  /** One sentence each; none where the product is as the requirements say. */
  faults: string[];
}

/**
 * Each requirement with its tests, its breaks and their results. It is shown where each named test ran and none failed, and
 * each of its breaks was found.
 */
export function trace(sections: readonly Section[], { run, tests, rehearsal, breaks }: Results): Traced {
  const faults = [
    ...Object.entries(run.checks).flatMap(([name, passed]) =>
      passed ? [] : [`The check "${name}" failed.`],
    ),
    ...tests.flatMap(({ file, titles, outcome }) =>
      outcome === 'failed' ? [`"${titles.join(' ')}" of ${file} failed.`] : [],
    ),
    ...(rehearsal?.findings ?? []).map(({ kind, at }) => `The rehearsal differs at ${at}: ${kind}.`),
  ];
  const byFile = Map.groupBy(tests, ({ file }) => file);
  const broken = new Map((breaks?.results ?? []).map((each) => [each.id, each]));

  const traceOne = (requirement: Requirement): TracedRequirement => {
    const { id, notShown, notTestable } = requirement;
    const evidence = Object.entries(requirement.tests).flatMap(([file, titles]) =>
      titles.map((title) => ({ file, title, counts: countOutcomes(byFile.get(file) ?? [], title) })),
    );
    const traced = breaksOf(requirement).map(({ id, file, find, replace }): TracedBreak => {
      const { outcome = 'not run', foundBy = null } = broken.get(id) ?? {};
      return { id, file, find, replace, outcome, foundBy };
    });
    const own: string[] = [];
    const isExcused = notShown !== undefined || notTestable !== undefined;
    if (evidence.length === 0 && !isExcused) own.push(`${id} has no test, and no reason why.`);
    if (traced.length === 0 && !isExcused) own.push(`${id} has no break, and no reason why.`);
    for (const { file, title, counts } of evidence) {
      if (counts.passed + counts.failed > 0) continue;
      own.push(
        `${id} names "${title}" of ${file}, which ${counts.skipped > 0 ? 'was skipped' : 'did not run'}.`,
      );
    }
    for (const each of traced)
      if (each.outcome !== 'found') own.push(`The break ${each.id} of ${each.file}: ${each.outcome}.`);
    for (const what of requirement.rehearsal)
      if (rehearsal && !rehearsal.counts[what]) own.push(`${id}: the rehearsal counted no "${what}".`);
    faults.push(...own);
    const failed = own.length > 0 || evidence.some(({ counts }) => counts.failed > 0);
    const outcome = failed || notShown ? 'not shown' : notTestable ? 'not testable' : 'shown';
    return { ...requirement, evidence, traced, outcome };
  };

  return {
    sections: sections.map(({ heading, risk, requirements }) => ({
      heading,
      risk,
      requirements: requirements.map(traceOne),
    })),
    faults,
  };
}

function countOutcomes(tests: readonly TestResult[], title: string): Evidence['counts'] {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { titles, outcome } of tests) if (isNamedBy(title, titles)) counts[outcome] += 1;
  return counts;
}
