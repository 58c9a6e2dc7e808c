import type { Safety } from '../../domain/core/content/safety.schema.ts';
import type { Operation } from '../../domain/core/operation/operation.ts';
import {
  type AdverseEventVersion,
  NOT_ASSESSED,
} from '../../domain/trial/adverse-events/adverse-event.entities.ts';
import { REPORT_TARGETS, reportsOf } from '../../domain/trial/adverse-events/safety-clock.ts';
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

/** How the time stands in which a serious event is reported, to each who gets a report; none where it is not serious. */
export function reportClockTexts(
  event: Pick<AdverseEventVersion, 'criteria' | 'awareAt' | 'reportedAt' | 'ethicsReportedAt'>,
  { content, now }: Pick<Operation, 'content' | 'now'>,
): { to: string; text: string }[] {
  if (event.criteria.length === 0) return [];
  const { timeZone } = content.product;
  return reportsOf(event, content.safety).map(({ to, hours, madeAt, due }) => ({
    to: REPORT_TARGETS[to],
    text: clockText({ hours, madeAt, due }),
  }));

  function clockText({ hours, madeAt, due }: { hours: number; madeAt: Date | null; due: Date }): string {
    if (madeAt) {
      const lateMs = madeAt.getTime() - due.getTime();
      const inTime = lateMs <= 0 ? `within ${hours} hours` : `${durationText(lateMs)} late`;
      return `Reported ${formatDatetime(timeZone, madeAt)}, ${inTime}`;
    }
    const leftMs = due.getTime() - now.getTime();
    if (leftMs >= 0) return `Report by ${formatDatetime(timeZone, due)}: ${durationText(leftMs)} left`;
    return `Overdue since ${formatDatetime(timeZone, due)}: ${durationText(-leftMs)}`;
  }
}
