import { randomUUID } from 'node:crypto';
import { findCall } from '@stepwise/shared-contracts/calls/all-calls';
import { errorBodySchema } from '@stepwise/shared-contracts/calls/errors';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { addActivity, deleteActivity, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { createClient } from '@stepwise/shared-contracts/client/client';
import { readCsrfToken } from '@stepwise/shared-contracts/client/cookie';
import { createOutbox } from '@stepwise/shared-contracts/client/outbox';
import { createMemoryStorage, temporaryIdOf } from '@stepwise/shared-contracts/client/outbox-storage';
import { PASSWORD } from '../build-participant.ts';
import { checkContract } from '../check-contract.ts';
import { createCookieJar } from '../cookie-jar.ts';
import type { Tally } from './tally.ts';

/** The outbox waits longer after each try; within a test no one has that time. */
const MAX_RETRY_MS = 500;
/** As in the shell. */
const ANSWER_TIMEOUT_MS = 20_000;
const DAY_MS = 86_400_000;

/** An activity that was added, recorded once and taken off, and how far that was acknowledged. */
export interface Saved {
  participant: string;
  text: string;
  recordedAt: string;
  acknowledged: { added: boolean; recorded: boolean; removed: boolean };
}

/** A participant's browser with the outbox that the product uses, which sends every save until it is answered. */
export function createSavingParticipant(
  { id, email }: { id: string; email: string },
  { origin, tally }: { origin: () => string; tally: () => Tally },
) {
  const cookies = createCookieJar();
  const saves: Saved[] = [];
  const begunAt = Date.now();
  let isLoggingIn: Promise<unknown> | null = null;

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const began = performance.now();
    const count = (outcome: string) => tally().count(outcome, performance.now() - began);
    const headers = new Headers(init.headers);
    if (cookies.header()) headers.set('cookie', cookies.header());
    let response: Response;
    let text: string;
    try {
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
      response = await fetch(new URL(path, origin()), { ...init, headers, signal });
      text = await response.clone().text();
    } catch (error) {
      const { code } = Object((error as Error).cause) as { code?: string };
      count(code === 'ECONNREFUSED' ? 'no connection' : 'cut off');
      throw error;
    }
    cookies.keep(response.headers);
    const { status } = response;
    const body = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
    const code = errorBodySchema.safeParse(body).data?.error.code;
    count([status, code].filter(Boolean).join(' '));
    if (status >= 500 && code !== 'unavailable') tally().fault(`${path} was answered ${status}: ${text}`);
    try {
      checkContract(init.method ?? 'GET', path, status, body);
    } catch (error) {
      tally().fault(`${path} was answered against its contract: ${(error as Error).message}`);
    }
    return response;
  };

  const client = createClient({
    fetch: (input, init = {}) => send(String(input), init),
    csrfToken: () => readCsrfToken(cookies.header()),
    timeZone: () => 'Australia/Melbourne',
    // As people do who are asked to.
    onLoggedOut: () => void logIn().catch(() => {}),
  });
  const outbox = createOutbox({
    client,
    storage: createMemoryStorage(),
    findCall,
    now: () => new Date(),
    timeZone: () => 'Australia/Melbourne',
    newId: () => randomUUID().replaceAll('-', ''),
    exclusively: (task) => task(),
    schedule: (task, delayMs) => void setTimeout(task, Math.min(delayMs, MAX_RETRY_MS)),
    notifyOtherTabs: () => {},
    onAnswer: () => {},
    onStale: () => {},
  });

  async function logIn(): Promise<void> {
    isLoggingIn ??= client.send(loginUser, { username: email, password: PASSWORD }).finally(() => {
      isLoggingIn = null;
    });
    await isLoggingIn;
  }

  return {
    saves,
    /** Logs in, and sends saves from then on. */
    async begin(): Promise<void> {
      await logIn();
      await outbox.setAccount(id);
    },
    /** Saves three times, each later save naming what the first one adds, and resolves once all are answered. */
    async save(): Promise<void> {
      const number = saves.length + 1;
      const saved: Saved = {
        participant: id,
        text: `Activity ${number}`,
        // Far from both ends of what may be recorded, so that a clock may move; each save at an instant of its own.
        recordedAt: new Date(begunAt - 30 * DAY_MS + number * 1000).toISOString(),
        acknowledged: { added: false, recorded: false, removed: false },
      };
      saves.push(saved);
      const added = outbox.send(addActivity, { activity: { text: saved.text } });
      const [entry] = outbox.state.getState().entries.slice(-1);
      if (!entry) throw new Error('The outbox shows no save.');
      const activity = temporaryIdOf(entry);
      const { recordedAt } = saved;
      const feels = { symptoms: [], sleep: true, mood: true, active: true };
      const recorded = outbox.send(saveRecord, { ...feels, activities: [activity], recordedAt });
      const removed = outbox.send(deleteActivity, { id: activity });
      const answers = { added, recorded, removed };
      await Promise.all(
        Object.entries(answers).map(async ([name, answer]) => {
          try {
            await answer;
            saved.acknowledged[name as keyof typeof answers] = true;
          } catch (error) {
            if (!(error instanceof CallError)) throw error;
            tally().fault(`${saved.text} was not ${name}: ${error.code}`);
          }
        }),
      );
    },
  };
}
export type SavingParticipant = ReturnType<typeof createSavingParticipant>;
