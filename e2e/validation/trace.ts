import type { Requirement, Section } from './requirements.ts';
import type { Results, TestResult } from './results.ts';
import { titlePattern } from './test-titles.ts';

/** A test that a requirement names, with how often it ran: once for each row of a table and each project. */
export interface Evidence {
  file: string;
  title: string;
  counts: Record<TestResult['outcome'], number>;
}

export type Outcome = 'shown' | 'open' | 'not shown';

export interface TracedRequirement extends Requirement {
  outcome: Outcome;
  evidence: Evidence[];
}

export interface Traced {
  sections: { heading: string; requirements: TracedRequirement[] }[];
  /** One sentence each; none where the product is as the requirements say. */
  faults: string[];
}

/** Each requirement with its tests and their results. */
export function trace(sections: readonly Section[], { run, tests, rehearsal }: Results): Traced {
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

  const traceOne = (requirement: Requirement): TracedRequirement => {
    const { id, open } = requirement;
    const evidence = Object.entries(requirement.tests).flatMap(([file, titles]) =>
      titles.map((title) => ({ file, title, counts: countOutcomes(byFile.get(file) ?? [], title) })),
    );
    const own: string[] = [];
    if (evidence.length === 0 && !open) own.push(`${id} has no test and is not marked as open.`);
    for (const { file, title, counts } of evidence) {
      if (counts.passed + counts.failed > 0) continue;
      own.push(
        `${id} names "${title}" of ${file}, which ${counts.skipped > 0 ? 'was skipped' : 'did not run'}.`,
      );
    }
    for (const what of requirement.rehearsal)
      if (rehearsal && !rehearsal.counts[what]) own.push(`${id}: the rehearsal counted no "${what}".`);
    faults.push(...own);
    const failed = own.length > 0 || evidence.some(({ counts }) => counts.failed > 0);
    return { ...requirement, evidence, outcome: failed ? 'not shown' : open ? 'open' : 'shown' };
  };

  return {
    sections: sections.map(({ heading, requirements }) => ({
      heading,
      requirements: requirements.map(traceOne),
    })),
    faults,
  };
}

function countOutcomes(tests: readonly TestResult[], title: string): Evidence['counts'] {
  const pattern = titlePattern(title);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { titles, outcome } of tests)
    if (titles.some((each) => pattern.test(each))) counts[outcome] += 1;
  return counts;
}
