import type { Operation } from '../../core/operation/operation.ts';
import type { ExclusionReason } from './score-survey.ts';

/** A visitor whom the survey ruled out, as counted: the month's first day and the group of reasons. */
export interface CountedExclusion {
  month: string;
  reason: ExclusionReason;
}

/**
 * Counts a visitor whom the survey rules out for a reason (null: it does not), instead of as what they were counted before.
 * The counter is all that is stored: no answer, and nothing by which two visits could be known to be one person's.
 */
export async function countExclusion(
  op: Pick<Operation, 'db' | 'today'>,
  before: CountedExclusion | undefined,
  reason: ExclusionReason | null,
): Promise<CountedExclusion | undefined> {
  if (before?.reason === reason || (!before && !reason)) return before;
  const now = reason ? { month: `${op.today.slice(0, 7)}-01`, reason } : undefined;
  // One order for all, so that two who change places never wait for one another.
  const changes = [...(before ? [{ ...before, by: -1 }] : []), ...(now ? [{ ...now, by: 1 }] : [])].sort(
    (a, b) => (a.month + a.reason < b.month + b.reason ? -1 : 1),
  );
  for (const { month, reason, by } of changes)
    await op.db.execute(
      `insert into visitor_exclusion (month, reason, visitors) values (?, ?, greatest(?, 0))
       on conflict (month, reason) do update set visitors = greatest(visitor_exclusion.visitors + ?, 0)`,
      [month, reason, by, by],
    );
  return now;
}
