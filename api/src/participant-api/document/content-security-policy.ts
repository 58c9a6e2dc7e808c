import { createHash } from 'node:crypto';
import type { Registry, Release } from '@stepwise/shared-contracts/federation/registry';
import { oldBrowserScript } from './old-browser.ts';
import { watchdogScript } from './shell-watchdog.ts';

interface Policy {
  registry: Registry;
  shell: Release;
  /** The answer's, or null for the document that devices keep: a nonce that is used twice is none. */
  nonce: string | null;
  origins: readonly string[];
}

/**
 * The document's policies. Its scripts run by this answer's nonce, and so do those they load; 'self' is for browsers that
 * do not know 'strict-dynamic'. In the document that devices keep, inline scripts run by their hashes and others by
 * 'self'. What they may load and write into the page is decided by the shell's Trusted Types policy, the only one there
 * may be, unless the shell was built before there was one. `origins` are the development servers that this browser gets
 * features from.
 */
export function documentPolicies({ registry, shell, nonce, origins }: Policy): Record<string, string> {
  const isPinned = (name: string) =>
    registry.microFrontends[name]?.every(({ extras }) => extras.pinned) ?? false;
  const allPinned = Object.keys(registry.microFrontends).every(isPinned);
  return {
    'content-security-policy': contentSecurityPolicy({
      scripts: nonce ? `'nonce-${nonce}' 'strict-dynamic'` : INLINE_SCRIPTS,
      origins,
      // The page holds one shell, whatever its last good release was.
      trustedTypes: shell.extras.pinned ?? false,
    }),
    // A script without an integrity hash is not even requested. A feature that changes with each edit has none.
    ...(allPinned && origins.length === 0 && { 'integrity-policy': 'blocked-destinations=(script)' }),
  };
}

const INLINE_SCRIPTS = [oldBrowserScript, watchdogScript]
  .map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  .join(' ');

interface Sources {
  scripts: string;
  origins: readonly string[];
  trustedTypes: boolean;
}

const contentSecurityPolicy = ({ scripts, origins, trustedTypes }: Sources): string =>
  [
    "default-src 'none'",
    `script-src ${scripts} 'self'`,
    "worker-src 'self'",
    ['style-src', "'self'", ...origins].join(' '),
    ['img-src', "'self'", ...origins].join(' '),
    "font-src 'self'",
    // `ws:` is where such a server says that an edit was made.
    ['connect-src', "'self'", ...origins, ...origins.map((origin) => origin.replace('http', 'ws'))].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(trustedTypes ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
  ].join('; ');
