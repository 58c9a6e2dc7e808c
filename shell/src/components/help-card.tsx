import { browserTimeZone, formatDateInWords, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { clockTime } from '@stepwise/shared-contracts/dates/time-of-day';
import { Button } from '@stepwise/shared-contracts/design-system/button';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { CrisisList } from '@stepwise/shared-contracts/design-system/crisis-contacts';
import { fillIn } from '@stepwise/shared-contracts/entities/fill-in';
import type { HelpData } from '@stepwise/shared-contracts/entities/help';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { Help } from '@stepwise/shared-contracts/help/help';
import { OwnContacts } from '@stepwise/shared-contracts/help/own-contacts';
import { useHelp } from '@stepwise/shared-contracts/help/use-help';
import { useRef, useState } from 'react';

/**
 * While help is on, first on a Home that has no timeline: who else is there, and what the team did. On a later day it asks
 * first how it is; none of the answers is stored, and none ends the help.
 */
export function HelpCard() {
  const help = useHelp();
  const words = useParticipant((state) => state.help);
  return help && words ? <Shown help={help} words={words} /> : null;
}

function Shown({ help: { since, readAt }, words }: { help: Help; words: HelpData }) {
  const { now, site } = useHost();
  const isActing = useParticipant(({ adminActing }) => adminActing);
  const [answer, setAnswer] = useState<'call' | 'not-now' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const timeZone = browserTimeZone();
  const dayOf = (instant: string) => localDate(new Date(instant), timeZone);
  const today = localDate(now(), timeZone);
  const asks = dayOf(since) < today && !isActing && answer === null;
  const { emergency, counselling, researchTeam } = site;
  const day = readAt && (dayOf(readAt) === today ? 'today' : `on ${formatDateInWords(dayOf(readAt))}`);
  const choose = (chosen: 'call' | 'not-now') => {
    setAnswer(chosen);
    heading.current?.focus();
  };
  return (
    <Card className="stack" aria-labelledby="help-heading">
      <h2 id="help-heading" ref={heading} tabIndex={-1}>
        {asks ? words.question : 'Who else is there'}
      </h2>
      {answer === 'call' && <CrisisList contacts={[emergency, counselling]} />}
      {!asks && <OwnContacts />}
      {readAt && <p>{fillIn(words.read, { when: `${day} at ${clockTime(readAt, timeZone)}` })}</p>}
      <p>
        Research team: <a href={researchTeam.tel}>{researchTeam.phone}</a>, {researchTeam.hours}.
      </p>
      {asks && (
        <div className="row">
          <Button variant="quiet" onClick={() => choose('call')}>
            Call someone
          </Button>
          <Button variant="link" onClick={() => choose('not-now')}>
            Not now
          </Button>
        </div>
      )}
    </Card>
  );
}
