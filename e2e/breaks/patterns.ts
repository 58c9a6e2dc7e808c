/** Changes that are made wherever a pattern of the source is met, one at a time. */
export interface Pattern {
  /** The first part of the breaks' ids. */
  kind: string;
  /** Of the paths of sources, from the root of the checkout. */
  files: RegExp;
  /** What is changed, as one match. */
  match: RegExp;
  /** What may stand in its place. */
  replace: (matched: RegExpExecArray) => readonly string[];
  /** The files that test all of its places, where there are such; those that are close to a place otherwise. */
  foundIn?: readonly string[];
  /** Files that test many of its places, tried after those that are close to a place. */
  alsoIn?: readonly string[];
}

const API = /^api\/src\/(?!testing|demonstration|cli|platform\/database\/migrations).*\.ts$/;
const COMMANDS = /^api\/src\/domain\/.*\.(command|commands|job)\.ts$/;
const ALL = /^(api|shared-contracts|shell|mf-[a-z]+)\/src\/(?!testing|demonstration|cli).*\.tsx?$/;

/** Tests with the records of another participant. */
const WITH_ANOTHER_PARTICIPANT = [
  'api/src/staff-site/participant/day.api.test.ts',
  'api/src/participant-api/session/remembered-device.api.test.ts',
  'api/src/participant-api/participant/my-data.api.test.ts',
  'api/src/staff-site/adverse-events/adverse-events.api.test.ts',
];

/** Tests in which staff act for a participant. */
const WHILE_ACTING = [
  'api/src/staff-site/participant/acting.api.test.ts',
  'api/src/domain/trial/randomisation/confirm-own-address.api.test.ts',
];

/** A list without one of its items, for each of them. */
const withoutEach = (list: string): string[] => {
  const items = list.split(',').map((item) => item.trim());
  return items.map((_, index) => items.filter((_, other) => other !== index).join(', '));
};

export const PATTERNS: readonly Pattern[] = [
  {
    kind: 'policy',
    files: /^api\/src\/participant-api\/.*\.routes\.ts$/,
    match: /\b(\w+: for(?:Saving|Reading)\(\s*[\w.]+,\s*)\[([^\]]+)\]/g,
    replace: ([, before = '', policies = '']) => withoutEach(policies).map((list) => `${before}[${list}]`),
    foundIn: [
      'api/src/participant-api/policies.api.test.ts',
      'api/src/participant-api/plan/plan-model.api.test.ts',
      'api/src/participant-api/account/preview.api.test.ts',
    ],
  },
  {
    kind: 'audit',
    files: API,
    match: /\b\w+\.audit\(\s*('[\w.-]+')/g,
    replace: ([, type]) => [`(async (..._: unknown[]) => {})(${type}`],
  },
  {
    kind: 'lock',
    files: API,
    match:
      /LockMode\.PESSIMISTIC_WRITE|\n\s*\.for(?:Update|Share)\(\)|\n\s*await lock(?:AuditLog|Staff|Device)\([^;]*\);| for (?:no key )?(?:update|share)\b(?: skip locked)?/g,
    replace: ([matched]) => [matched.startsWith('LockMode') ? 'LockMode.NONE' : ''],
  },
  {
    kind: 'limit',
    files: ALL,
    match: /((?:const|readonly) [A-Z][A-Z_\d]+ = )(\d[\d_.]*(?: \* \d[\d_.]*)*)(;)/g,
    replace: ([, before, value, after]) => [`${before}${value} + 1${after}`, `${before}${value} - 1${after}`],
  },
  {
    kind: 'owner',
    files: API,
    match:
      /(\b(?:findOne|find|count|nativeDelete|nativeUpdate)\(\s*\w+,\s*\{)((?:[^{}]*, )?)participant(?:: [\w.]+)?(?:, |(?= \}))/g,
    replace: ([, before, others]) => [`${before}${others}`],
    alsoIn: WITH_ANOTHER_PARTICIPANT,
  },
  {
    kind: 'owner',
    files: API,
    match: /\n\s*\.where\('(?:\w+\.)?participant_id', '=', [\w.]+\)/g,
    replace: () => [''],
    alsoIn: WITH_ANOTHER_PARTICIPANT,
  },
  {
    kind: 'owner',
    files: API,
    match: /(?:\w+\.)?participant_id = (?:\?|\$\{\w+\})/g,
    replace: ([matched]) => [`(${matched} or true)`],
    alsoIn: WITH_ANOTHER_PARTICIPANT,
  },
  {
    kind: 'second-time',
    files: COMMANDS,
    match: /\n\s*if \([^\n]*\) return( null| undefined)?;/g,
    replace: () => [''],
  },
  {
    kind: 'actor',
    files: API,
    match: /(!?)\bop\.onBehalfOf\b(?: !== null)?(?=[) ])/g,
    replace: ([, not]) => [not ? 'true' : 'false', not ? 'false' : 'true'],
    alsoIn: WHILE_ACTING,
  },
  {
    kind: 'actor',
    files: API,
    match: /\b(?:op\.)?actor\.startsWith\('staff:'\)/g,
    replace: () => ['true', 'false'],
    alsoIn: WHILE_ACTING,
  },
  {
    kind: 'day',
    files: ALL,
    match: /\b((?:\w+\.)?(?:today|day|date|until|from|localDate|dueOn|opensOn|closesOn)) (<=?|>=?) (?=\w)/g,
    replace: ([, left, sign = '']) => [`${left} ${sign.length === 1 ? `${sign}=` : sign[0]} `],
  },
];
