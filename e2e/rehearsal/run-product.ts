import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkOutPrevious, hasHistory } from '../support/previous-releases.ts';
import { hashSources } from '../validation/hashes.ts';
import type { Rehearsal } from './context.ts';
import { hashLives } from './hash-lives.ts';
import type { Options } from './options.ts';
import { notMet } from './people/rare.ts';
import { rehearse } from './rehearsal.ts';
import { DAYS_OF_MONTH, joinDaysOf, lineOf, print } from './run.ts';

/** These depend on how fast the machine is: what was asked while a server was away is asked again. */
const BY_CHANCE: ReadonlySet<string> = new Set([
  'answers',
  'typed 503 while the database was away',
  'pages that the browser has to make',
  // Two servers sign, and the one that is later finds nothing new.
  'signed heads of the audit log compared',
]);

const MAX_DIFFERENCES = 50;

/** A longer rehearsal begins with the version before. */
const UPGRADES_FROM_DAYS = 60;

/** The product as it is: no answer may differ from the model. With `twice`, two runs must give the same. */
export async function runProduct(options: Options, source: string): Promise<boolean> {
  const first = await runOnce(options, source);
  if (!options.twice) return first.isGood;
  const second = await runOnce({ ...options, report: null }, source);
  const isSame = first.result === second.result;
  print(isSame ? 'Both runs gave the same.' : `The runs differ:\n${first.result}\n${second.result}`);
  return isSame && first.isGood && second.isGood;
}

async function runOnce(options: Options, source: string): Promise<{ isGood: boolean; result: string }> {
  const { people, days, seed, report, content, isRareForced, hasPages } = options;
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const months: Month[] = [];
  const previousSource = days >= UPGRADES_FROM_DAYS && hasHistory() ? await checkOutPrevious() : undefined;
  const { watch, lives } = await rehearse({
    people,
    days,
    seed,
    isRareForced,
    hasPages,
    joinDays: joinDaysOf(days),
    hasEnough: (differences) => differences >= MAX_DIFFERENCES,
    source,
    content,
    ...(previousSource && { previousSource }),
    onFinding: (finding) => print(`DIFFERS: ${lineOf(finding)}`),
    async onDay(day, rehearsal) {
      if (day % DAYS_OF_MONTH !== 0 && day !== days) return;
      const month = await measure(day, rehearsal);
      months.push(month);
      print(describe(month, days, seconds()));
    },
  });
  for (const name of isRareForced ? notMet(people, watch.counts) : [])
    watch.finding(
      'rare behaviour',
      `No one had ${name}: change the seed, or when it is forced (people/rare.ts).`,
    );
  if (previousSource) rmSync(previousSource, { recursive: true });
  const counts = Object.fromEntries([...watch.counts].sort());
  for (const [what, count] of Object.entries(counts)) print(`${String(count).padStart(9)}  ${what}`);
  const [begin, end] = [months[0], months.at(-1)];
  if (begin && end && begin !== end)
    print(`First and last month:\n${[begin, end].map((month) => describe(month, days, 0)).join('\n')}`);
  const { findings } = watch;
  const hash = hashLives(lives);
  print(`The lives of seed ${seed}: ${hash}`);
  print(
    `${findings.length} differences from the model; ${people} people, ${days} days, seed ${seed}, ${seconds()} s.`,
  );
  if (report) {
    mkdirSync(report, { recursive: true });
    const sources = hashSources(source);
    const result = { sources, people, days, seed, seconds: seconds(), findings, counts, months, lives: hash };
    writeFileSync(join(report, 'rehearsal.json'), `${JSON.stringify(result, null, 2)}\n`);
  }
  const same = Object.entries(counts).filter(([what]) => !BY_CHANCE.has(what));
  return {
    isGood: findings.length === 0,
    result: JSON.stringify({ hash, same, findings: findings.map(lineOf) }),
  };
}

/** How the server and its database stand at the end of a month. */
interface Month {
  day: number;
  /** Half of the answers since the month before took less (ms). */
  medianMs: number;
  /** One in twenty took longer (ms). */
  slowMs: number;
  serverMb: number;
  databaseMb: number;
}

async function measure(day: number, { watch, stack }: Rehearsal): Promise<Month> {
  const answers = watch.takeDurations().sort((a, b) => a - b);
  const at = (share: number) => Math.round((answers[Math.floor(answers.length * share)] ?? 0) * 10) / 10;
  const [database] = await stack.database.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  );
  const mb = (bytes: number) => Math.round(bytes / 2 ** 20);
  return {
    day,
    medianMs: at(0.5),
    slowMs: at(0.95),
    serverMb: mb(stack.server().memory()),
    databaseMb: mb(Number(database?.bytes)),
  };
}

const describe = (
  { day, medianMs, slowMs, serverMb, databaseMb }: Month,
  days: number,
  seconds: number,
): string =>
  [
    `Day ${day} of ${days}${seconds > 0 ? ` after ${seconds} s` : ''}`,
    `answers in ${medianMs} ms, 1 in 20 in more than ${slowMs} ms`,
    `server ${serverMb} MB, database ${databaseMb} MB`,
  ].join('; ');
