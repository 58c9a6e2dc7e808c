import { loginCheck } from '@stepwise/shared-contracts/calls/login-check';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import type { Client } from '@stepwise/shared-contracts/client/client';
import type { Outbox } from '@stepwise/shared-contracts/client/outbox';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { ParticipantStore } from '@stepwise/shared-contracts/store/participant-store';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ParticipantBundle } from './participant-bundle.ts';
import type { Snapshot } from './snapshot.ts';

/** What could not be done. The page says so and offers to try again. `offline`: the device's snapshot is shown. */
export type SessionFault = 'offline' | 'log-in-check' | 'data' | 'survey' | 'log-out';

export interface SessionState {
  /** Also true while the participant's data could not be loaded: then the store holds no user. */
  isLoggedIn: boolean;
  fault: SessionFault | null;
  /** Where the person was when the server ended the session; null otherwise. */
  expiredAt: string | null;
  /** When the server ends the session if nothing more is asked (ms since 1970); null where it did not say. */
  endsAt: number | null;
  /** Until when this device stays logged in at least (ms since 1970); null where the person did not ask for that. */
  keptUntil: number | null;
  /** It was ended because a copy of its token was used. */
  isDeviceEnded: boolean;
  /** The last log-in here was ended by the server rather than by the person. */
  hasExpired: boolean;
  /** Set while the person is asked whether to log out although something is unsent. */
  logOutDialog: { answer: (leave: boolean) => void } | null;
}

export interface Session {
  readonly state: StoreApi<SessionState>;
  /** Finds out who is here and loads what the screens show. Always resolves; `state.fault` says what is missing. */
  start(expectLoggedIn: boolean): Promise<void>;
  /** Shows what this device keeps of the participant. Resolves to whether it keeps anything. */
  openSnapshot(): Promise<boolean>;
  /** After log-in or sign-up, with the data they answer. */
  logIn(data: AllData): Promise<void>;
  /** A call was answered with success: where this page thinks that there is no connection, it looks again. */
  noteAnswer(): Promise<void>;
  /** The server ends the session then if nothing more is asked, here or in another tab (ms since 1970). */
  setExpiry(endsAt: number): void;
  /** Seconds that this device stays logged in; null where it is not remembered, 0 where it no longer is. */
  setRememberedUntil(seconds: number | null): void;
  /** Asks the server for the session to last. Resolves to whether it answered; when it has ended, the page leaves. */
  prolong(): Promise<boolean>;
  /** Fetches everything of the participant, or a visitor's survey, again. Rejects with CallError. */
  refresh(): Promise<void>;
  /** The page is looked at again: reads what has changed on another device meanwhile. */
  resume(): Promise<void>;
  /** The server no longer knows the session. What the participant typed stays until `end`. */
  expire(): void;
  /** Forgets a participant whose session ended. What is unsent stays on the device for the same person's next log-in. */
  end(): Promise<void>;
  /** Like `end`, for a participant the server erased: nothing of theirs stays on the device, and other tabs follow. */
  forget(): Promise<void>;
  /**
   * Erases what the device has of the participant; they confirm it where something is unsent. Whether the person is logged
   * out and may be shown the welcome page: not when rejected, failed or leaving for the dashboard.
   */
  logOut(): Promise<boolean>;
}

interface SessionSettings {
  client: Client;
  outbox: Outbox;
  store: ParticipantStore;
  snapshot: Snapshot;
  /** Loads the code that only a participant needs. Asked again after a failure, it tries again. */
  loadParticipantBundle: () => Promise<ParticipantBundle>;
  /** The path being shown. */
  currentPath: () => string;
  /** Leaves the app for a page of the server. */
  leave: (location: string) => void;
  /** Who logged in here; null after log-out. Other tabs of this browser share the session. */
  onAccountChange: (account: string | null) => void;
  /** The device's clock (ms since 1970). */
  now: () => number;
}

const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);

