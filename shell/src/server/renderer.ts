/**
 * The renderer: makes markup from the server builds of releases and what the API gives it, in processes of its own, and
 * runs no build itself. `node shell/src/server/renderer.ts [HOST PORT]`; without them on a free port of this machine,
 * below a path that others there cannot guess: it writes both out.
 *
 * `PUT /scripts/?<integrity>` brings a server build. `PUT /live/` (builds of a revision) says what is live. `POST /pages/`
 * (PageRequest) answers `{ markup }`, 500 where a page fails, 503 where no process is free, or 504 where it hangs. Both answer 409 with the
 * hashes of `missing` builds. `DELETE /people/?<person>` ends a person's process.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createPageWorkers, MissingScripts, NotNow } from './page-workers.ts';
import { PageTimedOut } from './start-page-worker.ts';

const isLocal = process.argv.length === 2;
const root = isLocal ? `/${randomUUID()}` : '';
const workers = createPageWorkers();

const server = createServer(async (request, response) => {
  const { status, body } = await answer(request);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
});

async function answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://renderer');
  const named = decodeURIComponent(search.slice(1));
  try {
    const body = await text(request);
    if (!pathname.startsWith(`${root}/`)) return { status: 404, body: {} };
    switch (`${request.method} ${pathname.slice(root.length)}`) {
      case 'PUT /scripts/':
        workers.addScript(named, body);
        break;
      case 'PUT /live/':
        await workers.prepare(JSON.parse(body));
        break;
      case 'POST /pages/':
        return { status: 200, body: { markup: await workers.render(JSON.parse(body)) } };
      case 'DELETE /people/':
        await workers.end(named);
        break;
      default:
        return { status: pathname === '/' ? 200 : 404, body: {} };
    }
    return { status: 200, body: {} };
  } catch (error) {
    if (error instanceof MissingScripts) return { status: 409, body: { missing: error.missing } };
    // Its words could hold what a participant wrote.
    return { status: statusOf(error), body: {} };
  }
}

function statusOf(error: unknown): number {
  if (error instanceof NotNow) return 503;
  return error instanceof PageTimedOut ? 504 : 500;
}

const [host = '127.0.0.1', port = '0'] = process.argv.slice(2);
server.listen(Number(port), host, () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}${root}\n`);
});
// Ends with the process that started it and holds the other end. A page that loops would not learn of it by itself.
if (isLocal)
  process.stdin.resume().once('end', async () => {
    await workers.endAll();
    process.exit(0);
  });
