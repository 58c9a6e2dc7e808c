const HOUR_MS = 3_600_000;
/** How long before the deadline its last message is sent. */
const DUE_BEFORE_MS = HOUR_MS;

/** Messages about a serious event that is not reported yet, in their order. */
export const SAFETY_NOTICES = ['recorded', 'half-way', 'due', 'overdue'] as const;
export type SafetyNoticeKind = (typeof SAFETY_NOTICES)[number];

/** When a serious event is reported at the latest. */
export const reportDeadline = (awareAt: Date, hours: number): Date =>
  new Date(awareAt.getTime() + hours * HOUR_MS);

/** The message whose time has come last: of an event that is recorded late, the earlier ones are never sent. */
export function noticeAt(awareAt: Date, hours: number, now: Date): SafetyNoticeKind {
  const leftMs = reportDeadline(awareAt, hours).getTime() - now.getTime();
  if (leftMs < 0) return 'overdue';
  if (leftMs <= DUE_BEFORE_MS) return 'due';
  return leftMs <= (hours * HOUR_MS) / 2 ? 'half-way' : 'recorded';
}
