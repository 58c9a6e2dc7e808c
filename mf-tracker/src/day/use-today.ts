import { browserTimeZone } from '@stepwise/shared-contracts/dates/plain-date';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useEffect, useState } from 'react';
import { type Today, todayAt } from './today.ts';

const LOOK_EVERY_MS = 20_000;

/** Today, updated while the page stays open: over midnight and noon, after a phone slept, and in another time zone. */
export function useToday(): Today {
  const { now } = useHost();
  const [today, setToday] = useState(() => todayAt(now(), browserTimeZone()));
  useEffect(() => {
    const look = () => {
      const next = todayAt(now(), browserTimeZone());
      if (!isSame(next, today)) setToday(next);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [now, today]);
  return today;
}

const isSame = (a: Today, b: Today): boolean =>
  a.key === b.key && a.local === b.local && a.timeZone === b.timeZone && a.isMorning === b.isMorning;
