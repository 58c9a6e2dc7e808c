/**
 * Walks the whole journey in every browser engine of this machine, at every size and in every scheme that the engine
 * has: `npm run test:engines`, or with `--shortest` the shortest walk at one size in those that are not Chromium. Prints what it left out. One
 * combination: `npm run test:engines -- --engine firefox --size 390x844 --scheme dark`.
 */
import { parseArgs } from 'node:util';
import { startStack } from '../support/stack.ts';
import { type Driver, type Engine, SCHEMES, type Scheme } from './driver.ts';
import { findEngines } from './find-engines.ts';
import { networkTo } from './network.ts';
import { type Audit, createPerson } from './person.ts';
import { closeBrowsers } from './playwright-driver.ts';
import { walkShortestJourney, walkWholeJourney } from './walk.ts';

const SIZES = [
  [390, 664],
  [390, 844],
  [360, 640],
  [320, 568],
  [667, 375],
  [320, 256],
  [1280, 800],
] as const;
type Size = (typeof SIZES)[number];

const OTHER_SCHEMES_SIZE: Size = SIZES[1];

const { values } = parseArgs({
  options: {
    shortest: { type: 'boolean', default: false },
    engine: { type: 'string' },
    size: { type: 'string' },
    scheme: { type: 'string' },
  },
});
const total = { walks: 0, failed: 0, audits: 0, violations: 0, tooWide: 0, presses: 0 };
const say = (line: string) => process.stdout.write(`${line}\n`);
const isChosen = (choice: string | undefined, name: string) => choice === undefined || choice === name;

const { engines, missing } = await findEngines();
// The journeys prove the shortest walk in Chromium.
const isElsewhere = values.shortest && !values.engine && engines.length > 1;
for (const engine of engines) {
  if (isElsewhere && engine.name === 'chromium') continue;
  if (!isChosen(values.engine, engine.name)) continue;
  if (values.shortest) {
    const size = SIZES.find((each) => each.join('x') === values.size) ?? SIZES[0];
    await tryWalk(engine, size, 'light');
  } else {
    for (const line of engine.leftOut) say(`Left out in ${engine.name}: ${line}.`);
    for (const scheme of engine.startsIn)
      for (const size of scheme === 'light' ? SIZES : [OTHER_SCHEMES_SIZE])
        if (isChosen(values.scheme, scheme) && isChosen(values.size, size.join('x')))
          await tryWalk(engine, size, scheme);
  }
}
await closeBrowsers();
for (const line of missing) say(`Left out: ${line}.`);
const { walks, failed, audits, violations, tooWide, presses } = total;
say(
  `${walks} walks, ${failed} failed; ${audits} screens judged: ${violations} axe violations, ${tooWide} too wide; ` +
    `${presses} presses checked`,
);
process.exitCode = failed + violations + tooWide > 0 ? 1 : 0;

/** Over a server and data of its own, so that the same person comes to the same arm. */
async function tryWalk(engine: Engine, size: Size, scheme: Scheme): Promise<void> {
  const began = performance.now();
  const stack = await startStack();
  const network = await networkTo(stack.url);
  const driver = await engine.launch(scheme);
  const person = createPerson(driver, network.url, driver.emulate && !values.shortest ? SCHEMES : [scheme]);
  let fault = '';
  try {
    const [width, height] = size;
    await driver.resize(width, height);
    const walk = values.shortest ? walkShortestJourney : walkWholeJourney;
    await walk({ person, network, size, print: driver.print && (() => print(driver)) });
  } catch (error) {
    fault = String(error);
  }
  await driver.close();
  network.close();
  await stack.stop();
  count(person.audits, person.presses(), fault);
  const seconds = Math.round((performance.now() - began) / 1000);
  const again = person.missed() > 0 ? `, ${person.missed()} presses missed and repeated` : '';
  say(`${engine.name}, ${size.join('×')}, ${scheme}: ${person.audits.length} screens, ${seconds} s${again}`);
  if (fault) say(fault);
}

function count(found: readonly Audit[], presses: number, fault: string): void {
  total.walks += 1;
  total.presses += presses;
  total.audits += found.length;
  if (fault) total.failed += 1;
  for (const { screen, scheme, violations, tooWide, beyond } of found) {
    total.violations += violations.length;
    for (const violation of violations) say(`${screen}, ${scheme}: ${violation}`);
    if (tooWide > 0) {
      total.tooWide += 1;
      say(`${screen}, ${scheme}: ${tooWide} px too wide:\n${beyond.join('\n')}`);
    }
  }
}

async function print(driver: Driver): Promise<void> {
  const file = await driver.print?.();
  if (!file?.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('What was printed is not a PDF.');
}
