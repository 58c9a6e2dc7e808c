import type { Safety } from '../../domain/core/content/safety.schema.ts';
import {
  type AdverseEventVersion,
  NOT_ASSESSED,
} from '../../domain/trial/adverse-events/adverse-event.entities.ts';
import { reportDeadline } from '../../domain/trial/adverse-events/safety-clock.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';

/** The words of a choice; those of an earlier content are shown by their id. */
export const choiceText = (choices: Safety['severities'], id: string): string =>
  id === NOT_ASSESSED ? 'Not assessed yet' : (choices.find((choice) => choice.id === id)?.text ?? id);

/** `Serious: death, life-threatening`. */
export const seriousText = ({ criteria }: Safety, ids: readonly string[]): string =>
  ids.length === 0
    ? 'Not serious'
    : `Serious: ${ids.map((id) => choiceText(criteria, id).toLowerCase()).join(', ')}`;

const SHORT = 80;

/** Its description as a list has it. */
export function shortened(description: string): string {
  if (!description) return 'Without a description';
  return description.length > SHORT ? `${description.slice(0, SHORT).trimEnd()}…` : description;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function durationText(ms: number): string {
  const [count, unit] =
    ms < HOUR_MS ? [Math.floor(ms / MINUTE_MS), 'minute'] : [Math.floor(ms / HOUR_MS), 'hour'];
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** How the time stands in which a serious event is reported to the sponsor; empty where it is not serious. */
export function reportClockText(
  { criteria, awareAt, reportedAt }: Pick<AdverseEventVersion, 'criteria' | 'awareAt' | 'reportedAt'>,
  { hours, now, timeZone }: { hours: number; now: Date; timeZone: string },
): string {
  if (criteria.length === 0) return '';
  const due = reportDeadline(awareAt, hours);
  if (reportedAt) {
    const lateMs = reportedAt.getTime() - due.getTime();
    const inTime = lateMs <= 0 ? `within ${hours} hours` : `${durationText(lateMs)} late`;
    return `Reported ${formatDatetime(timeZone, reportedAt)}, ${inTime}`;
  }
  const leftMs = due.getTime() - now.getTime();
  if (leftMs >= 0) return `Report by ${formatDatetime(timeZone, due)}: ${durationText(leftMs)} left`;
  return `Overdue since ${formatDatetime(timeZone, due)}: ${durationText(-leftMs)}`;
}
