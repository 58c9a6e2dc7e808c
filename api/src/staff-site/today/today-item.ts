import type { StaffRight } from '../../domain/people/staff/staff-rights.ts';
import type { StaffRequest } from '../page/staff-request.ts';

/** One thing to do, with the one place where it is done. */
export interface TodayItem {
  title: string;
  detail?: string;
  /** What is done there, in a word. */
  action: string;
  path: string;
  isOverdue: boolean;
}

/** What waits for others, or is new: how many, with the place that lists them. */
export interface TodayCount {
  title: string;
  count: number;
  /** None where there is no list of them. */
  path?: string;
}

/** What one subject has to say on Today, and the right that it takes to see it. */
export interface TodaySource {
  right: StaffRight;
  find(request: StaffRequest): Promise<{ items?: TodayItem[]; waiting?: TodayCount[] }>;
}

/** As many of one kind are listed; the others are behind one line. */
const MAX_OF_A_KIND = 8;

/** The first of many, and a line that leads to the rest. */
export function firstOf(
  items: readonly TodayItem[],
  rest: Pick<TodayItem, 'title' | 'path'>,
  total = items.length,
): TodayItem[] {
  // One more takes no more room than the line that leads to it.
  if (total <= MAX_OF_A_KIND + 1) return [...items];
  const others = items.slice(MAX_OF_A_KIND);
  const isOverdue = others.some((each) => each.isOverdue);
  const title = `${total - MAX_OF_A_KIND} more: ${rest.title}`;
  return [...items.slice(0, MAX_OF_A_KIND), { title, action: 'Open', path: rest.path, isOverdue }];
}
