import type { EntityManager } from '../database/orm.ts';
import { Html } from '../html/html.ts';
import type { Mailer } from './mailer.ts';

const SHOWN = 50;

interface KeptMail {
  recipient: string;
  subject: string;
  body: Html;
  keptAt: Date;
}

/** Keeps messages in the database instead of sending them: the embedded default has no mail server. */
export const createStoringMailer = (em: () => EntityManager, now: () => Date): Mailer => ({
  async send({ to, subject, body }) {
    await em().execute('insert into kept_message (recipient, subject, body, kept_at) values (?, ?, ?, ?)', [
      to,
      subject,
      body.markup,
      now(),
    ]);
  },
});

/** The newest messages that were kept, newest first. */
export async function findStoredMail(em: EntityManager): Promise<KeptMail[]> {
  const rows = await em.execute<{ recipient: string; subject: string; body: string; kept_at: string }[]>(
    'select recipient, subject, body, kept_at from kept_message order by id desc limit ?',
    [SHOWN],
  );
  return rows.map(({ recipient, subject, body, kept_at }) => ({
    recipient,
    subject,
    // Made by `html` when the message was composed.
    body: new Html(body),
    keptAt: new Date(kept_at),
  }));
}
