import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rehearsal } from '../context.ts';
import type { Stack } from '../stack/stack.ts';
import type { Member } from '../staff/staff-browser.ts';

const DAY_MS = 86_400_000;
/** How late timers may be. */
const LATE_MS = 60_000;
/** The day's mail goes out once timers run. */
const MAX_DELAY_MS = 2 * DAY_MS;
const ADDRESS = 'witness@ethics.example';

const headsIn = (text: string): number => text.match(/audit-head\s+\d+\s/g)?.length ?? 0;

type Message = ReturnType<Stack['takeMail']>[number];

/** Whom the signed heads of the audit log are mailed to, and the file that the server appends them to. */
export function createWitness(work: string) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const file = join(work, 'audit-heads');
  const mails: { at: number; text: string }[] = [];
  return {
    settings: {
      AUDIT_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      AUDIT_HEADS_FILE: file,
      AUDIT_WITNESSES: ADDRESS,
    },
    file,
    mails,
    /** Keeps the messages that are the witness's; gives the others. */
    keep(received: readonly Message[]): Message[] {
      return received.filter(({ to, date, text = '' }) => {
        const isTheirs = to?.[0]?.address === ADDRESS;
        if (isTheirs && date) mails.push({ at: Date.parse(date), text });
        return !isTheirs;
      });
    },
  };
}
export type Witness = ReturnType<typeof createWitness>;

/** The log of the database agrees with the file's heads, and the one that a manager downloads with the mails'. */
export async function compareWitness(rehearsal: Rehearsal, manager: Member): Promise<void> {
  const { witness, stack, watch } = rehearsal;
  const { mails, file } = witness;
  for (const [index, { at, text }] of mails.entries()) {
    const since = at - (mails[index - 1]?.at ?? at - DAY_MS);
    const isDaily = since >= DAY_MS - LATE_MS && since <= MAX_DELAY_MS;
    watch.compare(
      'mail to the witness',
      new Date(at).toISOString(),
      [isDaily, headsIn(text) > 0],
      [true, true],
    );
  }
  const isLate = stack.now() - (mails.at(-1)?.at ?? 0) > MAX_DELAY_MS;
  watch.compare('mail to the witness', 'the last one is late', isLate, false);
  const mailed = join(stack.workplace.work, 'mailed-heads');
  writeFileSync(mailed, mails.map(({ text }) => text).join('\n'));
  const csv = join(stack.workplace.work, 'audit-log.csv');
  writeFileSync(csv, await (await manager.submit('/admin/audit', '/admin/audit/export', {})).text());
  await verify(rehearsal, file, []);
  await verify(rehearsal, mailed, ['--csv', csv]);
}

async function verify({ stack, watch }: Rehearsal, heads: string, log: string[]): Promise<void> {
  const signed = headsIn(readFileSync(heads, 'utf8'));
  const script = ['api/src/cli/verify-audit.ts', ...log, '--heads', heads];
  const { code, text } = await stack.server().script(script, stack.now());
  // With those that the database holds, where it is the database.
  const agreeing = Number(/It agrees with (\d+) signed heads/.exec(text)?.[1]);
  const isWhole = code === 0 && signed > 0 && agreeing >= signed;
  watch.compare('verification', `audit:verify of ${signed} heads says: ${text.slice(0, 300)}`, isWhole, true);
  watch.count('signed heads of the audit log compared', signed);
}
