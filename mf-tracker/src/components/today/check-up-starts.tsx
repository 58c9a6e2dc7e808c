import { useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import { type Today, yesterdayOf } from '../../day/today.ts';
import type { TimelineRecords } from '../../records/use-timeline-records.ts';
import { type Draft, isBegun } from '../check-up/check-up-draft.ts';
import { CheckUpStart } from '../check-up/check-up-start.tsx';
import type { DayState } from '../check-up/day-state.ts';
import { YesterdayStart } from '../check-up/yesterday-start.tsx';

interface CheckUpStartsProps extends Pick<TimelineRecords, 'sending'> {
  today: Today;
  /** What is there already of one of the person's own days. */
  knownOf: (day: string) => DayState;
  draft: Draft;
  onStart: (day: string) => void;
  /** The day that was just added. */
  justAdded: string | null;
  /** Yesterday is missing. */
  hasYesterday: boolean;
  isFilled: boolean;
}

/** Today's check-up, and yesterday's while it is missing: until noon before today's. */
export function CheckUpStarts(props: CheckUpStartsProps) {
  const { today, sending, knownOf, draft, onStart, justAdded, hasYesterday, isFilled } = props;
  const saved = useParticipant(({ homeTexts }) => homeTexts?.saved) ?? 'Today is on your timeline';
  const yesterday = yesterdayOf(today);
  const begunAt = (day: string) => (draft.day === day && isBegun(draft) ? draft.step : null);
  const starts = [
    (hasYesterday || justAdded === yesterday) && (
      <YesterdayStart
        key="yesterday"
        day={yesterday}
        known={knownOf(yesterday)}
        begunAt={begunAt(yesterday)}
        onStart={() => onStart(yesterday)}
        justAdded={justAdded === yesterday}
      />
    ),
    <CheckUpStart
      key="today"
      known={knownOf(today.local)}
      begunAt={begunAt(today.local)}
      onStart={() => onStart(today.local)}
      sending={sending}
      justAdded={justAdded === today.local}
      isFilled={isFilled}
      saved={saved}
    />,
  ];
  return today.isMorning ? starts : starts.reverse();
}
