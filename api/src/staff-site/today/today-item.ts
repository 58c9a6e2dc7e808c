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
export const MAX_OF_A_KIND = 8;

interface ShownOf<T> {
  isOverdue(each: T): boolean;
  /** Asked for those that are shown. */
  toItem(each: T): Omit<TodayItem, 'isOverdue'>;
  rest: Pick<TodayItem, 'title' | 'path'>;
  /** Where not all were found. */
  total?: number;
}

/** The first of many, and a line that leads to the rest. */
export function firstOf<T>(
  found: readonly T[],
  { isOverdue, toItem, rest, total = found.length }: ShownOf<T>,
): TodayItem[] {
  // One more takes no more room than the line that leads to it.
  const shown = total <= MAX_OF_A_KIND + 1 ? found : found.slice(0, MAX_OF_A_KIND);
  const items = shown.map((each) => ({ ...toItem(each), isOverdue: isOverdue(each) }));
  const others = found.slice(shown.length);
  if (others.length > 0)
    items.push({
      ...{ title: `${total - shown.length} more: ${rest.title}`, action: 'Open', path: rest.path },
      isOverdue: others.some(isOverdue),
    });
  return items;
}
