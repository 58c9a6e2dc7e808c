import { FAULTS } from './faults/faults.ts';
import { makeCopy } from './faults/patched-copy.ts';
import type { Options } from './options.ts';
import { rehearse } from './rehearsal.ts';
import { joinDaysOf, lineOf, print } from './run.ts';

/** Each fault by itself: the first difference names it. One that survives is a hole in the rehearsal. */
export async function runFaults(
  { faults, people, days, seed, content, isRareForced }: Options,
  checkout: string,
): Promise<boolean> {
  const survived: string[] = [];
  const copy = makeCopy(checkout);
  try {
    for (const name of faults) {
      const fault = FAULTS[name];
      if (!fault) continue;
      const began = performance.now();
      const unpatch = copy.patch(fault);
      const { watch } = await rehearse({
        people,
        days,
        seed,
        isRareForced,
        joinDays: joinDaysOf(days),
        stopAfter: 1,
        source: copy.source,
        content,
      });
      unpatch();
      const [finding] = watch.findings;
      const seconds = `${Math.round((performance.now() - began) / 1000)} s`;
      print(
        finding
          ? `found     ${name}, ${seconds}: ${lineOf(finding).slice(0, 300)}`
          : `SURVIVED  ${name}, ${seconds}`,
      );
      if (!finding) survived.push(name);
    }
  } finally {
    await copy.remove();
  }
  print(`${faults.length - survived.length} of ${faults.length} faults found.`);
  if (survived.length > 0) print(`Not found: ${survived.join(', ')}.`);
  return survived.length === 0;
}
