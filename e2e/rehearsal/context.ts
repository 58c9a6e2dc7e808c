import type { Witness } from './compare/witness.ts';
import type { RehearsedContent } from './content.ts';
import type { Person } from './people/person.ts';
import type { Stack } from './stack/stack.ts';
import type { Finding, Watch } from './watch.ts';

export interface RehearsalPlan {
  people: number;
  days: number;
  /** Over how many of the first days they join. */
  joinDays: number;
  seed: number;
  /** Everyone does once what is rare. */
  isRareForced: boolean;
  /** Whether it ends early, asked with the number of differences so far. */
  hasEnough: (differences: number) => boolean;
  source: string;
  /** The folder of the trial's content. */
  content: string;
  /** Whether the server makes pages, where the checkout has built them. */
  hasPages: boolean;
  /** The version before, which runs until a server is killed for the first time. */
  previousSource?: string;
  /** At the end of each day. */
  onDay?: (day: number, rehearsal: Rehearsal) => Promise<void>;
  onFinding?: (finding: Finding) => void;
}

export interface Rehearsal {
  plan: RehearsalPlan;
  stack: Stack;
  watch: Watch;
  content: RehearsedContent;
  contentDir: string;
  witness: Witness;
  /** Days since the first. */
  day(): number;
  dayAt(instant: number): number;
  /** Whether a manager randomises by hand now, and whom the product notifies of it. */
  allocation: { isManual: boolean; allocator: string };
  /** Places given of each stratum's list. */
  places: Map<string, number>;
  expectMail(to: string, kind: string, isLast?: boolean): void;
  /** After a check-up: the team is notified of a warning sign that is new. */
  noteSigns(person: Person): void;
  /** Whether operators do something today. */
  isOperated(): boolean;
  /** The last day on which operators did something. */
  lastOperated: { day: number };
}
