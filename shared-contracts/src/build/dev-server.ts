/**
 * Serves the feature of the current folder while it is worked on: alone with a fake host at `/`, where an edit shows at
 * once and state stays, and as a container at `/remote/` for a shell whose override names this server, where an edit
 * loads the page again. `npm run dev -w mf-plan`, with PORT to choose where.
 */
import { basename, join } from 'node:path';
import webpack from 'webpack';
import DevServer, { type ExpressRequestHandler } from 'webpack-dev-server';
import { featureManifestSchema } from '../federation/feature-manifest.ts';
import { aloneConfig, remoteConfig } from './dev-config.ts';

const HOST = '127.0.0.1';
const folder = process.cwd();
const name = basename(folder);
const { contract } = featureManifestSchema.parse((await import(join(folder, 'src/manifest.ts'))).manifest);
const port = Number(process.env.PORT) || Number(await DevServer.getFreePort('auto', HOST));
const origin = `http://localhost:${port}`;

const PAGE = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/main.css"><script defer src="/main.js"></script></head><body></body></html>`;

/** Every path of a page shows the feature alone. */
const showPage: ExpressRequestHandler = (request, response, next) => {
  if (/\.\w+$/.test(request.path)) return next();
  response.type('html').send(PAGE);
};

/** A shell that tries again asks in a folder of that attempt. */
const takeAttemptAway: ExpressRequestHandler = (request, _response, next) => {
  request.url = request.url.replace(/\/~\d+\//, '/');
  next();
};

// The version is the one that `development-release.ts` names the container by.
const input = { folder, name, version: 'dev', output: join(folder, 'dist') };
const compiler = webpack([aloneConfig(input), remoteConfig({ ...input, contract, origin })]);
if (!compiler) throw new Error('webpack made no compiler.');
const server = new DevServer(
  {
    host: HOST,
    port,
    static: false,
    // A shell reads the container from another origin.
    headers: { 'access-control-allow-origin': '*' },
    // Named, since in a shell the page's own address is another one.
    client: { webSocketURL: { hostname: 'localhost', port }, logging: 'warn', overlay: false },
    devMiddleware: { stats: 'errors-warnings' },
    setupMiddlewares: (middlewares) => [
      { name: 'attempts', middleware: takeAttemptAway },
      ...middlewares,
      { name: 'page', middleware: showPage },
    ],
  },
  compiler,
);
await server.start();
process.stdout.write(`${name} alone: ${origin}\nIn a shell: name ${origin} at its /account/overrides\n`);
