import { createHmac } from 'node:crypto';

export type Arm = 'reduction' | 'usual-care';

/** The arm at a place (from 0) of a stratum's list, by the algorithm that docs/allocation.md publishes. */
export function armAt(seed: string, stratum: string, position: number): Arm {
  const numberOf = (block: number, index: number): number =>
    Number.parseInt(
      createHmac('sha256', seed).update(`${stratum}:${block}:${index}`).digest('hex').slice(0, 12),
      16,
    );
  const list: Arm[] = [];
  for (let block = 0; list.length <= position; block++) {
    const size = numberOf(block, 0) % 2 === 0 ? 4 : 6;
    const places = Array.from(
      { length: size },
      (_, place): Arm => (place % 2 === 0 ? 'reduction' : 'usual-care'),
    );
    for (let place = size - 1, index = 1; place > 0; place--, index++) {
      const other = numberOf(block, index) % (place + 1);
      const [here, there] = [places[place], places[other]];
      if (here && there) [places[place], places[other]] = [there, here];
    }
    list.push(...places);
  }
  const arm = list[position];
  if (!arm) throw new Error(`No place ${position}.`);
  return arm;
}
