import { browserTimeZone } from '@stepwise/shared-contracts/dates/plain-date';
import { useHost } from '@stepwise/shared-contracts/federation/host-services';
import { useEffect, useState } from 'react';
import { type Today, todayAt } from './today.ts';

const LOOK_EVERY_MS = 20_000;

/** Today, updated while the page stays open: over midnight, after a phone slept, and in another time zone. */
export function useToday(): Today {
  const { now } = useHost();
  const [today, setToday] = useState(() => todayAt(now(), browserTimeZone()));
  useEffect(() => {
    const look = () =>
      setToday((shown) => {
        const next = todayAt(now(), browserTimeZone());
        const same = next.key === shown.key && next.local === shown.local && next.timeZone === shown.timeZone;
        return same ? shown : next;
      });
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [now]);
  return today;
}
