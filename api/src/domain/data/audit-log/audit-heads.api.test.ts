import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { saveHomestep } from '@stepwise/shared-contracts/calls/user.calls';
import { verifyAuditCommand } from '../../../cli/verify-audit-command.ts';
import { StartError } from '../../../platform/config/start-error.ts';
import type { Message } from '../../../platform/mail/mailer.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { eraseValues, recordWithdrawal } from '../../../testing/record-withdrawal.ts';
import { prepareAuditEvent } from '../../core/audit/record-audit-event.ts';
import { isSigned, publicKeyOf, readHeads, signAuditHead } from './audit-head.ts';
import { publishAuditHeads } from './publish-audit-heads.ts';
import { verifyAuditLog } from './verify-audit-log.ts';
import { writeAuditCsv } from './write-audit-csv.ts';

const HOUR_MS = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'stepwise-heads-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string) => join(folder, name);

const { privateKey: key } = generateKeyPairSync('ed25519');
const { privateKey: otherKey } = generateKeyPairSync('ed25519');
const api = await createTestApi({ connections: 10, config: { auditKey: key } });
const unsigned = await createTestApi();
const empty = await createTestApi();
const mailed: Message[] = [];
const publishing = {
  ...{ em: () => api.orm.em.fork(), now: api.clock.now, key, productName: 'Stepwise' },
  file: fileOf('heads.txt'),
  witnesses: ['witness@example.org', 'ethics@example.org'],
  mailer: { send: async (message: Message) => void mailed.push(message) },
};
const heads = () =>
  api.query('select event_id, hash, signed_at, public_key, signature from audit_head order by id');
const lastEvent = async () =>
  (await api.query('select id, hash from audit_event order by id desc limit 1'))[0];

async function randomise(): Promise<void> {
  const visitor = await api.logIn({ stage: 'questionnaire', redcapLink: 'https://forms.example/s/1' });
  await visitor.send(saveHomestep, { homestep: 3 });
}

const environment = (databaseUrl?: string) => ({
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  DATA_DIR: fileOf('none'),
});

/** `npm run audit:verify` with a folder as its only world, and a database where it is given one. */
async function run(options: string[], databaseUrl?: string): Promise<{ code: number; said: string }> {
  try {
    const { printed, isWhole } = await verifyAuditCommand(options, environment(databaseUrl));
    return { code: Number(!isWhole), said: printed };
  } catch (error) {
    if (error instanceof StartError) return { code: 1, said: `${error.message}\n` };
    throw error;
  }
}

