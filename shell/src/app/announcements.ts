import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Announcements {
  readonly state: StoreApi<{ message: string }>;
  announce(message: string): void;
}

/** What the page's live region says. Repeated words are distinguished by a space, which is not read out. */
export function createAnnouncements(): Announcements {
  const state = createStore(() => ({ message: '' }));
  return {
    state,
    announce: (message) =>
      state.setState((last) => ({ message: last.message === message ? `${message}\u00a0` : message })),
  };
}
