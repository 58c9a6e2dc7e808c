import type { KeyObject } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import type { EntityManager } from '../../../platform/database/orm.ts';
import { html } from '../../../platform/html/html.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/modules/durations.ts';
import { AuditHead, AuditHeadMailing } from '../../core/audit/audit.entities.ts';
import { headLine, readHeads, signAuditHead } from './audit-head.ts';

/** Characters at the end of a file of heads that have its last line whole. */
const LINES_END_WITHIN = 1_000;
/** Another replica has signed for this hour, give or take what timers are late by. */
const SIGNED_LATELY_MS = HOUR_MS - MINUTE_MS;
/** The same for the day's mail. */
const MAILED_LATELY_MS = DAY_MS - MINUTE_MS;

interface HeadPublishing {
  em: () => EntityManager;
  now: () => Date;
  key: KeyObject;
  /** Heads are appended to it where it is set. */
  file: string | undefined;
  /** Addresses that get the heads once a day. */
  witnesses: readonly string[];
  mailer: Mailer;
  productName: string;
}

/** Signs the head of the log, appends what the file lacks, and mails the witnesses what is new once a day. */
export async function publishAuditHeads(publishing: HeadPublishing): Promise<void> {
  const { em, now, key, file, witnesses } = publishing;
  await em().transactional(async (tx) => {
    // One replica at a time; the next one finds it done.
    await tx.execute('select pg_advisory_xact_lock(724004)');
    const [newest] = await tx.find(AuditHead, {}, { orderBy: { id: 'desc' }, limit: 1 });
    if (isOver(newest?.signedAt, SIGNED_LATELY_MS, now())) await signAuditHead(tx, key, now());
  });
  if (file) await appendMissing(file, em());
  if (witnesses.length > 0) await mailNew(publishing);
}

const isOver = (last: Date | undefined, ms: number, now: Date): boolean =>
  !last || now.getTime() - last.getTime() >= ms;

/** They are appended in their order: once the file's last one is found, what was signed after it is missing. */
async function appendMissing(file: string, em: EntityManager): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const [last] = readHeads(text.slice(-LINES_END_WITHIN)).slice(-1);
  const found = last && (await em.findOne(AuditHead, { signature: last.signature }));
  const heads = await em.find(AuditHead, found ? { id: { $gt: found.id } } : {}, { orderBy: { id: 'asc' } });
  // A database that was restored may lack the file's last one, and have those before it.
  const known = new Set((found ? [] : readHeads(text)).map(({ signature }) => signature));
  await appendFile(
    file,
    heads
      .filter(({ signature }) => !known.has(signature))
      .map(headLine)
      .join(''),
  );
}

/** A mail that fails is tried again with the next head, with all that was signed since the last one that went out. */
async function mailNew({ em, now, witnesses, mailer, productName }: HeadPublishing): Promise<void> {
  await em().transactional(async (tx) => {
    await tx.execute('select pg_advisory_xact_lock(724004)');
    const [last] = await tx.find(AuditHeadMailing, {}, { orderBy: { mailedAt: 'desc' }, limit: 1 });
    if (!isOver(last?.mailedAt, MAILED_LATELY_MS, now())) return;
    const heads = await tx.find(AuditHead, last ? { signedAt: { $gt: last.mailedAt } } : {}, {
      orderBy: { id: 'asc' },
    });
    if (heads.length === 0) return;
    const lines = heads.map(headLine).join('');
    const words = `Please keep this message. With a download of the audit log it shows whether events were removed or rewritten since.`;
    for (const to of witnesses)
      await mailer.send({
        to,
        subject: `${productName}: heads of the audit log`,
        text: `${words}\n\n${lines}`,
        body: html`<p>${words}</p><pre>${lines}</pre>`,
      });
    tx.create(AuditHeadMailing, { mailedAt: now() });
  });
}
