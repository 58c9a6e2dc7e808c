import type { Context } from 'koa';

/** Whether a proxy passed the request on, as every one in front of the product does for outside clients. */
export const isProxied = ({ headers }: Context): boolean =>
  'x-forwarded-for' in headers || 'forwarded' in headers;
