import type { Context } from 'koa';

/** Whether a path is a page's. Calls of the API and files are not. */
export const isPage = (path: string): boolean => !path.startsWith('/api/') && !/\.[a-z0-9]+$/i.test(path);

/** Whether a browser navigates to an address: even if it looks like a file's, the shell redirects an unknown one to the home page. */
export const asksForPage = (ctx: Context): boolean =>
  isPage(ctx.path) || (!ctx.path.startsWith('/api/') && ctx.get('accept').includes('text/html'));
