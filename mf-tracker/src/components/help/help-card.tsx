import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { CrisisList } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { LinkButton } from '@stepwise/shared-contracts/design-system/link-button';
import type { HelpData } from '@stepwise/shared-contracts/entities/help';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { Help } from '@stepwise/shared-contracts/help/help';
import { OwnContacts } from '@stepwise/shared-contracts/help/own-contacts';
import { useId, useRef, useState } from 'react';
import type { Today } from '../../day/today.ts';
import styles from './help-card.module.css';
import { HelpNext } from './help-next.tsx';
import { HELP_TITLES } from './urgency.ts';

interface HelpCardProps {
  help: Help;
  words: HelpData;
  today: Today;
  /** A check-up is begun and not saved. */
  isBegun: boolean;
  /** Opens today's check-up; null where it was done, or cannot be. */
  checkUp: { to: string; onClick: () => void } | null;
}

/**
 * While help is on, first on Home: whom to call and what happens next. On a later day it asks how it is, in words that say
 * nothing of what was recorded, for others may see the phone; none of the answers is stored, and none ends the help.
 */
export function HelpCard({ help, words, today, isBegun, checkUp }: HelpCardProps) {
  const id = useId();
  const { site, focusHelp } = useHost();
  const isActing = useParticipant(({ adminActing }) => adminActing);
  const [answer, setAnswer] = useState<'call' | 'not-now' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLater = localDate(new Date(help.since), today.timeZone) < today.local;
  const asks = isLater && !isActing && answer === null;
  // The shell has the two numbers at the window's top; earlier shells have not.
  const isFramed = focusHelp !== undefined;
  const title = isFramed ? 'Who else is there' : isLater ? words.later : HELP_TITLES.crisis;
  const choose = (chosen: 'call' | 'not-now') => {
    setAnswer(chosen);
    heading.current?.focus();
  };
  return (
    <Card className={styles.card} aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {asks ? words.question : title}
      </h2>
      {!asks && (answer === 'call' || !isFramed) && (
        <CrisisList contacts={[site.emergency, site.counselling]} />
      )}
      {!asks && <OwnContacts />}
      <HelpNext help={help} words={words} today={today} isBegun={isBegun} isBrief={asks} />
      {asks && (
        <div className={styles.answers}>
          <Button variant="quiet" onClick={() => choose('call')}>
            Call someone
          </Button>
          {checkUp && (
            <LinkButton variant="quiet" {...checkUp}>
              Do today’s check-up
            </LinkButton>
          )}
          <Button variant="link" onClick={() => choose('not-now')}>
            Not now
          </Button>
        </div>
      )}
    </Card>
  );
}
