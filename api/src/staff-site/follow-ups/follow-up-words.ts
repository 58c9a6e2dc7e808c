import { formatDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { FollowUpState } from '@stepwise/shared-contracts/entities/follow-up';
import {
  ATTEMPT_OUTCOMES,
  CHANNELS,
  type ContactAttempt,
} from '../../domain/trial/follow-ups/follow-up.entities.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';

export const STATE_WORDS: Record<FollowUpState, string> = {
  planned: 'Planned',
  due: 'Due',
  reminded: 'Due, reminded',
  done: 'Done',
  late: 'Done late',
  missed: 'Missed',
  'not-applicable': 'Not applicable',
};

export const windowText = ({ opensOn, closesOn }: { opensOn: string; closesOn: string }): string =>
  `${formatDate(opensOn)} to ${formatDate(closesOn)}`;

/** `Phone, 03/06/2026, 11:00 am: Left a message` */
export const attemptText = (
  { at, channel, outcome }: Pick<ContactAttempt, 'at' | 'channel' | 'outcome'>,
  timeZone: string,
): string => `${CHANNELS[channel]}, ${formatDatetime(timeZone, at)}: ${ATTEMPT_OUTCOMES[outcome]}`;
