import { request } from 'node:http';
import { text } from 'node:stream/consumers';

interface Options {
  method?: string;
  headers?: Record<string, string>;
}

/** A request that names a host of the test's choice, which `fetch` does not let it do. Follows no redirect. */
export async function fetchAsHost(
  host: string,
  url: string,
  { method, headers }: Options = {},
): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const asked = request(url, { ...(method && { method }), headers: { ...headers, host } });
  asked.on('error', reject);
  asked.on('response', (answer) => {
    const given = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const single of [value ?? []].flat()) given.append(name, single);
    text(answer).then(
      (body) => resolve(new Response(body, { status: answer.statusCode ?? 0, headers: given })),
      reject,
    );
  });
  asked.end();
  return promise;
}
