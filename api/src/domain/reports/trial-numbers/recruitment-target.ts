import { addDays, daysBetween } from '@stepwise/shared-contracts/dates/plain-date';
import type { Content } from '../../core/content/load-content.ts';

type Recruitment = NonNullable<Content['product']['recruitment']>;

/** How many are to be randomised by the end of the week that begins on `monday`, in even steps over the whole time. */
export function targetBy({ target, from, until }: Recruitment, monday: string): number {
  const passed = daysBetween(from, addDays(monday, 7));
  return Math.round(target * Math.min(1, Math.max(0, passed / daysBetween(from, until))));
}
