import type { Safety } from '../../core/content/safety.schema.ts';

const HOUR_MS = 3_600_000;
/** How long before a deadline its last message is sent. */
const DUE_BEFORE_MS = HOUR_MS;

/** Messages about a report of a serious event that is not made yet, in their order. */
export const SAFETY_NOTICES = ['recorded', 'half-way', 'due', 'overdue'] as const;
export type SafetyNoticeKind = (typeof SAFETY_NOTICES)[number];

/** To whom a serious event is reported. */
export const REPORT_TARGETS = { sponsor: 'the sponsor', ethics: 'the ethics committee' } as const;
export type ReportTarget = keyof typeof REPORT_TARGETS;

/** When a serious event is reported at the latest. */
export const reportDeadline = (awareAt: Date, hours: number): Date =>
  new Date(awareAt.getTime() + hours * HOUR_MS);

/** The reports that a serious event needs, by the hours that safety.yaml gives, with when each was made. */
export function reportsOf(
  {
    awareAt,
    reportedAt,
    ethicsReportedAt,
  }: {
    awareAt: Date;
    reportedAt?: Date | null | undefined;
    ethicsReportedAt?: Date | null | undefined;
  },
  { reportWithinHours, ethicsWithinHours }: Pick<Safety, 'reportWithinHours' | 'ethicsWithinHours'>,
) {
  const all: { to: ReportTarget; hours: number | null; madeAt: Date | null }[] = [
    { to: 'sponsor', hours: reportWithinHours, madeAt: reportedAt ?? null },
    { to: 'ethics', hours: ethicsWithinHours, madeAt: ethicsReportedAt ?? null },
  ];
  return all.flatMap(({ to, hours, madeAt }) =>
    hours === null ? [] : [{ to, hours, madeAt, due: reportDeadline(awareAt, hours) }],
  );
}

/** The message whose time has come last: of an event that is recorded late, the earlier ones are never sent. */
export function noticeAt(awareAt: Date, hours: number, now: Date): SafetyNoticeKind {
  const leftMs = reportDeadline(awareAt, hours).getTime() - now.getTime();
  if (leftMs < 0) return 'overdue';
  if (leftMs <= DUE_BEFORE_MS) return 'due';
  return leftMs <= (hours * HOUR_MS) / 2 ? 'half-way' : 'recorded';
}
