import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { readConfig } from './config/config.ts';
import { readEmbeddedSecrets } from './config/embedded-secrets.ts';
import { StartError } from './config/start-error.ts';
import { ContentError, loadContent } from './content/load-content.ts';
import { createApi } from './create-api.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { migrate, openOrm } from './database/orm.ts';
import { makeDemonstration } from './demonstration/make-demonstration.ts';
import { createRateLimits } from './http/rate-limits.ts';

const FORCED_EXIT_MS = 10_000;

try {
  await start();
} catch (error) {
  const isForPeople = error instanceof StartError || error instanceof ContentError;
  process.stderr.write(`${isForPeople ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const content = loadContent(config.contentDir);
  const { promise: ready, resolve: serve } = Promise.withResolvers<RequestListener>();
  const server = createServer(async (request, response) => (await ready)(request, response));
  // Before the database, so that a busy port is said at once and nothing else was touched.
  await listen(server, config.port, config.host);

  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir);
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
  const secrets = embedded?.secrets;
  const orm = await openOrm(databaseUrl);
  await migrate(orm);
  const rateLimitPool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  const now = () => new Date();
  const app = createApi({
    config,
    content,
    orm,
    log,
    now,
    rateLimits: createRateLimits(rateLimitPool),
    sessionSecret: config.sessionSecret ?? secrets?.sessionSecret ?? '',
    allocationSeed: config.allocationSeed ?? secrets?.allocationSeed ?? '',
  });
  const accounts = embedded && (await makeDemonstration(orm, content, now()));
  serve(app.callback());

  const { port } = server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  process.stdout.write(`${content.product.name} is ready at ${url}\n${accounts ?? ''}`);

  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref();
    server.closeIdleConnections();
    await new Promise((resolve) => server.close(resolve));
    await rateLimitPool.end();
    await orm.close();
    await embedded?.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

async function startEmbedded(dataDir: string) {
  const secrets = readEmbeddedSecrets(dataDir);
  const database = await startEmbeddedPostgres(`${dataDir}/postgres`, secrets.databasePassword);
  return { ...database, secrets };
}

function listen(server: ReturnType<typeof createServer>, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const isBusy = error.code === 'EADDRINUSE';
      reject(
        isBusy
          ? new StartError(`Port ${port} is in use; stop what uses it, or set PORT to another one.`)
          : error,
      );
    });
    server.listen(port, host, resolve);
  });
}
