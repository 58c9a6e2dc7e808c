/**
 * Presses at random, over the app in each state of a person, in every browser engine of this machine, at five sizes and at
 * random times of day, now and then without a network: `npm run test:presses -- --presses 100 --seed 7 --engine firefox`.
 * `--one-in 3` takes one state in three, others with other commits.
 * Whatever is pressed, both numbers to call and what was touched stay in sight, the focus is never lost, Back leads to
 * where one was, and what was typed survives a reload.
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { CHECKOUT, commitOf } from '../support/checkout.ts';
import { startStack } from '../support/stack.ts';
import type { Engine } from './driver.ts';
import { findEngines } from './find-engines.ts';
import { networkTo } from './network.ts';
import { createPerson, type Person } from './person.ts';
import { closeBrowsers } from './playwright-driver.ts';
import { STATES, type State } from './states.ts';

const SIZES = [
  [390, 844],
  [360, 640],
  [320, 568],
  [667, 375],
  [1280, 800],
] as const satisfies Size[];
type Size = [width: number, height: number];

const { values } = parseArgs({
  options: {
    presses: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    engine: { type: 'string' },
    state: { type: 'string' },
    'one-in': { type: 'string', default: '1' },
  },
});
const presses = Number(values.presses);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** What a person does next. `which` chooses among what is there. */
const act = fc.record({
  kind: fc.oneof(
    { weight: 12, arbitrary: fc.constant('press' as const) },
    { weight: 3, arbitrary: fc.constant('press and go back' as const) },
    { weight: 2, arbitrary: fc.constant('type and reload' as const) },
    { weight: 2, arbitrary: fc.constant('press without a network' as const) },
  ),
  which: fc.nat(1000),
  size: fc.constantFrom<Size>(...SIZES),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;
const day = fc.record({
  hour: fc.nat(23),
  acts: fc.array(act, { minLength: presses, maxLength: presses, size: 'max' }),
});
type Day = typeof day extends fc.Arbitrary<infer T> ? T : never;

const { engines, missing } = await findEngines();
const chosen = engines.filter(({ name }) => !values.engine || values.engine === name);
const days = fc.sample(day, { seed: Number(values.seed), numRuns: Object.keys(STATES).length });
const states = Object.entries(STATES)
  .map(([name, become], index) => ({ name, become, day: days[index] ?? { hour: 0, acts: [] } }))
  .filter(({ name }, index) => (values.state ? values.state === name : hasItsTurn(index)));
/** By the commit. */
function hasItsTurn(index: number): boolean {
  return (index + Number.parseInt(commitOf(CHECKOUT).slice(0, 8), 16)) % Number(values['one-in']) === 0;
}
let failed = 0;
for (const engine of chosen) {
  const stack = await startStack();
  for (const state of states) await live(engine, stack.url, state);
  await stack.stop();
}
await closeBrowsers();
for (const line of missing) say(`Left out: ${line}.`);
say(`${chosen.length * states.length} days of ${presses} presses, ${failed} failed; seed ${values.seed}`);
process.exitCode = failed > 0 ? 1 : 0;

async function live(
  engine: Engine,
  url: string,
  { name, become, day: { hour, acts } }: { name: string; become: State; day: Day },
): Promise<void> {
  const began = performance.now();
  const done: string[] = [];
  const network = await networkTo(url);
  const driver = await engine.launch('light', hour);
  const person = createPerson(driver, network.url, ['light']);
  try {
    await driver.resize(...SIZES[0]);
    await become(person, url);
    for (const each of acts) {
      await driver.resize(...each.size);
      const place = await driver.evaluate('location.pathname + location.search');
      done.push(`${each.kind}, ${each.size.join('×')}, ${place}`);
      if (each.kind === 'press without a network') network.disconnect();
      await perform(person, each, (what) => done.push(what));
      network.reconnect();
    }
  } catch (error) {
    failed += 1;
    say(`${engine.name}, ${name}, at ${hour} o’clock:\n${done.join('\n')}\n${error}`);
  }
  await driver.close();
  network.close();
  say(`${engine.name}, ${name}: ${Math.round((performance.now() - began) / 1000)} s`);
}

/** `tell` is told what it is about to do. */
async function perform(person: Person, { kind, which }: Act, tell: (what: string) => void): Promise<void> {
  const names = await person.controls();
  if (kind === 'type and reload') {
    const typed = await person.typeInto(which, String(which));
    tell(typed === null ? 'reload' : `type ‘${typed}’ and reload`);
    await person.reload();
    if (typed !== null) await person.seeTyped(typed);
    return;
  }
  const index = which % names.length;
  tell(`press ‘${names[index]}’`);
  await person.pressControl(index, names[index] ?? '');
  if (kind === 'press and go back' && (await person.returnIfLed()))
    tell('which led to another page, and back');
}
