import type { Client } from '@stepwise/shared-contracts/client/client';
import type { Outbox } from '@stepwise/shared-contracts/client/outbox';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { BootData } from '@stepwise/shared-contracts/federation/boot-data';
import type { ParticipantStore } from '@stepwise/shared-contracts/store/participant-store';
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { Announcements } from './announcements.ts';
import type { Session, SessionState } from './session.ts';

/** What the server last said of the registry: its revision. */
export interface RegistryState {
  revision: string | null;
}

/** What the shell is made of; the features get their part of it as host services. */
export interface ShellServices {
  site: SiteContent;
  answers?: BootData['answers'];
  client: Client;
  outbox: Outbox;
  store: ParticipantStore;
  session: Session;
  registry: StoreApi<RegistryState>;
  announcements: Announcements;
  now: () => Date;
}

export const ShellContext = createContext<ShellServices | null>(null);

/** The shell's own services. Throws outside of the shell. */
export function useShell(): ShellServices {
  const services = useContext(ShellContext);
  if (!services) throw new Error('useShell needs a ShellContext above it.');
  return services;
}

/** A selected part of the session's state; renders again when it changes. */
export function useSession<T>(select: (state: SessionState) => T): T {
  return useStore(useShell().session.state, select);
}
