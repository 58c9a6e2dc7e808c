import type { RehearsalPlan } from './context.ts';
import { makeCopy } from './faults/patched-copy.ts';
import type { Options } from './options.ts';
import { joinDaysOf, lineOf, print } from './run.ts';

/** Each set of faults in a run of its own, until each fault is found by its difference. One that survives is a hole in the rehearsal. */
export async function runFaults(
  { faultSets, people, days, seed, content, isRareForced, hasPages }: Options,
  checkout: string,
  rehearse: (plan: RehearsalPlan) => Promise<unknown>,
): Promise<boolean> {
  const survived: string[] = [];
  const copy = makeCopy(checkout);
  try {
    for (const set of faultSets) {
      const began = performance.now();
      const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
      const missing = new Map(Object.entries(set));
      const unpatch = copy.patch(Object.keys(set));
      await rehearse({
        people,
        days,
        seed,
        isRareForced,
        hasPages,
        joinDays: joinDaysOf(days),
        hasEnough: () => missing.size === 0,
        source: copy.source,
        content,
        onFinding(finding) {
          for (const [name, difference] of missing) {
            if (!difference.test(lineOf(finding))) continue;
            missing.delete(name);
            print(`found     ${name}, ${seconds()}: ${lineOf(finding).slice(0, 300)}`);
          }
        },
      });
      unpatch();
      for (const name of missing.keys()) print(`SURVIVED  ${name}, ${seconds()}`);
      survived.push(...missing.keys());
    }
  } finally {
    await copy.remove();
  }
  const count = faultSets.reduce((sum, set) => sum + Object.keys(set).length, 0);
  print(`${count - survived.length} of ${count} faults found.`);
  if (survived.length > 0) print(`Not found: ${survived.join(', ')}.`);
  return survived.length === 0;
}
