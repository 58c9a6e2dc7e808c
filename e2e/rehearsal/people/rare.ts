import type { Rehearsal } from '../context.ts';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

interface Rare {
  /** How often it happens where it can. */
  probability: number;
  /** At which opportunity a person does it where it is forced; the first where it is missing. */
  forcedAt?: number;
  /** From how many people on a rehearsal that forces it has to have it: who declines, stops or is called is one of many. */
  fromPeople?: number;
}

/** What people, and the team with them, do seldom. */
export const RARE = {
  'a check-up of the day before': { probability: 0.06 },
  'a check-up made again': { probability: 0.05 },
  'an earlier check-up that arrives late': { probability: 0.05 },
  'a check-up with self-harm': { probability: 0.01, forcedAt: 5 },
  'a save sent twice': { probability: 0.1 },
  'a step reported for the day before': { probability: 0.2 },
  'a higher dose again': { probability: 0.03 },
  'a browser while help is on': { probability: 0.01 },
  'a question about the dose': { probability: 0.02, forcedAt: 3 },
  'other strengths at home': { probability: 0.01, forcedAt: 4 },
  'a journey': { probability: 0.4 },
  'another email address': { probability: 0.2 },
  'a password given each time': { probability: 0.1 },
  'a follow-up filled in': { probability: 0.06 },
  'an adverse event from a warning sign': { probability: 0.3, fromPeople: 12 },
  'a person with a warning sign who is not reached': { probability: 0.4 },
  'agreed after declining': { probability: 0.5, fromPeople: 12 },
  'anonymous after stopping contact': { probability: 0.5, fromPeople: 12 },
  'a deletion in the last days': { probability: 0, fromPeople: 4 },
  'anonymous in the last days': { probability: 0, fromPeople: 4 },
} satisfies Record<string, Rare>;
export type RareName = keyof typeof RARE;

/** Whether it happens now. Draws a number whatever comes of it, so that a person's other choices stay the same. */
export function rarely(
  { plan, watch }: Pick<Rehearsal, 'plan' | 'watch'>,
  { opportunities }: Pick<Person, 'opportunities'>,
  name: RareName,
  random: Random,
): boolean {
  const { probability, forcedAt = 1 }: Rare = RARE[name];
  const isDrawn = random.chance(probability);
  const count = (opportunities.get(name) ?? 0) + 1;
  opportunities.set(name, count);
  const happens = isDrawn || (plan.isRareForced && count === forcedAt);
  if (happens) watch.count(`rare: ${name}`);
  return happens;
}

/** Those that a rehearsal which forces them has to have met and has not. */
export function notMet(people: number, counts: ReadonlyMap<string, number>): RareName[] {
  return (Object.keys(RARE) as RareName[]).filter((name) => {
    const { fromPeople = 1 }: Rare = RARE[name];
    return people >= fromPeople && !counts.get(`rare: ${name}`);
  });
}
