import type { Context } from 'koa';
import { sendErasureNotice } from '../domain/people/account-notices/send-erasure-notice.ts';
import type { Services } from './services.ts';

/** Sends the notice of an erasure beside the answer, which does not wait for the mail server. */
export function notifyOfErasure(
  ctx: Context,
  { content, mailing }: Pick<Services, 'content' | 'mailing'>,
  address: string | null | undefined,
): void {
  if (!address) return;
  mailing
    .then((known) => known && sendErasureNotice(content, known, address))
    // The error may name the address.
    .catch(() => ctx.state.log.warn('a notice of an erasure was not sent'));
}
