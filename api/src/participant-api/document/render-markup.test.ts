import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import type { LiveFeature } from '@stepwise/shared-contracts/federation/boot-data';
import { SERVER_FILE } from '@stepwise/shared-contracts/federation/names';
import { REGISTRY_SCHEMA, type Release, SHELL } from '@stepwise/shared-contracts/federation/registry';
import { pino } from 'pino';
import { buildRelease } from '../../testing/releases.ts';
import { markupRenderer, type Page, type RenderOutcome } from './render-markup.ts';
import { rendererClient } from './renderer-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'release-'));
writeFileSync(join(folder, SERVER_FILE), 'the server build');

/** A renderer that answers as the test says. */
interface Answer {
  status: number;
  body: object;
}
let asked: { path: string; body: string }[] = [];
let respond: (number: number) => Answer | 'never';
/** Sends what was held back. */
let held: ((answer: Answer) => void)[] = [];
const server = createServer(async (request, response) => {
  asked.push({ path: request.url ?? '', body: await text(request) });
  const answer = request.method === 'PUT' ? { status: 200, body: {} } : respond(asked.length);
  const send = ({ status, body }: Answer) => void response.writeHead(status).end(JSON.stringify(body));
  if (answer === 'never') held.push(send);
  else send(answer);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

let now: Date;
let faults: { package: string; version: string }[];
let outcomes: RenderOutcome[];
const open = (isThere = true) =>
  markupRenderer({
    renderer: isThere
      ? rendererClient(
          async () => [url],
          async () => folder,
        )
      : null,
    now: () => now,
    log: pino({ level: 'silent' }),
    onFault: (release) => faults.push(release),
    onOutcome: (outcome) => outcomes.push(outcome),
  });

const withServerBuild = (name: string): Release => {
  const { release } = buildRelease(name, '1.0.0');
  release.extras.assets.push({ path: SERVER_FILE, integrity: `sha384-${name}`, bytes: 1 });
  return { ...release, deployment: { traffic: 100, default: true, attested: true } };
};
const page = (changes: Partial<Page> = {}): Page => ({
  registry: { schema: REGISTRY_SCHEMA, revision: 7, microFrontends: {} },
  shell: withServerBuild(SHELL),
  feature: withServerBuild('mf-survey'),
  address: '/',
  features: [],
  person: undefined,
  boot: '{}',
  isForEverybody: true,
  ...changes,
});
const THEIRS = { person: 'ada', isForEverybody: false };
const markup = (words: string) => ({ status: 200, body: { markup: words } });

beforeEach(() => {
  asked = [];
  held = [];
  faults = [];
  outcomes = [];
  now = new Date('2026-03-10T00:00:00Z');
  respond = () => markup('<p>words</p>');
});

test('a page without a feature that throws is a fault of the shell', async () => {
  respond = () => ({ status: 500, body: {} });
  expect(await open()(page({ feature: undefined }))).toBeNull();
  expect(faults).toEqual([{ package: SHELL, version: '1.0.0' }]);
});

test('the renderer is told which attested releases are live, and nothing without a shell', async () => {
  const folderOf = async () => folder;
  const { announce } = rendererClient(async () => [url], folderOf);
  const unattested = { traffic: 100, default: true, attested: false };
  const features = {
    'mf-plan': [{ ...withServerBuild('mf-plan'), deployment: unattested }],
    'mf-survey': [withServerBuild('mf-survey')],
  };
  const registry = { schema: REGISTRY_SCHEMA, revision: 7 } as const;
  await announce({ ...registry, microFrontends: features });
  expect(asked).toEqual([]);
  const microFrontends = { ...features, [SHELL]: [withServerBuild(SHELL)] };
  await announce({ ...registry, microFrontends });
  expect(asked.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['/live/', { revision: 7, shell: 'sha384-shell', features: { 'mf-survey': 'sha384-mf-survey' } }],
  ]);
  const away = rendererClient(() => Promise.reject(new Error('no address')), folderOf);
  expect(await away.announce({ ...registry, microFrontends })).toBe(undefined);
});

test('the server’s markup brings the server builds that the renderer lacks', async () => {
  respond = (number) =>
    number === 1 ? { status: 409, body: { missing: ['sha384-mf-survey'] } } : markup('<p>words</p>');
  expect(await open()(page())).toBe('<p>words</p>');
  expect(asked.map(({ path }) => path)).toEqual(['/pages/', '/scripts/?sha384-mf-survey', '/pages/']);
  expect(asked[1]?.body).toBe('the server build');
  expect(JSON.parse(asked[2]?.body ?? '')).toMatchObject({
    shell: 'sha384-shell',
    features: { 'mf-survey': 'sha384-mf-survey' },
  });
});

test('the server’s markup keeps what is for everybody by releases and address, and nothing else', async () => {
  respond = (number) => markup(`<p>${number}</p>`);
  const render = open();
  const both = await Promise.all([render(page()), render(page())]);
  expect([...both, await render(page())]).toEqual(['<p>1</p>', '<p>1</p>', '<p>1</p>']);
  expect(await render(page({ address: '/?page=1' }))).toBe('<p>2</p>');
  expect(await render(page(THEIRS))).toBe('<p>3</p>');
  expect(await render(page(THEIRS))).toBe('<p>4</p>');
  expect(await render(page())).toBe('<p>1</p>');
  expect(outcomes).toEqual(['rendered', 'rendered', 'rendered', 'rendered']);
  const features = [{ version: '2.0.0' } as LiveFeature];
  expect(await render(page({ features }))).toBe('<p>5</p>');
  expect(await render(page())).toBe('<p>1</p>');
});

test('a participant’s page is of the moment and the zone that its answers are of, a visitor’s of now', async () => {
  const madeFor = { now: '2026-03-09T23:59:00.000Z', timeZone: 'Asia/Tokyo' };
  await open()(page({ ...THEIRS, madeFor }));
  await open()(page());
  const [theirs, visitors] = asked.map(({ body }) => JSON.parse(body));
  expect(JSON.parse(theirs.input)).toEqual({ address: '/', now: madeFor.now, boot: {} });
  expect(theirs).toMatchObject({ timeZone: 'Asia/Tokyo', person: 'ada' });
  expect(JSON.parse(visitors.input)).toEqual({ address: '/', now: now.toISOString(), boot: {} });
});

test('the pages of one person come from the same of several renderers, and those of many from each', async () => {
  const { render } = rendererClient(
    async () => [`${url}/one`, `${url}/two`],
    async () => folder,
  );
  const placeOf = async (person: string) => {
    await render({ ...page(), person, input: '{}', timeZone: undefined }, AbortSignal.timeout(5_000));
    return asked.at(-1)?.path;
  };
  const people = Array.from({ length: 12 }, (_, number) => `person ${number}`);
  const places: (string | undefined)[] = [];
  for (const person of people) places.push(await placeOf(person));
  expect(new Set(places)).toEqual(new Set(['/one/pages/', '/two/pages/']));
  for (const [index, person] of people.entries()) expect(await placeOf(person)).toBe(places[index]);
});

test('a page that fails comes without markup, and is tried again after a minute', async () => {
  respond = () => ({ status: 500, body: {} });
  const render = open();
  expect(await render(page())).toBeNull();
  expect(faults).toEqual([{ package: 'mf-survey', version: '1.0.0' }]);
  expect(outcomes).toEqual(['threw']);
  respond = () => markup('<p>words</p>');
  expect(await render(page())).toBeNull();
  expect(await render(page({ address: '/about', feature: undefined }))).toBe('<p>words</p>');
  now = new Date('2026-03-10T00:01:01Z');
  expect(await render(page())).toBe('<p>words</p>');
});

test('a participant’s page that fails leaves other participants their markup', async () => {
  respond = () => ({ status: 500, body: {} });
  const render = open();
  expect(await render(page(THEIRS))).toBeNull();
  respond = () => markup('<p>words</p>');
  expect(await render(page({ ...THEIRS, person: 'ben' }))).toBe('<p>words</p>');
  expect(await render(page(THEIRS))).toBeNull();
});

test('a renderer that has no process free is asked again for the next page', async () => {
  respond = () => ({ status: 503, body: {} });
  const render = open();
  expect(await render(page(THEIRS))).toBeNull();
  respond = () => markup('<p>words</p>');
  expect(await render(page(THEIRS))).toBe('<p>words</p>');
  expect(JSON.parse(asked[1]?.body ?? '')).toMatchObject({ person: 'ada', revision: 7 });
  expect(outcomes).toEqual(['busy', 'rendered']);
});

test('a participant’s page comes from attested live releases only, and a visitor’s own answers from none', async () => {
  const canary = {
    ...withServerBuild('mf-survey'),
    deployment: { traffic: 10, default: false, attested: true },
  };
  const unattested = { ...withServerBuild(SHELL), deployment: { traffic: 90, default: true } };
  const render = open();
  expect(await render(page({ ...THEIRS, feature: canary }))).toBeNull();
  expect(await render(page({ ...THEIRS, shell: unattested }))).toBeNull();
  expect(await render(page({ isForEverybody: false }))).toBeNull();
  expect(asked).toEqual([]);
  expect(await render(page({ feature: canary }))).toBe('<p>words</p>');
});

test('a document does not wait for markup that is late, and a later one has it', async () => {
  const render = open();
  respond = () => 'never';
  expect(await render(page())).toBeNull();
  held.shift()?.(markup('<p>late</p>'));
  expect(await render(page())).toBe('<p>late</p>');
  expect(outcomes).toEqual(['late']);
  expect(asked).toHaveLength(1);
});

test('a renderer that hangs or is away is counted', async () => {
  const render = open();
  respond = () => ({ status: 504, body: {} });
  expect(await render(page(THEIRS))).toBeNull();
  respond = () => {
    server.closeAllConnections();
    return 'never';
  };
  expect(await render(page({ ...THEIRS, person: 'ben' }))).toBeNull();
  expect(outcomes).toEqual(['failed', 'failed']);
});

test('visitors’ pages that are not answered leave participants their markup', async () => {
  respond = () => (asked.at(-1)?.body.includes('/plan') ? markup('<p>theirs</p>') : 'never');
  const render = open();
  const waiting = Array.from({ length: 16 }, (_, number) => render(page({ address: `/?page=${number}` })));
  const theirs = page({ ...THEIRS, address: '/plan' });
  expect(await render(theirs)).toBe('<p>theirs</p>');
  expect((await Promise.all(waiting)).filter(Boolean)).toEqual([]);
});

test('the server’s markup asks no renderer where there is none, or the release has no server build', async () => {
  expect(await open(false)(page())).toBeNull();
  expect(await open()(page({ shell: buildRelease(SHELL, '1.0.0').release }))).toBeNull();
  expect(await open()(page({ feature: buildRelease('mf-survey', '1.0.0').release }))).toBeNull();
  expect(asked).toEqual([]);
});
