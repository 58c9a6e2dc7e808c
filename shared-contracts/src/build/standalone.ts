/**
 * Runs one feature alone, without shell and server, and builds it again whenever a source changes:
 * `npm run standalone -w mf-plan`, with PORT to choose where.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join, resolve } from 'node:path';
import webpack from 'webpack';
import { standaloneConfig } from './webpack-preset.ts';

const folder = process.cwd();
const name = basename(folder);
const output = resolve(import.meta.dirname, '../../../.stepwise/standalone', name);
const PAGE = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/main.css"><script defer src="/main.js"></script></head><body></body></html>`;
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

webpack(standaloneConfig({ folder, name, version: 'standalone', output }))?.watch({}, (error, stats) => {
  const faults = error ? error.message : stats?.toString({ all: false, errors: true });
  process.stdout.write(faults || `${name} is built.\n`);
});

const server = createServer(async (request, response) => {
  const file = basename(new URL(request.url ?? '/', 'http://localhost').pathname);
  const type = TYPES[extname(file)];
  const content = type && (await readFile(join(output, file)).catch(() => undefined));
  response.writeHead(type && !content ? 404 : 200, { 'content-type': type ?? 'text/html' });
  response.end(type ? content : PAGE);
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  process.stdout.write(`${name} is at http://localhost:${(server.address() as AddressInfo).port}\n`);
});
