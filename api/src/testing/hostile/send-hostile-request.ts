import { Agent, request as openRequest } from 'node:http';
import { readCsrfToken } from '@stepwise/shared-contracts/client/cookie';
import type { CookieJar } from '../cookie-jar.ts';
import { type HostileRequest, TOKEN_IN_FORM } from './hostile-request.ts';

export interface HostileAnswer {
  /** Null where none came, since the request was cut off. */
  status: number | null;
  type: string;
  text: string;
}

const agent = new Agent({ keepAlive: true });
/** Of no actor: what they use up is never missed by a log-in of the run itself. */
const NETWORK = '10.11.12.13';

/** Sends a request as it is, which fetch would put right, with the actor's cookies and token. */
export function sendHostileRequest(
  origin: string,
  cookies: CookieJar,
  hostile: HostileRequest,
): Promise<HostileAnswer> {
  const { method, path, token, headers, body, isCutOff } = hostile;
  const csrfToken = { own: readCsrfToken(cookies.header()), wrong: 'x'.repeat(43), none: '' }[token];
  const bytes = body && Buffer.from(body.toString('latin1').replace(TOKEN_IN_FORM, csrfToken), 'latin1');
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const request = openRequest({
      ...{ agent, hostname, port, method, path },
      headers: {
        'x-forwarded-for': NETWORK,
        'x-csrftoken': csrfToken,
        'x-time-zone': 'Australia/Melbourne',
        ...(cookies.header() && { cookie: cookies.header() }),
        ...(bytes && !('transfer-encoding' in headers) && { 'content-length': bytes.length }),
        ...headers,
      },
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      if (isCutOff) resolve({ status: null, type: '', text: '' });
      // The server ended a connection that had waited unused, at the same moment (Node's documentation of `reusedSocket`).
      else if (request.reusedSocket && error.code === 'ECONNRESET')
        resolve(sendHostileRequest(origin, cookies, hostile));
      else reject(error);
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const lines = response.headers['set-cookie'] ?? [];
        cookies.keep(new Headers(lines.map((line) => ['set-cookie', line])));
        const type = response.headers['content-type'] ?? '';
        resolve({ status: response.statusCode ?? 0, type, text: Buffer.concat(chunks).toString() });
      });
    });
    if (!isCutOff || !bytes) request.end(bytes);
    else request.write(bytes.subarray(0, bytes.length / 2), () => request.destroy());
  });
}