/** The same as a process. */
const start = (options: string[], databaseUrl?: string) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const path = join(import.meta.dirname, '../../../cli/verify-audit.ts');
    execFile(
      process.execPath,
      [path, ...options],
      { env: environment(databaseUrl) },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

async function downloadCsv(file: string, { orm } = api): Promise<void> {
  const chunks = [];
  for await (const chunk of writeAuditCsv(orm.em.fork(), api.content.product.timeZone)) chunks.push(chunk);
  writeFileSync(file, Buffer.concat(chunks));
}

beforeEach(async () => {
  mailed.length = 0;
  await api.query('delete from audit_head_mailing');
});

test('of a log without events nothing is signed and nothing is mailed', async () => {
  expect(await empty.query('select 1 from audit_event')).toEqual([]);
  await publishAuditHeads({ ...publishing, em: () => empty.orm.em.fork(), file: undefined });
  expect(await empty.query('select 1 from audit_head')).toEqual([]);
  expect(await empty.query('select 1 from audit_head_mailing')).toEqual([]);
  expect(mailed).toEqual([]);
});

test('a head that is signed while the log is written has what was written', async () => {
  const writer = await api.pool.connect();
  await writer.query('begin');
  const origin = {
    actor: 'operator',
    onBehalfOf: null,
    subject: null,
    requestId: '',
    at: api.clock.now(),
  } as const;
  const event = prepareAuditEvent('analysis.declared', origin, { after: { version: '1', hash: '' } });
  await writer.query('select append_audit_events($1::jsonb)', [JSON.stringify([event])]);
  api.clock.advance(HOUR_MS);
  const published = publishAuditHeads(publishing);
  await Promise.race([api.untilBlocked(), published]);
  await writer.query('commit');
  writer.release();
  await published;
  expect((await heads()).at(-1)).toMatchObject({ event_id: (await lastEvent()).id });
});

test('each randomisation signs the log with its own events, and no other change does', async () => {
  const before = await heads();
  await api.logIn();
  expect(await heads()).toEqual(before);
  await randomise();
  const { id, hash } = await lastEvent();
  const [head, ...more] = (await heads()).slice(before.length);
  expect(more).toEqual([]);
  expect(head).toMatchObject({ event_id: id, hash, public_key: publicKeyOf(key) });
  expect(await verifyAuditLog(api.orm.em.fork())).toMatchObject({
    ...{ heads: before.length + 1, keys: expect.arrayContaining([publicKeyOf(key)]), fault: null },
  });
});

test('without a key nothing is signed, and randomisation goes on', async () => {
  const signed = () => unsigned.query('select 1 from audit_head');
  const before = await signed();
  const visitor = await unsigned.logIn({ stage: 'questionnaire', redcapLink: 'https://forms.example/s/1' });
  expect((await visitor.send(saveHomestep, { homestep: 3 })).status).toBe(200);
  expect(await signed()).toEqual(before);
});

test('the head is signed once an hour however many replicas there are, and appended to the file once', async () => {
  const before = (await heads()).length;
  for (const hour of [1, 2]) {
    api.clock.advance(HOUR_MS);
    await Promise.all(
      [1, 2, 3].map(() => publishAuditHeads({ ...publishing, file: undefined, witnesses: [] })),
    );
    expect(await heads()).toHaveLength(before + hour);
  }
  for (const _turn of [1, 2]) {
    await publishAuditHeads({ ...publishing, witnesses: [] });
    const written = readHeads(readFileSync(publishing.file, 'utf8'));
    expect(written.map(({ signature }) => signature)).toEqual(
      (await heads()).map(({ signature }) => signature),
    );
    expect(written.every(isSigned)).toBe(true);
  }
});

test('a file gets what it lacks, also where the database was restored and lacks its last head', async () => {
  const file = fileOf('restored.txt');
  const all = (await heads()).map(({ signature }) => signature);
  const signaturesIn = () => readHeads(readFileSync(file, 'utf8')).map(({ signature }) => signature);
  const [first = '', ...others] = readFileSync(publishing.file, 'utf8').split(/(?<=\n)/);
  const publish = () => publishAuditHeads({ ...publishing, file, witnesses: [] });
  writeFileSync(file, first);
  await publish();
  expect(signaturesIn()).toEqual(all);
  const unknown = first.replace(/ \S+\n$/, ` ${'u'.repeat(86)}\n`);
  writeFileSync(file, [first, ...others.slice(0, -1), unknown].join(''));
  await publish();
  expect(signaturesIn()).toEqual([...all.slice(0, -1), 'u'.repeat(86), all.at(-1)]);
});

test('witnesses get once a day what was signed since, and a mail that fails is made up for', async () => {
  api.clock.advance(HOUR_MS);
  const failing = { send: () => Promise.reject(new Error('down')) };
  await expect(publishAuditHeads({ ...publishing, mailer: failing })).rejects.toThrow('down');
  await publishAuditHeads(publishing);
  expect(mailed.map(({ to }) => to)).toEqual(publishing.witnesses);
  expect(mailed[0]?.subject).toBe('Stepwise: heads of the audit log');
  // The markup says the same as the text.
  expect(readHeads(String(mailed[0]?.body.markup))).toEqual(readHeads(mailed[0]?.text ?? ''));
  const signatures = async () => (await heads()).map(({ signature }) => signature);
  const sent = readHeads(mailed[0]?.text ?? '').map(({ signature }) => signature);
  expect(sent).toEqual(await signatures());
  for (let hour = 0; hour < 23; hour++) {
    api.clock.advance(HOUR_MS);
    await publishAuditHeads(publishing);
  }
  expect(mailed).toHaveLength(2);
  api.clock.advance(HOUR_MS);
  await publishAuditHeads(publishing);
  expect(mailed).toHaveLength(4);
  const next = readHeads(mailed[3]?.text ?? '').map(({ signature }) => signature);
  expect([...sent, ...next]).toEqual(await signatures());
  for (let hour = 0; hour < 24; hour++) {
    api.clock.advance(HOUR_MS);
    await publishAuditHeads(publishing);
  }
  expect(mailed).toHaveLength(6);
  const last = readHeads(mailed[5]?.text ?? '').map(({ signature }) => signature);
  expect([...sent, ...next, ...last]).toEqual(await signatures());
});

test('heads are read from a mail whose lines were broken', async () => {
  await randomise();
  await publishAuditHeads(publishing);
  const text = mailed[0]?.text ?? '';
  expect(readHeads(text.replaceAll(' ', '\r\n'))).toEqual(readHeads(text));
  expect(readHeads(text)).not.toEqual([]);
});

test.each([`update audit_head set hash = 'x'`, 'delete from audit_head', 'truncate audit_head'])(
  'the application’s role may not %s, and the owner neither',
  async (statement) => {
    await expect(api.query(statement)).rejects.toMatchObject({ code: '42501' });
    await expect(api.queryAsOwner(statement)).rejects.toThrow('only grows');
  },
);

describe('a witness with a file of heads', () => {
  const csv = fileOf('whole.csv');
  beforeAll(async () => {
    await randomise();
    await publishAuditHeads(publishing);
    await downloadCsv(csv);
    writeFileSync(fileOf('empty.csv'), '');
  });

  test('finds a whole log whole, in the database and as CSV by itself', async () => {
    const { events } = await verifyAuditLog(api.orm.em.fork());
    const whole = `The audit log is whole: ${events} events, the values of 0 erased.\n`;
    const both = await start(['--heads', publishing.file], api.databaseUrl);
    expect(both).toEqual({ code: 0, said: expect.stringContaining(whole) });
    const alone = await run(['--csv', csv, '--heads', publishing.file]);
    expect(alone).toEqual({
      code: 0,
      said: expect.stringMatching(`^${whole}It agrees with \\d+ signed heads, `),
    });
    expect(alone.said).toContain(publicKeyOf(key));
    expect(await run(['--csv', csv])).toEqual({ code: 0, said: whole });
  });

  test('finds a log whole, in the database and as CSV, whose values were erased', async () => {
    const { participant } = await unsigned.logIn();
    const [{ count: about }] = await unsigned.query(
      'select count(*)::int from audit_event where subject = $1',
      [participant.id],
    );
    await recordWithdrawal(unsigned, participant.id);
    expect(await eraseValues(unsigned)).toBe(1);
    const file = fileOf('erased.csv');
    await downloadCsv(file, unsigned);
    const { events, erased } = await verifyAuditLog(unsigned.orm.em.fork());
    expect(erased).toBe(about);
    const whole = `The audit log is whole: ${events} events, the values of ${about} erased.\n`;
    expect(await run(['--csv', file])).toEqual({ code: 0, said: whole });
  });

  test('verifies a CSV of an earlier release, and whatever stands in the day, of which no hash is made', async () => {
    const text = readFileSync(csv, 'utf8');
    const whole = /The audit log is whole/;
    for (const [name, lastCell] of [
      ['earlier.csv', ''],
      ['other-days.csv', ',2020-02-02'],
    ] as const) {
      const lines = text.replaceAll(/,(?:local_day|\d{4}-\d\d-\d\d)?\r\n/g, (cell) =>
        cell.startsWith(',local_day') && lastCell ? cell : `${lastCell}\r\n`,
      );
      expect(lines).not.toBe(text);
      writeFileSync(fileOf(name), lines);
      expect(await run(['--csv', fileOf(name)])).toEqual({ code: 0, said: expect.stringMatching(whole) });
    }
  });

  test('finds that the last events were removed', async () => {
    const lines = readFileSync(csv, 'utf8').split('\r\n');
    const { id } = await lastEvent();
    writeFileSync(fileOf('cut.csv'), `${lines.slice(0, -3).join('\r\n')}\r\n`);
    expect(await run(['--csv', fileOf('cut.csv')])).toMatchObject({ code: 0 });
    const { code, said } = await run(['--csv', fileOf('cut.csv'), '--heads', publishing.file]);
    expect(code).toBe(1);
    expect(said).toMatch(`broken at event ${id}: it is missing, and was there at`);
  });

  test('finds that the log was rewritten, with all its hashes and heads', async () => {
    // As another server would have written it, with another key.
    const visitor = await unsigned.logIn();
    for (let turn = 0; turn < 12; turn++)
      await visitor.request('/api/save-doctor/', { body: { name: `Dr ${turn}`, phone: '1', email: '' } });
    const em = unsigned.orm.em.fork();
    await em.transactional((tx) => signAuditHead(tx, otherKey, unsigned.clock.now()));
    expect(await verifyAuditLog(em)).toMatchObject({ heads: 1, fault: null });
    const { code, said } = await run(['--heads', publishing.file], unsigned.databaseUrl);
    expect(code).toBe(1);
    expect(said).toMatch(/broken at event \d+: it was rewritten after \S+Z, when its head was signed/);
  });

  test('finds a head that its key did not sign', async () => {
    const text = readFileSync(publishing.file, 'utf8');
    writeFileSync(
      fileOf('forged.txt'),
      text.replace(
        /audit-head \d+ [0-9a-f]/,
        (begin) => `${begin.slice(0, -1)}${begin.endsWith('0') ? 1 : 0}`,
      ),
    );
    const { code, said } = await run(['--heads', fileOf('forged.txt')], api.databaseUrl);
    expect({ code, said }).toEqual({
      code: 1,
      said: expect.stringContaining('a head of it has a wrong signature'),
    });
  });

  test('finds the log whole by the heads of a key and of the one that replaced it', async () => {
    api.clock.advance(HOUR_MS);
    await publishAuditHeads({ ...publishing, key: otherKey });
    const { code, said } = await run(['--heads', publishing.file], api.databaseUrl);
    expect(code).toBe(0);
    for (const each of [key, otherKey]) expect(said).toContain(publicKeyOf(each));
  });

  test.each([
    [['--heads', 'nowhere.txt'], 'nowhere.txt cannot be read (ENOENT).'],
    [['--heads', csv], 'holds no signed head.'],
    [['--csv', join(folder, 'heads.txt')], 'cannot be read as an audit log'],
    [['--csv', fileOf('empty.csv')], 'has no column "hash"'],
    [['--csv', 'nowhere.csv'], 'cannot be read as an audit log: ENOENT'],
    [['--nothing'], 'npm run audit:verify -- --csv'],
  ])('%j is rejected with its reason', async (options, message) => {
    expect(await run(options)).toEqual({ code: 1, said: expect.stringContaining(message) });
  });

  test('the command ends with 1 and says why, for a broken log as for a file that it cannot read', async () => {
    const broken = await start(['--csv', csv, '--heads', fileOf('forged.txt')]);
    expect(broken).toEqual({ code: 1, said: expect.stringContaining('broken at event') });
    expect(await start(['--csv', 'nowhere.csv'])).toEqual(await run(['--csv', 'nowhere.csv']));
  });
});
