import { useLocation } from '@stepwise/shared-contracts/router';
import { useState } from 'react';

/** What a visitor types stays with the page's place in the browser's history, for Back and a reload. Never a password. */
export function useTypedInEntry<T extends object>(initial: T): [typed: T, change: (typed: T) => void] {
  const kept = useLocation().state as Partial<T> | null;
  const [typed, setTyped] = useState<T>({ ...initial, ...kept });
  const change = (next: T) => {
    setTyped(next);
    const { state } = window.history;
    window.history.replaceState({ ...state, usr: { ...state?.usr, ...next } }, '');
  };
  return [typed, change];
}
