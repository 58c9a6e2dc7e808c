import { createClient } from '@stepwise/shared-contracts/client/client';
import { readCsrfToken } from '@stepwise/shared-contracts/client/cookie';
import { checkContract } from './check-contract.ts';
import { type CookieJar, createCookieJar } from './cookie-jar.ts';

export interface RawRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Text and bytes are sent as they are; anything else becomes JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is for the test to say
  json: any;
}

/** To compress each answer and read it again costs the tests more than to send it; compress-text.test.ts tries that. */
export const UNCOMPRESSED = 'identity';

const isAsItIs = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** A visitor with a browser: its cookies, the client that the pages use, and raw requests. */
export function createVisitor(origin: string, cookies: CookieJar = createCookieJar()) {
  const visitor = { timeZone: 'Australia/Melbourne' };

  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (cookies.header()) headers.set('cookie', cookies.header());
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', UNCOMPRESSED);
    const response = await fetch(new URL(path, origin), { ...init, headers });
    cookies.keep(response.headers);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    checkContract(init.method ?? 'GET', path, response.status, isJson ? JSON.parse(text) : undefined);
    return new Response(text || null, response);
  };

  const client = createClient({
    fetch: (input, init = {}) => send(String(input), init),
    csrfToken: () => readCsrfToken(cookies.header()),
    timeZone: () => visitor.timeZone,
  });

  /** One request as given, with this browser's cookies, its CSRF token and JSON unless the headers say otherwise. */
  const request = async (
    path: string,
    { method = 'POST', body, headers }: RawRequest = {},
  ): Promise<Answer> => {
    const response = await send(path, {
      method,
      headers: {
        'x-csrftoken': readCsrfToken(cookies.header()),
        'x-time-zone': visitor.timeZone,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isAsItIs(body) ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      json: isJson ? JSON.parse(text) : undefined,
    };
  };

  return Object.assign(visitor, { send: client.send, request, cookies });
}
export type Visitor = ReturnType<typeof createVisitor>;
