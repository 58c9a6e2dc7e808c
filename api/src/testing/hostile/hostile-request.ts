// In one file: the ways of spoiling a request, a list whose members build on one another.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { allCalls, type CallName } from '@stepwise/shared-contracts/calls/all-calls';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import * as fc from 'fast-check';
import { teamPages } from '../../staff-site/staff-site.ts';
import type { ActorName } from './actors.ts';

/** One request as it is sent, except for the cookies and the CSRF token of the actor's session. */
export interface HostileRequest {
  actor: ActorName;
  method: string;
  path: string;
  token: 'own' | 'none' | 'wrong';
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** The connection ends in the middle of the body. */
  isCutOff: boolean;
}

export interface HostileTargets {
  /** Valid bodies of each actor's own participant, and of one whom no actor may reach. */
  bodies: Record<ActorName, Bodies>;
  bystander: { id: string; bodies: Bodies };
  /** Ids that staff pages are opened with. */
  ids: readonly string[];
}
type Bodies = Record<CallName, unknown>;

/** Stands in a form for the CSRF token, which is known when the form is sent. */
export const TOKEN_IN_FORM = 'token-of-the-session';
/** The largest body of a call is 64 KiB. */
const LIMIT = 64 * 1024;

const calls = Object.entries(allCalls) as [CallName, Call][];
const staffPages: { method: string; path: string }[] = [];
teamPages({
  get: (path) => staffPages.push({ method: 'GET', path }),
  post: (path) => staffPages.push({ method: 'POST', path }),
});
const OTHER_PAGES = [
  ...['/', '/plan', '/livez', '/readyz', '/metrics', '/api/openapi.json', '/api/docs', '/admin'],
  ...['/api/releases/mf-plan'],
  ...[
    '/documents/consent-form.pdf',
    '/documents/my-consent.pdf',
    '/account/access',
    '/account/demonstration-mail',
  ],
  ...['/account/reset-password', '/account/reset-password/x', '/account/stop-reminder/x', '/admin/log-in'],
  ...[
    '/admin/log-in/code',
    '/admin/log-in/passkey',
    '/admin/log-in/passkey/answer',
    '/features/mf-plan/1/x.js',
    '/shell/1/main.js',
    '/api/',
    '/%',
    '/%00',
    '/..%2f..%2fetc',
  ],
];
const FORM_FIELDS = [
  ...[
    'email',
    'password',
    'oldPassword',
    'newPassword',
    'code',
    'credential',
    'passkeyName',
    'passkeyPassword',
    'reason',
    'note',
    'text',
    'role',
    'name',
    'link',
  ],
  ...[
    'search',
    'type',
    'actor',
    'about',
    'from',
    'to',
    'stage',
    'order',
    'newestAt',
    'id',
    'page',
    'confirmation',
  ],
  ...['identifiedBy', 'concern', 'action', 'address', 'feature'],
];

/** By number, since fast-check's own `binary` first makes a map of all code points. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));
const anyText = fc.string({ unit: codePoint, maxLength: 300 });
const oddText = fc.oneof(
  anyText,
  fc.constantFrom(
    ...[
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      '\u202e',
      '__proto__',
      "'; drop table participant; --",
      '%s%n',
      '{{7*7}}',
    ],
    ...[
      '<script>1</script>',
      '../../etc/passwd',
      '2026-02-30',
      '31/02/2026',
      '9999-12-31T23:59:59Z',
      '1e999',
    ],
    ...['-1', 'NaN', 'İ'.repeat(150), '👩‍👩‍👧'.repeat(40), 'manager', 'delete', '2026-03-10', '1'],
  ),
);
const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(null, true, -0, -1, 1.5, 2 ** 31, 2 ** 53, 1e300, [], {}, [[]]),
);

/** A valid body with some of its fields, or of the fields of its objects, exchanged. */
function nearlyValid(body: unknown, foreign: unknown): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return oddValue;
  const fields = Object.entries(body).map(([key, value]) => {
    const other = (foreign as Record<string, unknown>)[key];
    const nested =
      typeof value === 'object' && value !== null ? nearlyValid(value, other) : fc.constant(other);
    return [
      key,
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(value) },
        { weight: 2, arbitrary: nested },
        { weight: 2, arbitrary: oddValue },
      ),
    ] as const;
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map((nearly) => ({ ...nearly }));
}

