import { setTimeout as wait } from 'node:timers/promises';
import type { BodyOf, Call, SuccessOf } from '@stepwise/shared-contracts/calls/call';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { createClient, type SendOptions } from '@stepwise/shared-contracts/client/client';
import { checkContract } from '../../../api/src/testing/check-contract.ts';
import type { Rehearsal } from '../context.ts';
import { untilConnected } from '../stack/until-connected.ts';
import { createRehearsalJar } from './cookie-jar.ts';

/** Ten minutes: a server that was killed starts slowly on a machine that is busy with other work. */
const TRIES = 6_000;
const TRY_AGAIN_MS = 100;
/** What the outbox sends again; a fault of the server is a finding. */
const AWAY: ReadonlySet<string> = new Set(['unreachable', 'unavailable', 'too-many-requests']);

export type Device = ReturnType<typeof createDevice>;

/** A browser of a person, in a network of its own, with the client that the product's pages use. */
export function createDevice({ stack, watch }: Rehearsal, network: string, zone: () => string) {
  const cookies = createRehearsalJar(stack.now);
  let count = 0;

  const fetchAs = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies.header()) headers.set('cookie', cookies.header());
    headers.set('x-forwarded-for', network);
    // Compressing for a reader on the same machine only takes time.
    headers.set('accept-encoding', 'identity');
    const began = performance.now();
    const request = async (origin: string) => {
      const url = new URL(path, origin);
      const response = await untilConnected(() => fetch(url, { ...init, headers, redirect: 'manual' }));
      return { response, body: await response.arrayBuffer() };
    };
    const { response, body } = await stack.send(request).catch((error: Error) => {
      watch.lost(path, error);
      throw error;
    });
    const { status, headers: answered } = response;
    const text = (): string => Buffer.from(body).toString();
    watch.answered(path, status, text, performance.now() - began);
    cookies.keep(answered);
    const isJson = answered.get('content-type')?.includes('json');
    try {
      checkContract(init.method ?? 'GET', path, status, isJson ? JSON.parse(text()) : undefined);
    } catch (error) {
      watch.finding('contract', `${path} was answered against its contract: ${(error as Error).message}`);
    }
    return new Response(body.byteLength > 0 ? body : null, { status, headers: answered });
  };

  const client = createClient({
    fetch: (input, init = {}) => fetchAs(String(input), init),
    csrfToken: () => cookies.get('csrftoken'),
    timeZone: zone,
  });

  return {
    cookies,
    fetch: fetchAs,
    /** Not to be seen before, and the same in each run. */
    newKey: (): string => `${network.replaceAll('.', '-')}-${String(++count).padStart(6, '0')}`,
    /** Sends a call again until it is answered, as the outbox does. */
    async send<C extends Call>(call: C, body: BodyOf<C>, options: SendOptions = {}): Promise<SuccessOf<C>> {
      for (let tries = 1; ; tries++) {
        try {
          return await client.send(call, body, options);
        } catch (error) {
          if (!(error instanceof CallError) || !AWAY.has(error.code) || tries >= TRIES) throw error;
          await wait(TRY_AGAIN_MS);
        }
      }
    },
  };
}
