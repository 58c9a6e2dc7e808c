/**
 * The renderer: a process that holds no secret and makes markup from the server builds of releases and what the API gives
 * it. `node shell/src/server/renderer.ts [HOST PORT]`; without them on a free port of this machine, which it writes out.
 *
 * `PUT /scripts/?<integrity>` brings a server build. `POST /pages/` (RenderRequest) answers `{ markup }`, 409 with the
 * hashes of `missing` builds, 500 where a page throws, or 504 where it takes too long.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRealms, MissingScripts, type RenderRequest } from './realm.ts';

/** Above this it ends, and its parent process starts it again. */
const MOST_BYTES = 400_000_000;
/** Pages that wait come first, and on the same machine the browser that got this one. */
const READY_AFTER_MS = 100;

const realms = createRealms();

const server = createServer(async (request, response) => {
  const { status, body, rendered } = await answer(request);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body), () => {
    if (process.memoryUsage.rss() > MOST_BYTES) process.exit(0);
    if (rendered) setTimeout(makeReady, READY_AFTER_MS, rendered);
  });
});

/** What fails here fails again where a page is rendered, and is answered there. */
function makeReady(rendered: RenderRequest): void {
  try {
    realms.makeReady(rendered);
  } catch {}
}

interface Answer {
  status: number;
  body: object;
  /** The page that was rendered. */
  rendered?: RenderRequest;
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://renderer');
  try {
    const body = await text(request);
    if (request.method === 'PUT' && pathname === '/scripts/') {
      realms.addScript(decodeURIComponent(search.slice(1)), body);
      return { status: 200, body: {} };
    }
    if (request.method === 'POST' && pathname === '/pages/') {
      const rendered = JSON.parse(body) as RenderRequest;
      return { status: 200, body: { markup: realms.render(rendered) }, rendered };
    }
    return { status: pathname === '/' ? 200 : 404, body: {} };
  } catch (error) {
    if (error instanceof MissingScripts) return { status: 409, body: { missing: error.missing } };
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return { status: 504, body: {} };
    // Its words could hold what a participant wrote.
    return { status: 500, body: {} };
  }
}

const [host = '127.0.0.1', port = '0'] = process.argv.slice(2);
server.listen(Number(port), host, () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
// Ends with the process that started it and holds the other end.
if (process.argv.length === 2) process.stdin.resume().once('end', () => process.exit(0));