export function createSession({
  client,
  outbox,
  store,
  snapshot,
  loadParticipantBundle,
  currentPath,
  leave,
  onAccountChange,
  now,
}: SessionSettings): Session {
  const state = createStore<SessionState>(() => ({
    isLoggedIn: false,
    fault: null,
    expiredAt: null,
    hasExpired: false,
    endsAt: null,
    keptUntil: null,
    isDeviceEnded: false,
    logOutDialog: null,
  }));

  const fetchData = async (): Promise<AllData> => {
    const { allData } = await loadParticipantBundle();
    return (await client.send(allData, undefined)).body;
  };

  const loadSurvey = async (): Promise<true> => {
    const { questions, answers } = (await client.send(surveyData, undefined)).body;
    store.server.setState({ surveyQuestions: questions, surveyAnswers: answers });
    return true;
  };

  const take = async (data: Pick<AllData, 'account' | 'user'>): Promise<void> => {
    // The outbox would reject what it does not know.
    await loadParticipantBundle();
    store.server.setState(data);
    // What was entered while acting is not for the participant to send, nor for the next staff member who acts.
    await outbox.setAccount(data.account ?? data.user.id);
  };

  const confirmLogOut = async (): Promise<boolean> => {
    // A save still on its way is worth the wait; one that already failed is not.
    if (!outbox.state.getState().isWaiting) await outbox.flush();
    if (outbox.state.getState().entries.length === 0) return true;
    return new Promise((resolve) => {
      state.setState({
        logOutDialog: {
          answer: (answer) => {
            state.setState({ logOutDialog: null });
            resolve(answer);
          },
        },
      });
    });
  };

  const end = async (): Promise<void> => {
    store.clear();
    state.setState({ isLoggedIn: false, fault: null, expiredAt: null, endsAt: null, keptUntil: null });
    await Promise.all([snapshot.erase(), outbox.setAccount(null), orNull(loadSurvey())]);
  };

  const expire = (): void => {
    if (state.getState().isLoggedIn) state.setState({ expiredAt: currentPath(), hasExpired: true });
  };

  const refresh = async (): Promise<void> => {
    if (!state.getState().isLoggedIn) return void (await loadSurvey());
    for (;;) {
      const before = store.server.getState();
      const data = await fetchData();
      // What changed meanwhile, an answered save or who is logged in, is newer than what was fetched.
      if (store.server.getState() === before) return store.server.setState(data);
    }
  };

  /** The snapshot would be of someone else, or of a device that is kept no longer. */
  const eraseUnlessKept = (): void => {
    if (state.getState().keptUntil === null) void snapshot.erase();
  };

  const openSnapshot = async (): Promise<boolean> => {
    const kept = await snapshot.read();
    if (!kept || !(await orNull(loadParticipantBundle()))) return false;
    await take(kept);
    state.setState({ isLoggedIn: true, fault: 'offline' });
    return true;
  };

  let isStarting = false;
  const start = async (expectLoggedIn: boolean): Promise<void> => {
    isStarting = true;
    await startOnce(expectLoggedIn).finally(() => {
      isStarting = false;
    });
  };

  const startOnce = async (expectLoggedIn: boolean): Promise<void> => {
    const checked = orNull(client.send(loginCheck, undefined));
    // The first answer after a cold start without a network begins a session, with the token that other calls need.
    if (state.getState().fault === 'offline') await checked;
    const survey = orNull(loadSurvey());
    // Asked for early when the document was served to a live session; used only if the log-in check agrees.
    const early = expectLoggedIn ? orNull(fetchData()) : undefined;
    const check = await checked;
    // A document that the server gave without a session means that it has ended.
    if (!check && expectLoggedIn && (await openSnapshot())) return;
    if (check?.status === 200) void snapshot.erase();
    if (check) eraseUnlessKept();
    // What the snapshot showed is over: the session has ended, or the snapshot's time.
    if (check?.status !== 204 && state.getState().fault === 'offline') return expire();
    // A participant who tries again after a fault stays logged in where nothing is heard.
    const isLoggedIn = check ? check.status === 204 : state.getState().isLoggedIn;
    const data = check && isLoggedIn ? ((await early) ?? (await orNull(fetchData()))) : null;
    if (data) await take(data);
    const surveyLoaded = await survey;
    const missing = isLoggedIn && !data ? 'data' : surveyLoaded ? null : 'survey';
    // A participant with a live session must not think that everything of theirs is gone.
    state.setState({ isLoggedIn, fault: expectLoggedIn && !check ? 'log-in-check' : missing });
  };

  return {
    state,
    start,
    openSnapshot,
    end,
    refresh,

    async logIn(data) {
      eraseUnlessKept();
      await take(data);
      state.setState({ isLoggedIn: true, fault: null, expiredAt: null, hasExpired: false });
      onAccountChange(data.user.id);
      // The visitor's answers stay behind; the participant's own survey starts empty.
      await orNull(loadSurvey());
    },

    async resume() {
      const { isLoggedIn, fault } = state.getState();
      if (fault === 'offline') await start(true);
      else if (isLoggedIn && !fault) await orNull(refresh());
    },

    async noteAnswer() {
      if (!isStarting && state.getState().fault === 'offline') await start(true);
    },

    expire,

    setExpiry: (endsAt) => state.setState({ endsAt }),

    setRememberedUntil: (seconds) =>
      state.setState({ keptUntil: seconds ? now() + seconds * 1000 : null, isDeviceEnded: seconds === 0 }),

    async prolong() {
      const check = await orNull(client.send(loginCheck, undefined));
      if (check?.status === 200) expire();
      return check !== null;
    },

    async forget() {
      await outbox.forget();
      onAccountChange(null);
      await end();
    },

    async logOut() {
      if (!(await confirmLogOut())) return false;
      const answer = await orNull(
        loadParticipantBundle().then(({ logoutUser }) => client.send(logoutUser, undefined)),
      );
      if (!answer) {
        state.setState({ fault: 'log-out' });
        return false;
      }
      onAccountChange(null);
      await outbox.forget();
      if (answer.status === 205) {
        leave(answer.location ?? '/');
        return false;
      }
      await end();
      return true;
    },
  };
}
