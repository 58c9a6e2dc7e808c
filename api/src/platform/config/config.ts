import { createPrivateKey, type KeyObject } from 'node:crypto';
import { isAbsolute, resolve } from 'node:path';
import * as z from 'zod';
import { readSettingFiles } from './read-setting-files.ts';
import { StartError } from './start-error.ts';

const checkout = resolve(import.meta.dirname, '../../../..');
const MINUTE_MS = 60_000;

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const folder = z
  .string()
  .min(1)
  .transform((path) => (isAbsolute(path) ? path : resolve(checkout, path)));

const ed25519Key = z.string().transform((pem, context): KeyObject => {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below, without what the setting holds.
  }
  context.addIssue('must be a private Ed25519 key as PEM');
  return z.NEVER;
});

const releaseTokensSchema = z
  .string()
  .regex(
    /^(?:\s*(?:[a-z][a-z0-9-]*|\*) [0-9a-f]{64}(?: [\w-]{59})?(?=\s|$))*\s*$/,
    'must be lines such as `npm run release:token` gives',
  )
  .transform((text): ReleaseToken[] =>
    [...text.matchAll(/([a-z]\S*|\*) ([0-9a-f]{64})(?: ([\w-]{59}))?(?=\s|$)/g)].map(
      ([, name = '', hash = '', key]) => ({ package: name, hash, ...(key && { key }) }),
    ),
  );

/** The tokens of the setting's text, or null where it cannot be used. */
export const parseReleaseTokens = (text: string): ReleaseToken[] | null =>
  releaseTokensSchema.safeParse(text).data ?? null;

const environmentSchema = z.object({
  /** Where the server listens. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  /** Where the embedded database and its secrets lie. */
  DATA_DIR: folder.default(resolve(checkout, '.stepwise/data')),
  /** A PostgreSQL of one's own instead of the embedded one. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional(),
  /** The same database as the role that owns its tables, which brings them up to date at the start and does nothing else. */
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgresql://')
    .optional(),
  CONTENT_DIR: folder.default(resolve(checkout, 'api/content')),
  /** Where the gateway finds the page that it shows while no replica answers. None is written without it. */
  GATEWAY_PAGES: folder.optional(),
  /** Where `npm run build` puts releases, which go live at the start. */
  STEPWISE_BUILD: folder.default(resolve(checkout, '.stepwise/build')),
  /** Where a version before decision 32 kept its releases. Brought once into a database that has none. */
  STEPWISE_RELEASES: folder.default(resolve(checkout, '.stepwise/releases')),
  /**
   * Signs session cookies. Shared by all replicas; without it the data folder keeps one made at the first start. Earlier
   * ones follow on lines of their own: what they have signed is accepted.
   */
  SESSION_SECRET: z
    .string()
    .transform((text) => text.split(/\s*\n\s*/))
    .pipe(z.array(z.string().min(32)))
    .optional(),
  /** Where the lists of permuted blocks come from, known to the trial's statistician only. Stored likewise without it. */
  ALLOCATION_SEED: z.string().min(32).optional(),
  /** Signs heads of the audit log. None are signed without it. */
  AUDIT_SIGNING_KEY: ed25519Key.optional(),
  /** The file that signed heads are appended to, best on another machine's disk. */
  AUDIT_HEADS_FILE: folder.optional(),
  /** Who gets the day's signed heads by mail, with commas between. */
  AUDIT_WITNESSES: z
    .string()
    .transform((text) => text.split(',').map((address) => address.trim()))
    .pipe(z.array(z.email('must be email addresses with commas between')))
    .optional(),
  /** The file that the ids of erased participants are appended to, outside of what is backed up. */
  ERASED_IDS_FILE: folder.optional(),
  ALLOCATION: z.enum(['automatic', 'manual']).default('automatic'),
  /** Cookies travel over https only. True behind TLS. */
  SECURE_COOKIES: flag.default(false),
  /** Number of reverse proxies in front whose X-Forwarded-* headers are believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  SESSION_IDLE_MINUTES: z.coerce.number().positive().default(120),
  SESSION_HOURS: z.coerce.number().positive().default(12),
  /** The same for the research team, acting included. */
  STAFF_IDLE_MINUTES: z.coerce.number().positive().default(30),
  STAFF_SESSION_HOURS: z.coerce.number().positive().default(10),
  /** Whether the research team may do without a second factor. */
  STAFF_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  /** The mail server, `smtp://user:password@host:port`, and whom messages come from. Without it messages are stored. */
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().includes('@', { error: 'must be an e-mail address, or Name <address>' }).optional(),
  /** Where people reach the product, for the links in messages. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Where the renderer listens that makes markup of visitors' pages. Without it the embedded default starts its own. */
  RENDERER_URL: z
    .url({ protocol: /^http$/, error: 'must be a web address' })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Shows the page of the calls, `/api/docs`, also where a database is named. */
  API_DOCS: z.enum(['shown']).optional(),
  /** Developers may put a feature of their own machine into the shell, each in their own browser. For testing only. */
  FEATURE_OVERRIDES: z.enum(['allowed']).optional(),
  /** How long a server that was asked to stop goes on answering, /readyz apart, so that requests are sent elsewhere. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** A canary is rolled back after this number of failed sessions within the window of minutes below. */
  CANARY_FAULT_LIMIT: z.coerce.number().int().min(1).default(3),
  CANARY_FAULT_MINUTES: z.coerce.number().positive().default(60),
  /** Who may release over HTTP: a line a token: the package it opens (`*`: every one, the operator's), the token's SHA-256 and a public key of attestations. */
  RELEASE_TOKENS: releaseTokensSchema.default([]),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});

