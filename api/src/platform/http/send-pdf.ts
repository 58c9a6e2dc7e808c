import type { Context } from 'koa';

/** Hands over a PDF to be saved. */
export function sendPdf(ctx: Context, fileName: string, pdf: Buffer): void {
  ctx.attachment(fileName);
  ctx.type = 'application/pdf';
  ctx.body = pdf;
}
