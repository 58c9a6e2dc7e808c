import type { Context } from 'koa';

/** After a form was taken: the browser asks for the next page, and loading that again sends nothing twice. */
export function seeOther(ctx: Context, path: string): void {
  ctx.status = 303;
  ctx.redirect(path);
}
