/**
 * The document's policy. Scripts run by this answer's nonce, and so do those they load; 'self' is for browsers that do
 * not know 'strict-dynamic'. What they may load and write into the page is decided by the shell's Trusted Types policy,
 * the only one there may be.
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic' 'self'`,
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');
