import { loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import type { TestApi } from '../create-test-api.ts';
import { logInStaff, type StaffBrowser } from '../staff-browser.ts';

export type ActorName =
  | 'visitor'
  | 'eligible participant'
  | 'consented participant'
  | 'planning participant'
  | 'participant'
  | 'researcher'
  | 'manager'
  | 'acting researcher';

export interface Actor {
  browser: Pick<StaffBrowser, 'cookies'>;
  /** The participant whose data the actor may change; of a visitor and of staff one whom they may ask about. */
  participantId: string;
  isLoggedIn(): Promise<boolean>;
}

/** The actors of a run, each with a session of its own. One whose session has ended, or whose account is gone, is replaced. */
export function createActors(api: TestApi) {
  const actors = new Map<ActorName, Actor>();
  const participant = (stage: 'consent' | 'questionnaire' | 'plan' | 'timeline') => async () => {
    const browser = await api.logIn({ stage });
    return { browser, participantId: browser.participant.id, isLoggedIn: () => isParticipant(browser) };
  };
  const staff = (role: 'researcher' | 'manager') => async () => {
    const browser = await logInStaff(api, role);
    const { id } = await api.buildParticipant();
    const isLoggedIn = async () => (await browser.open('/admin/account')).status === 200;
    return { browser, participantId: id, isLoggedIn };
  };
  const makers: Record<ActorName, () => Promise<Actor>> = {
    visitor: async () => ({
      browser: await api.visit(),
      participantId: (await api.buildParticipant()).id,
      isLoggedIn: async () => true,
    }),
    'eligible participant': participant('consent'),
    'consented participant': participant('questionnaire'),
    'planning participant': participant('plan'),
    participant: participant('timeline'),
    researcher: staff('researcher'),
    manager: staff('manager'),
    'acting researcher': async () => {
      const browser = await logInStaff(api);
      const { id } = await api.buildParticipant();
      await browser.act(id);
      return { browser, participantId: id, isLoggedIn: () => isParticipant(browser) };
    },
  };

  return async (): Promise<Record<ActorName, Actor>> => {
    await Promise.all(
      (Object.entries(makers) as [ActorName, () => Promise<Actor>][]).map(async ([name, make]) => {
        const actor = actors.get(name);
        if (actor && (await actor.isLoggedIn()) && (await exists(api, actor.participantId))) return;
        actors.set(name, await make());
      }),
    );
    return Object.fromEntries(actors) as Record<ActorName, Actor>;
  };
}

const isParticipant = async (browser: Pick<StaffBrowser, 'request'>): Promise<boolean> =>
  (await browser.request(loginCheck.path)).status === 204;

const exists = async (api: TestApi, id: string): Promise<boolean> =>
  (await api.query('select 1 from participant where id = $1 and email is not null', [id])).length > 0;
