import type Router from '@koa/router';

/** What search engines do not read: everything that is about one person, the team's pages and the calls. */
const ROBOTS = ['User-agent: *', 'Disallow: /account', 'Disallow: /admin', 'Disallow: /api/', ''].join('\n');

const SECURITY_TEXT_DAYS = 180;
const DAY_MS = 86_400_000;

interface SecurityContact {
  /** Where the content says that the research team reads its mail. */
  email: string;
  /** The address that participants use; null where the settings name none. */
  publicUrl: string | undefined;
  now: () => Date;
}

/** `robots.txt`, and `security.txt` (RFC 9116), which says where to report a fault in the product's security. */
export function robotsAndSecurityRoutes(router: Router, { email, publicUrl, now }: SecurityContact): void {
  const answer = (path: string, text: () => string) =>
    router.get(path, (ctx) => {
      ctx.set('cache-control', 'public, max-age=86400');
      ctx.type = 'text/plain';
      ctx.body = text();
    });
  answer('/robots.txt', () => ROBOTS);
  answer('/.well-known/security.txt', () => {
    const expires = new Date(now().getTime() + SECURITY_TEXT_DAYS * DAY_MS);
    const lines = [
      `Contact: mailto:${email}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      ...(publicUrl ? [`Canonical: ${new URL('/.well-known/security.txt', publicUrl)}`] : []),
    ];
    return `${lines.join('\n')}\n`;
  });
}
