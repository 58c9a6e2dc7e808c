import { useCallback, useState } from 'react';
import { useHost } from './host-services.tsx';

/**
 * What the participant has typed into a form and not saved, as it was when the form opened: kept on this device, encrypted,
 * until it is saved, left off or they log out. `keep(null)` removes it. `form` names it in the whole app. Never a password.
 */
export function useTyped<T>(form: string): [typed: T | undefined, keep: (typed: T | null) => void] {
  const { outbox } = useHost();
  const [typed] = useState(() => outbox.state.getState().typed?.[form] as T | undefined);
  const keep = useCallback((next: T | null) => void outbox.saveTyped?.(form, next), [outbox, form]);
  return [typed, keep];
}
