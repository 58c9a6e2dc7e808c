import { formatDateInWords, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { clockTime } from '@stepwise/shared-contracts/dates/time-of-day';
import { fillIn } from '@stepwise/shared-contracts/entities/fill-in';
import type { HelpData } from '@stepwise/shared-contracts/entities/help';
import type { Help } from '@stepwise/shared-contracts/help/help';
import type { Today } from '../../day/today.ts';
import { NextWithPhone } from './next-with-phone.tsx';
import { TeamReads } from './team-reads.tsx';

interface HelpNextProps {
  help: Help;
  words: HelpData;
  today: Today;
  /** A check-up with the sign is begun and not saved. */
  isBegun: boolean;
  /** Leaves out what follows. */
  isBrief: boolean;
}

/** What the team did, where it did, or what happens next. */
export function HelpNext({ help: { source, readAt }, words, today, isBegun, isBrief }: HelpNextProps) {
  if (readAt) {
    const day = localDate(new Date(readAt), today.timeZone);
    const name = day === today.local ? 'today' : `on ${formatDateInWords(day)}`;
    return (
      <NextWithPhone asks={!isBrief}>
        {fillIn(words.read, { when: `${name} at ${clockTime(readAt, today.timeZone)}` })}
      </NextWithPhone>
    );
  }
  const isGone = source === 'draft' && !isBegun;
  const stage = source === 'saved' ? 'saved' : source === 'unsent' ? 'not-sent' : 'not-saved';
  return <TeamReads stage={isGone || isBrief ? null : stage} today={today} />;
}
