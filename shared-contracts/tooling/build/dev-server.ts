/**
 * Serves the feature of the current folder while it is worked on: alone with a fake host, where an edit shows at once and
 * state stays, and on the next port as a container for a shell whose override names that address, where an edit loads
 * the page again. `npm run dev -w mf-plan`, with PORT to choose where.
 */
import { join } from 'node:path';
import { featureManifestSchema } from '@stepwise/shared-contracts/federation/feature-manifest';
import webpack, { type Configuration } from 'webpack';
import DevServer, {
  type ExpressRequestHandler,
  type Configuration as ServerOptions,
} from 'webpack-dev-server';
import { remoteConfig, standaloneConfig } from './dev-config.ts';
import { workingPackage } from './source-packages.ts';

const HOST = '127.0.0.1';
const folder = process.cwd();
const { name } = workingPackage(folder);
const { contract } = featureManifestSchema.parse((await import(join(folder, 'src/manifest.ts'))).manifest);

const PAGE = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/main.css"><script defer src="/main.js"></script></head><body></body></html>`;

/** Every path of a page shows the feature alone. */
const showPage: ExpressRequestHandler = (request, response, next) => {
  if (/\.\w+$/.test(request.path)) return next();
  response.type('html').send(PAGE);
};

/** A retry of the shell requests `/~<attempt>/<file>`. */
const stripAttempt: ExpressRequestHandler = (request, _response, next) => {
  request.url = request.url.replace(/\/~\d+\//, '/');
  next();
};

async function serve(config: Configuration, port: number, options: ServerOptions): Promise<void> {
  const compiler = webpack(config);
  if (!compiler) throw new Error('webpack made no compiler.');
  const common: ServerOptions = {
    host: HOST,
    port,
    static: false,
    devMiddleware: { stats: 'errors-warnings' },
  };
  await new DevServer({ ...common, ...options }, compiler).start();
}

const firstPort = Number(process.env.PORT) || Number(await DevServer.getFreePort('auto', HOST));
const client = { logging: 'warn', overlay: false } as const;
// The version is the one that `development-release.ts` names the container by.
const input = { folder, name, version: 'dev', output: join(folder, 'dist') };
await serve(standaloneConfig(input), firstPort, {
  client,
  setupMiddlewares: (middlewares) => [...middlewares, { name: 'page', middleware: showPage }],
});
const nextPort = process.env.PORT ? firstPort + 1 : Number(await DevServer.getFreePort('auto', HOST));
await serve(remoteConfig({ ...input, contract }), nextPort, {
  hot: false,
  // Named, since in a shell the page's own address is another one.
  client: { ...client, webSocketURL: { hostname: 'localhost', port: nextPort } },
  headers: { 'access-control-allow-origin': '*' },
  setupMiddlewares: (middlewares) => [{ name: 'attempts', middleware: stripAttempt }, ...middlewares],
});
process.stdout.write(`${name} alone: http://localhost:${firstPort}\n`);
process.stdout.write(`${name} for a shell’s /account/overrides: http://localhost:${nextPort}\n`);
