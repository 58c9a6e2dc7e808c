import { createStore, type StoreApi } from 'zustand/vanilla';

export interface Announcements {
  readonly state: StoreApi<{ message: string; shown: string }>;
  /** Says a message to screen readers. */
  announce(message: string): void;
  /** Shows a message to a visitor on the welcome page, and says it to screen readers. */
  show(message: string): void;
}

/** What the page's live region says. Repeated words are distinguished by a space, which is not read out. */
export function createAnnouncements(): Announcements {
  const state = createStore(() => ({ message: '', shown: '' }));
  return {
    state,
    announce: (message) =>
      state.setState((last) => ({ message: last.message === message ? `${message}\u00a0` : message })),
    show: (shown) => state.setState({ shown }),
  };
}
