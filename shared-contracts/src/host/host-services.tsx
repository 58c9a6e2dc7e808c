import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';
import type { Client } from '../client/client.ts';
import type { Outbox } from '../client/outbox.ts';
import type { SiteContent } from '../entities/site-content.ts';
import type { BootData } from '../federation/boot-data.ts';
import type { ParticipantState, ParticipantStore } from '../store/participant-store.ts';

/** What the shell hands to every feature. A feature reaches for nothing else outside itself. */
export interface HostServices {
  client: Client;
  /** Every save goes through here, so that nothing is lost without a network. */
  outbox: Outbox;
  store: ParticipantStore;
  site: SiteContent;
  /** What the server answered with the document, by the path of the call. Earlier shells have none. */
  answers?: BootData['answers'];
  navigate: (to: string) => void;
  /** Says a change to people who use a screen reader. */
  announce: (message: string) => void;
  /** The page's part of the window's title. */
  setTitle: (title: string) => void;
  /** Moves the focus to the numbers at the top while help is on; false while it is not. Earlier shells have none. */
  focusHelp?: () => boolean;
  /**
   * Asks the browser for notifications on this device, by the server's public key: where to send them, or null where they are
   * refused. Missing where the browser has none, and from earlier shells.
   */
  subscribeToPush?: (publicKey: string) => Promise<{ endpoint: string; p256dh: string; auth: string } | null>;
  now: () => Date;
  /** Reads everything of the participant again: what the server has is right. */
  refresh: () => Promise<void>;
  /** Ends the session and returns to the welcome page, or to the dashboard when acting. */
  logOut: () => Promise<void>;
  /**
   * The server erased the participant and ended their sessions: forgets them on this device as well, unsent saves
   * included. The page stays.
   */
  forgetParticipant: () => Promise<void>;
}

const HostContext = createContext<HostServices | null>(null);

export function HostProvider({ services, children }: { services: HostServices; children: ReactNode }) {
  return <HostContext value={services}>{children}</HostContext>;
}

/** The host services. Throws outside of a HostProvider. */
export function useHost(): HostServices {
  const services = useContext(HostContext);
  if (!services) throw new Error('useHost needs a HostProvider above it.');
  return services;
}

/** A selected part of the participant store; renders again when it changes. */
export function useParticipant<T>(select: (state: ParticipantState) => T): T {
  return useStore(useHost().store, select);
}
