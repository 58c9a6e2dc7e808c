import { browserTimeZone, formatDateInWords, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { clockTime } from '@stepwise/shared-contracts/dates/time-of-day';
import { Card } from '@stepwise/shared-contracts/design-system/card';
import { fillIn } from '@stepwise/shared-contracts/entities/fill-in';
import type { HelpData } from '@stepwise/shared-contracts/entities/help';
import { useHost, useParticipant } from '@stepwise/shared-contracts/federation/host-services';
import type { Help } from '@stepwise/shared-contracts/help/help';
import { OwnContacts } from '@stepwise/shared-contracts/help/own-contacts';
import { useHelp } from '@stepwise/shared-contracts/help/use-help';

/** While help is on, first on a Home that has no timeline: who else is there, and what the team did. */
export function HelpCard() {
  const help = useHelp();
  const words = useParticipant((state) => state.help);
  return help && words ? <Shown help={help} words={words} /> : null;
}

function Shown({ help: { since, readAt }, words }: { help: Help; words: HelpData }) {
  const { now, site } = useHost();
  const isActing = useParticipant(({ adminActing }) => adminActing);
  const timeZone = browserTimeZone();
  const dayOf = (instant: string) => localDate(new Date(instant), timeZone);
  const today = localDate(now(), timeZone);
  const { phone, tel, hours } = site.researchTeam;
  const day = readAt && (dayOf(readAt) === today ? 'today' : `on ${formatDateInWords(dayOf(readAt))}`);
  return (
    <Card className="stack" aria-labelledby="help-heading">
      <h2 id="help-heading">{dayOf(since) < today && !isActing ? words.question : 'Who else is there'}</h2>
      <OwnContacts />
      {readAt && <p>{fillIn(words.read, { when: `${day} at ${clockTime(readAt, timeZone)}` })}</p>}
      <p>
        Research team: <a href={tel}>{phone}</a>, {hours}.
      </p>
    </Card>
  );
}
