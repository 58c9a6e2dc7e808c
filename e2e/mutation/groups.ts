const CONTRACTS = 'shared-contracts/src';
const DOMAIN = 'api/src/domain';

export interface MutationGroup {
  /** The sources that StrykerJS changes, as globs from the root. */
  mutate: string[];
  /** The folders of the unit tests that have to notice. */
  tests: string[];
}

const folder = (name: string, files = '!(use-*|*.test)'): MutationGroup => ({
  mutate: [`${CONTRACTS}/${name}/${files}.ts`],
  tests: [`${CONTRACTS}/${name}`],
});

/** The pure modules by which a dose, a day, an arm or the audit log can be wrong: each group is scored by itself. */
export const GROUPS: Record<string, MutationGroup> = {
  plan: folder('plan'),
  dates: folder('dates'),
  course: folder('course', '{course,course-doses,course-questions,course-words,compare-weeks}'),
  optimistic: folder('optimistic'),
  scoring: {
    mutate: [
      `${DOMAIN}/trial/survey/score-survey.ts`,
      `${DOMAIN}/care/plan/{score-setup,generate-schedule}.ts`,
    ],
    tests: [`${DOMAIN}/trial/survey`, `${DOMAIN}/care/plan`],
  },
  allocation: {
    mutate: [`${DOMAIN}/trial/randomisation/{permuted-blocks,commitment,replay-allocation}.ts`],
    tests: [`${DOMAIN}/trial/randomisation`],
  },
  'hash-chain': {
    mutate: [
      `${DOMAIN}/core/audit/record-audit-event.ts`,
      `${DOMAIN}/data/audit-log/{audit-head,erasure-check,letter-case-break,verify-audit-log}.ts`,
    ],
    tests: [`${DOMAIN}/data/audit-log`],
  },
};
