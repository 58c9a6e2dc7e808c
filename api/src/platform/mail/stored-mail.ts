import { TransactionContext } from '@mikro-orm/core';
import type { EntityManager } from '../database/orm.ts';
import { Html } from '../html/html.ts';
import type { Mailer } from './mailer.ts';
import { StoredMessage } from './stored-message.entity.ts';

const SHOWN = 50;

interface KeptMail {
  recipient: string;
  subject: string;
  body: Html;
  keptAt: Date;
}

/**
 * Keeps messages in the database instead of sending them: the embedded default has no mail server. Within a transaction a
 * message is kept by its connection, and with it.
 */
export const createStoringMailer = (em: () => EntityManager, now: () => Date): Mailer => ({
  async send({ to, subject, body }) {
    const open = TransactionContext.getEntityManager() as EntityManager | undefined;
    await (open ?? em()).insert(StoredMessage, { recipient: to, subject, body: body.markup, keptAt: now() });
  },
});

/** The newest stored messages, newest first. */
export async function findStoredMail(em: EntityManager): Promise<KeptMail[]> {
  const messages = await em.find(StoredMessage, {}, { orderBy: { id: 'desc' }, limit: SHOWN });
  // Made by `html` when the message was composed.
  return messages.map((message) => ({ ...message, body: new Html(message.body) }));
}
