interface Policy {
  nonce: string;
  origins: readonly string[];
  trustedTypes: boolean;
}

/**
 * The document's policy. Scripts run by this answer's nonce, and so do those they load; 'self' is for browsers that do
 * not know 'strict-dynamic'. What they may load and write into the page is decided by the shell's Trusted Types policy,
 * the only one there may be, unless a shell that is live was built before there was one. `origins` are the development
 * servers that this browser gets features from.
 */
export const contentSecurityPolicy = ({ nonce, origins, trustedTypes }: Policy): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'`,
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