const nested = fc
  .tuple(fc.integer({ min: 1, max: LIMIT / 2 }), fc.boolean())
  .map(([depth, isArray]) =>
    isArray ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth / 3)}1${'}'.repeat(depth / 3)}`,
  );

const bodyOf = (valid: unknown, foreign: unknown): fc.Arbitrary<string> => {
  const text = JSON.stringify(valid) ?? '';
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(text) },
    { weight: 12, arbitrary: nearlyValid(valid, foreign).map((body) => JSON.stringify(body)) },
    { weight: 3, arbitrary: oddValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: nested },
    { weight: 1, arbitrary: nested.map((deep) => `${text.slice(0, -1)},"more":${deep}}`) },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: LIMIT - 400, max: LIMIT + 400 })
        .map((size) => `${text.slice(0, -1)},"more":"${'x'.repeat(size - text.length)}"}`),
    },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: text.length }).map((end) => text.slice(0, end)) },
    { weight: 1, arbitrary: anyText },
  );
};

type Encoded = Pick<HostileRequest, 'headers'> & { body: Buffer };
const compressed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
const oddEncodings: ((text: string) => Encoded)[] = [
  ...Object.entries(compressed).flatMap(([encoding, compress]) => {
    const headers = { 'content-encoding': encoding };
    return [
      (text: string) => ({ headers, body: compress(text) }),
      (text: string) => ({ headers, body: compress(text).subarray(0, -5) }),
      (text: string) => ({ headers, body: Buffer.from(text) }),
    ];
  }),
  (text) => ({
    headers: { 'content-type': 'application/json; charset=utf-16' },
    body: Buffer.from(text, 'utf16le'),
  }),
  (text) => ({ headers: { 'content-type': 'application/json; charset=none' }, body: Buffer.from(text) }),
  (text) => ({ headers: {}, body: Buffer.from(text, 'latin1') }),
  (text) => ({ headers: { 'transfer-encoding': 'chunked' }, body: Buffer.from(text) }),
];

/** The text as UTF-8, or now and then in another character set, compressed, or not what its header says. */
const encoded = (text: string): fc.Arbitrary<Encoded> => {
  const plain = { headers: {}, body: Buffer.from(text) };
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(plain) },
    { weight: 1, arbitrary: fc.constantFrom(...oddEncodings).map((encode) => encode(text)) },
  );
};

const oddHeaders = ({ bystander, ids }: HostileTargets): fc.Arbitrary<Record<string, string>> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant({}) },
    {
      weight: 6,
      arbitrary: fc.constantFrom<Record<string, string>>(
        { 'x-participant': bystander.id },
        { 'x-participant': (ids[0] ?? '').toUpperCase() },
        { 'idempotency-key': 'the-same-key-again' },
        { 'idempotency-key': 'x' },
        { 'x-time-zone': 'Etc/GMT+12' },
        { 'x-time-zone': '+23:59' },
        { 'x-time-zone': 'x'.repeat(4_000) },
        { 'content-type': 'text/plain' },
        { 'content-type': 'multipart/form-data; boundary=x' },
        { 'content-type': 'nonsense' },
        { cookie: 'stepwise.session=x; stepwise.session.sig=y; csrftoken=%' },
        { cookie: ';;=;%00=%ff' },
        { accept: 'text/html' },
        { 'accept-encoding': 'br;q=0, *;q=0' },
        { 'accept-language': '*;q=x' },
        { range: 'bytes=5-1' },
        { 'if-none-match': '*' },
        { 'x-forwarded-for': 'none, ::1%eth0, 1.2.3.4.5' },
        { 'x-forwarded-for': '2001:db8::1' },
        { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'elsewhere.example' },
        { host: 'elsewhere.example:99999' },
        { host: '[' },
        { authorization: 'Bearer x' },
        { 'x-http-method-override': 'DELETE' },
        { 'x-request-id': '\u00ff'.repeat(200) },
      ),
    },
  );

const oddPath = (path: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(path) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...[
          path.slice(0, -1),
          `${path}/`,
          `/${path}`,
          path.toUpperCase(),
          `${path}%00`,
          `${path}%ff`,
          `${path};x`,
        ],
        ...[
          `${path}?a[b]=1&a=2&__proto__=3`,
          `${path}?${'x'.repeat(3_000)}`,
          `${path}x/../`,
          `${path}%2e%2e/`,
        ],
      ),
    },
  );

const method = (usual: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS') },
  );

const token = fc.oneof(
  { weight: 20, arbitrary: fc.constant<HostileRequest['token']>('own') },
  { weight: 1, arbitrary: fc.constantFrom<HostileRequest['token'][]>('none', 'wrong') },
);
const isCutOff = fc.integer({ min: 0, max: 99 }).map((number) => number === 99);

const oddId = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...ids), fc.integer({ min: 0, max: 11 }), oddText).map(([id, kind, text]) => {
    if (kind === 0) return id.toUpperCase();
    if (kind === 1) return encodeURIComponent(`{${id}}`);
    if (kind === 2) return encodeURIComponent(text.toWellFormed());
    return id;
  });

const formOf = (ids: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...FORM_FIELDS), fc.oneof(oddText, fc.constantFrom(...ids)), {
        maxKeys: 6,
      }),
      fc.constantFrom(
        '',
        '&a[b][c]=1',
        `&${'a=1&'.repeat(1_500)}`,
        `&a${'[b]'.repeat(1_000)}=1`,
        `&x=${'x'.repeat(17_000)}`,
      ),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([fields, more, number]) => {
      const well = Object.entries(fields).map(([name, value]) => [name, value.toWellFormed()]);
      return `${new URLSearchParams([['csrfToken', TOKEN_IN_FORM], ...well])}${number === 9 ? more : ''}`;
    });

/** Requests made from the calls' contracts and from the pages of the research team, of one actor each. */
export function hostileRequest(targets: HostileTargets): fc.Arbitrary<HostileRequest> {
  const { bodies, bystander, ids } = targets;
  const actor = fc.constantFrom(...(Object.keys(bodies) as ActorName[]));
  const toCall = fc.tuple(actor, fc.constantFrom(...calls)).chain(([name, [callName, call]]) => {
    const json = { 'content-type': 'application/json' };
    const given = bodies[name][callName];
    const text = call.body ? bodyOf(given, bystander.bodies[callName]) : fc.constantFrom('', '', '{}', '[');
    return fc.record({
      actor: fc.constant(name),
      method: method(call.method),
      path: oddPath(call.path),
      sent: call.method === 'POST' ? text.chain(encoded) : fc.constant(undefined),
      type: fc.constant(json),
    });
  });
  const toPage = fc.tuple(actor, fc.constantFrom(...staffPages)).chain(([name, page]) =>
    fc
      .tuple(oddId(ids), fc.constantFrom('delete', 'anonymise', 'x'))
      .map(([id, rest]) => page.path.replace(':id', id).replaceAll(/:\w+/g, rest))
      .chain((path) =>
        fc.record({
          actor: fc.constant(name),
          method: method(page.method),
          path: oddPath(path),
          sent: page.method === 'POST' ? formOf(ids).chain(encoded) : fc.constant(undefined),
          type: fc.constant({ 'content-type': 'application/x-www-form-urlencoded' }),
        }),
      ),
  );
  const toOther = fc.record({
    actor,
    method: fc.constantFrom('GET', 'GET', 'POST', 'HEAD'),
    path: fc.constantFrom(...OTHER_PAGES).chain(oddPath),
    sent: fc.constant(undefined),
    type: fc.constant({}),
  });
  return fc
    .tuple(
      fc.oneof(
        { weight: 14, arbitrary: toCall },
        { weight: 4, arbitrary: toPage },
        { weight: 2, arbitrary: toOther },
      ),
      oddHeaders(targets),
      token,
      isCutOff,
    )
    .map(([{ sent, type, ...request }, odd, ofToken, cut]) => ({
      ...request,
      token: ofToken,
      headers: { ...type, ...sent?.headers, ...odd },
      body: sent?.body.length ? sent.body : undefined,
      isCutOff: cut && sent !== undefined && sent.body.length > 1,
    }));
}
