import { findCall } from '@stepwise/shared-contracts/calls/all-calls';
import type { BodyOf, Call, SuccessOf } from '@stepwise/shared-contracts/calls/call';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { Client } from '@stepwise/shared-contracts/client/client';
import { createOutbox } from '@stepwise/shared-contracts/client/outbox';
import { createMemoryStorage } from '@stepwise/shared-contracts/client/outbox-storage';
import { browserTimeZone } from '@stepwise/shared-contracts/dates/plain-date';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { SiteContent } from '@stepwise/shared-contracts/entities/site-content';
import type { HostServices } from '@stepwise/shared-contracts/federation/host-services';
import { participantSaves } from '@stepwise/shared-contracts/optimistic/participant-saves';
import { createParticipantStore } from '@stepwise/shared-contracts/store/participant-store';
import { buildSiteContent } from './entity-builders.ts';

/** What a fake call answers, at once or later: a success (its first one, without a status), or a CallError to throw. */
type Answer<C extends Call> = (body: BodyOf<C>) => Partial<SuccessOf<C>> | Promise<Partial<SuccessOf<C>>>;

export interface FakeHost extends HostServices {
  /** Every call sent, oldest first. */
  sent: { path: string; body: unknown }[];
  /** Says what a call answers from now on. A call without an answer fails as without a network. */
  answer<C extends Call>(call: C, respond: Answer<C>): void;
  announced: string[];
  visited: string[];
  titles: string[];
}

/** Host services without a server or a shell, for testing one feature or running it alone. */
export function createFakeHost({
  data,
  site = buildSiteContent(),
  now = () => new Date('2026-11-20T09:00:00Z'),
}: {
  data?: AllData;
  site?: SiteContent;
  now?: () => Date;
} = {}): FakeHost {
  const answers = new Map<string, (body: unknown) => unknown>();
  const sent: FakeHost['sent'] = [];
  const announced: string[] = [];
  const visited: string[] = [];
  const titles: string[] = [];
  const client: Client = {
    async send<C extends Call>(call: C, body: unknown) {
      sent.push({ path: call.path, body });
      const respond = answers.get(call.path);
      if (!respond) throw new CallError('unreachable', 'No answer came.');
      return {
        status: Number(Object.keys(call.responses)[0]),
        ...((await respond(body)) as object),
      } as unknown as SuccessOf<C>;
    },
  };
  let ids = 0;
  const outbox = createOutbox({
    client,
    storage: createMemoryStorage(),
    findCall,
    now,
    timeZone: browserTimeZone,
    newId: () => String(++ids).padStart(12, '0'),
    exclusively: (task) => task(),
    schedule: () => {},
    notifyOtherTabs: () => {},
    onAnswer: (entry, success) => store.reconcile(entry, success),
    onStale: () => void host.refresh().catch(() => {}),
  });
  const store = createParticipantStore(outbox.state, () => participantSaves);
  if (data) {
    store.server.setState(data);
    void outbox.setAccount(data.user.id);
  }
  const host: FakeHost = {
    client,
    outbox,
    store,
    site,
    navigate: (to) => visited.push(to),
    announce: (message) => announced.push(message),
    setTitle: (title) => titles.push(title),
    now,
    refresh: async () => {},
    logOut: async () => {},
    forgetParticipant: async () => {
      await outbox.forget();
      await outbox.setAccount(null);
      store.clear();
    },
    sent,
    announced,
    visited,
    titles,
    answer: (call, respond) => answers.set(call.path, respond as (body: unknown) => unknown),
  };
  return host;
}