/** A team's token is valid for one package, the operator's (`*`) for all. Only the token's SHA-256 is stored. */
export interface ReleaseToken {
  package: string;
  /** Hexadecimal. */
  hash: string;
  /** The Ed25519 key, SPKI in base64url, of who attests browsers' checks. */
  key?: string;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  databaseOwnerUrl: string | undefined;
  contentDir: string;
  buildDir: string;
  releasesDir: string;
  gatewayPagesDir: string | undefined;
  /** The one that signs, and those that are accepted beside it. */
  sessionSecrets: readonly string[] | undefined;
  allocationSeed: string | undefined;
  allocation: 'automatic' | 'manual';
  /** Signs heads of the audit log; undefined where none are signed. */
  auditKey: KeyObject | undefined;
  auditHeadsFile: string | undefined;
  erasedIdsFile: string | undefined;
  auditWitnesses: readonly string[];
  secureCookies: boolean;
  trustedProxies: number;
  sessionIdleMs: number;
  sessionAbsoluteMs: number;
  staffIdleMs: number;
  staffAbsoluteMs: number;
  staffSecondFactor: 'optional' | 'required';
  /** A page does not wait longer for a database that is slow or away; no setting, but for tests. */
  documentAnswersMs: number;
  /** The mail server; undefined where messages are stored instead. */
  mail: { url: string; from: string } | undefined;
  /** Without a slash at the end; undefined for the address that the server listens at. */
  publicUrl: string | undefined;
  /** Without a slash at the end; undefined where none is named. */
  rendererUrl: string | undefined;
  drainMs: number;
  canaryFaultLimit: number;
  canaryWindowMs: number;
  releaseTokens: readonly ReleaseToken[];
  /** Where they are read again at each request, so that a new one needs no restart; undefined where they come from no file. */
  releaseTokensFile: string | undefined;
  /** Developers may put a feature of their own machine into the shell. Never where people use the product. */
  featureOverrides: boolean;
  /** Whether `/api/docs` describes the calls: on the embedded database, or by the setting. */
  showsApiDocs: boolean;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

/**
 * Reads the environment, the only place that does; each setting NAME may lie in the file that NAME_FILE names. Throws
 * StartError naming every damaged setting.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const names = Object.keys(environmentSchema.shape);
  const read = readSettingFiles(names, environment);
  const given = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.')} (${message})`);
    throw new StartError(`These settings cannot be used: ${faults.join(', ')}.`);
  }
  const settings = parsed.data;
  if (settings.SECURE_COOKIES && settings.TRUSTED_PROXIES === 0) {
    throw new StartError(
      'SECURE_COOKIES needs TRUSTED_PROXIES of 1 or more, because a proxy in front is what speaks https.',
    );
  }
  if (settings.DATABASE_OWNER_URL && !settings.DATABASE_URL)
    throw new StartError(
      'DATABASE_OWNER_URL needs DATABASE_URL beside it, the role that the product works as.',
    );
  if (settings.FEATURE_OVERRIDES && (settings.SECURE_COOKIES || settings.PUBLIC_URL?.startsWith('https:'))) {
    throw new StartError(
      'FEATURE_OVERRIDES is for testing only: with SECURE_COOKIES, or with PUBLIC_URL at https, people use the product.',
    );
  }
  if ((settings.AUDIT_HEADS_FILE || settings.AUDIT_WITNESSES) && !settings.AUDIT_SIGNING_KEY)
    throw new StartError('AUDIT_HEADS_FILE and AUDIT_WITNESSES need AUDIT_SIGNING_KEY beside them.');
  const { MAIL_URL: url, MAIL_FROM: from } = settings;
  if (Boolean(url) !== Boolean(from)) throw new StartError('MAIL_URL and MAIL_FROM need one another.');
  if (url && !settings.PUBLIC_URL)
    throw new StartError('MAIL_URL needs PUBLIC_URL beside it, for the links in messages.');
  return {
    port: settings.PORT,
    host: settings.HOST,
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    databaseOwnerUrl: settings.DATABASE_OWNER_URL,
    contentDir: settings.CONTENT_DIR,
    buildDir: settings.STEPWISE_BUILD,
    releasesDir: settings.STEPWISE_RELEASES,
    gatewayPagesDir: settings.GATEWAY_PAGES,
    sessionSecrets: settings.SESSION_SECRET,
    allocationSeed: settings.ALLOCATION_SEED,
    allocation: settings.ALLOCATION,
    auditKey: settings.AUDIT_SIGNING_KEY,
    auditHeadsFile: settings.AUDIT_HEADS_FILE,
    erasedIdsFile: settings.ERASED_IDS_FILE,
    auditWitnesses: settings.AUDIT_WITNESSES ?? [],
    secureCookies: settings.SECURE_COOKIES,
    trustedProxies: settings.TRUSTED_PROXIES,
    sessionIdleMs: settings.SESSION_IDLE_MINUTES * MINUTE_MS,
    sessionAbsoluteMs: settings.SESSION_HOURS * 60 * MINUTE_MS,
    staffIdleMs: settings.STAFF_IDLE_MINUTES * MINUTE_MS,
    staffAbsoluteMs: settings.STAFF_SESSION_HOURS * 60 * MINUTE_MS,
    staffSecondFactor: settings.STAFF_SECOND_FACTOR,
    documentAnswersMs: 1_000,
    mail: url && from ? { url, from } : undefined,
    publicUrl: settings.PUBLIC_URL,
    rendererUrl: settings.RENDERER_URL,
    drainMs: settings.DRAIN_SECONDS * 1000,
    canaryFaultLimit: settings.CANARY_FAULT_LIMIT,
    canaryWindowMs: settings.CANARY_FAULT_MINUTES * MINUTE_MS,
    releaseTokens: settings.RELEASE_TOKENS,
    releaseTokensFile: environment.RELEASE_TOKENS_FILE || undefined,
    featureOverrides: settings.FEATURE_OVERRIDES === 'allowed',
    showsApiDocs: !settings.DATABASE_URL || settings.API_DOCS === 'shown',
    logLevel: settings.LOG_LEVEL,
  };
}
