import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  CHAIN_START,
  hashEvent,
  hashValues,
  prepareAuditEvent,
} from '../../core/audit/record-audit-event.ts';
import { headLine, publicKeyOf, readHeads, type SignedHead } from './audit-head.ts';
import { findHashedSubject } from './letter-case-break.ts';
import type { AuditRow } from './read-audit-log.ts';
import { findExplanationsIn, verifyEvents } from './verify-audit-log.ts';

const SUBJECT = '3f2b8a51-77d0-4c1e-9b65-0d9e4c2f1a77';
const OTHER = '11111111-1111-4111-8111-111111111111';
const { privateKey: key } = generateKeyPairSync('ed25519');
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute));

interface Given extends Partial<Omit<AuditRow, 'hash' | 'previousHash' | 'valuesHash'>> {
  /** The subject as it is hashed, where it is written otherwise in the row. */
  hashedSubject?: string;
}

/** A log as the database chains it: the first event has id 1, each a minute after the one before. */
function logOf(...given: Given[]): AuditRow[] {
  let previousHash = CHAIN_START;
  return given.map(({ hashedSubject, ...event }, index) => {
    const whole = {
      ...{ id: index + 1, at: at(index), type: 'details.changed', actor: 'operator', onBehalfOf: null },
      ...{
        subject: SUBJECT,
        requestId: `request-${index}`,
        salt: 'salt',
        before: null,
        after: { name: 'Ines' },
      },
      ...event,
    };
    const valuesHash = hashValues(whole.salt ?? '', whole.before, whole.after);
    const chained = { ...whole, actor: whole.actor as never, valuesHash, previousHash };
    const hash = hashEvent({ ...chained, subject: hashedSubject ?? whole.subject });
    previousHash = hash;
    return { ...chained, hash };
  });
}

const erased = { salt: '', before: null, after: null };
const chosen = (choice: string, subject = SUBJECT): Given => ({
  ...{ type: 'data-consent.chosen', subject, after: { choice } },
});

async function* read(rows: readonly AuditRow[]) {
  yield* rows;
}
const verify = (
  rows: readonly AuditRow[],
  heads: readonly SignedHead[] = [],
  explanations: ReadonlyMap<number, string> = new Map(),
) => verifyEvents(() => read(rows), explanations, heads);
const faultOf = async (...given: Parameters<typeof verify>) => (await verify(...given)).fault;
const headOf = ({ id, hash }: Pick<AuditRow, 'id' | 'hash'>, minute = 30): SignedHead => {
  const signedAt = at(minute);
  const text = `stepwise audit head ${id} ${hash} ${signedAt.toISOString()}`;
  const signature = sign(null, Buffer.from(text), key).toString('base64url');
  return { event: id, hash, signedAt, publicKey: publicKeyOf(key), signature };
};
/** `rows` with one of them changed after it was hashed. */
const changed = (rows: readonly AuditRow[], id: number, change: Partial<AuditRow>): AuditRow[] =>
  rows.map((row) => (row.id === id ? { ...row, ...change } : row));

test('the hash of an event is that of its fields in order, with the hash of the event before', () => {
  // By `printf '["p","2026-11-20T09:00:00.000Z","t","operator",null,"s","r","v"]' | sha256sum`.
  expect(
    hashEvent({
      ...{ previousHash: 'p', at: at(0), type: 't', actor: 'operator', onBehalfOf: null },
      ...{ subject: 's', requestId: 'r', valuesHash: 'v' },
    }),
  ).toBe('5c4aa24ba13629726f598e98e6c26ee6c567f5f6aa49cad91e6ac9cda9c15125');
});

test('the hash of values depends on their salt, and not on the order of fields', () => {
  // By `printf '["salt",null,{"a":[2,1],"b":{"c":null,"d":1}}]' | sha256sum`.
  const after = { b: { d: 1, c: null }, a: [2, 1] };
  expect(hashValues('salt', undefined, after)).toBe(
    '58f8a7ed41043b8401734198a84bd4185a86156efc3adee929a11bb413760f1e',
  );
  const inOrder = { a: [2, 1], b: { c: null, d: 1 } };
  expect(hashValues('salt', undefined, inOrder)).toBe(hashValues('salt', undefined, after));
  expect(hashValues('other', undefined, after)).not.toBe(hashValues('salt', undefined, after));
  expect(hashValues('salt', after, undefined)).not.toBe(hashValues('salt', undefined, after));
});

test('a prepared event hashes what its row stores, with a salt of its own', () => {
  const origin = {
    actor: 'operator',
    onBehalfOf: OTHER,
    subject: SUBJECT,
    requestId: 'r',
    at: at(0),
  } as const;
  const values = { before: { name: undefined }, after: { name: 'Dr Lee' } } as never;
  const [one, other] = [0, 1].map(() => prepareAuditEvent('doctor.changed', origin, values));
  const { salt, valuesHash, ...rest } = one as NonNullable<typeof one>;
  expect(rest).toEqual({ type: 'doctor.changed', ...origin, before: {}, after: { name: 'Dr Lee' } });
  expect(salt).toMatch(/^[0-9a-f]{32}$/);
  expect(other?.salt).not.toBe(salt);
  expect(valuesHash).toBe(hashValues(salt, {}, { name: 'Dr Lee' }));
});

test('a whole log verifies, and says how many events, erased ones, heads and keys it has', async () => {
  const rows = logOf({}, { ...erased, subject: OTHER }, chosen('delete', OTHER));
  const heads = rows.map((row) => headOf(row));
  expect(await verify(rows, heads)).toEqual({
    ...{ events: 3, erased: 1, explained: [], heads: 3, keys: [publicKeyOf(key)], fault: null },
  });
  expect(await verify([])).toEqual({ events: 0, erased: 0, explained: [], heads: 0, keys: [], fault: null });
});

test('an event that is missing, or was put in, breaks the chain where it was', async () => {
  const rows = logOf({}, {}, {});
  const reason = 'an event before it is missing, or was put in';
  expect(rows[0]?.previousHash).toBe('0'.repeat(64));
  expect(await faultOf(rows.slice(1))).toEqual({ id: 2, reason });
  expect(await faultOf(rows.toSpliced(1, 1))).toEqual({ id: 3, reason });
  expect(await faultOf(rows.toSpliced(1, 0, ...logOf({ id: 9 })))).toEqual({ id: 9, reason });
});

test.each<[string, Partial<AuditRow>, string]>([
  ['instant', { at: at(20) }, 'the event was changed'],
  ['type', { type: 'doctor.changed' }, 'the event was changed'],
  ['actor', { actor: 'visitor' }, 'the event was changed'],
  ['acting', { onBehalfOf: OTHER }, 'the event was changed'],
  ['subject', { subject: OTHER }, 'the event was changed'],
  ['request', { requestId: 'r' }, 'the event was changed'],
  ["values' hash", { valuesHash: '0' }, 'the event was changed'],
  ['values', { after: { name: 'Tom' } }, 'its values were changed'],
  ['earlier values', { before: { name: 'Tom' } }, 'its values were changed'],
  ['salt', { salt: 'other' }, 'its values were changed'],
  ['values beside an empty salt', { salt: '', after: { name: 'Tom' } }, 'its values were changed'],
  ['earlier values beside an empty salt', { ...erased, before: { name: 'Tom' } }, 'its values were changed'],
  ['values alone', { after: null }, 'its values were changed'],
  ['row of values', { salt: null, before: null, after: null }, 'its values are missing'],
  ['values and salt', erased, 'its values were erased, and no withdrawal is recorded'],
])('a change of an event’s %s is found', async (_what, change, reason) => {
  expect(await faultOf(changed(logOf({}, {}, {}), 2, change))).toEqual({ id: 2, reason });
});

test('only capital letters of the subject’s id may differ, where an explanation proves them', async () => {
  const written = SUBJECT.toUpperCase();
  const rows = logOf({}, { hashedSubject: written }, { type: 'audit.break-explained' });
  const explained = new Map([[2, written]]);
  expect(await faultOf(rows)).toEqual({ id: 2, reason: 'the event was changed' });
  expect(await verify(rows, [], explained)).toMatchObject({ events: 3, explained: [2], fault: null });
  const reason = 'the event was changed';
  expect(await faultOf(rows, [], new Map([[1, written]]))).toEqual({ id: 2, reason });
  expect(await faultOf(rows, [], new Map([[2, written.replace('F', 'f')]]))).toEqual({ id: 2, reason });
  const elsewhere = changed(rows, 2, { subject: OTHER });
  expect(await faultOf(elsewhere, [], explained)).toEqual({ id: 2, reason });
});

test('the subject that an event was hashed with is found by its letters, all capitals first', () => {
  const [row] = logOf({ hashedSubject: SUBJECT.replace('b8a', 'B8a') }) as [AuditRow];
  expect(findHashedSubject({ ...row, subject: SUBJECT })).toBe(SUBJECT.replace('b8a', 'B8a'));
  const [all] = logOf({ hashedSubject: SUBJECT.toUpperCase() }) as [AuditRow];
  expect(findHashedSubject({ ...all, subject: SUBJECT })).toBe(SUBJECT.toUpperCase());
  const [small] = logOf({ subject: 'c4' }) as [AuditRow];
  expect(findHashedSubject(small)).toBeNull();
  expect(findHashedSubject({ ...small, requestId: 'r' })).toBeNull();
  expect(findHashedSubject({ ...small, subject: null })).toBeNull();
});

test('explanations are read from the events that hold them', async () => {
  const explanation = { type: 'audit.break-explained', after: { event: 2, subject: 'C4' } };
  const rows = logOf({ after: { event: 1, subject: 'A' } }, explanation, { ...explanation, ...erased });
  expect(await findExplanationsIn(() => read(rows))).toEqual(new Map([[2, 'C4']]));
});

test('a log that was rewritten or cut after a head was signed is found by the head', async () => {
  const rows = logOf({}, {}, {}, {});
  const heads = [
    headOf(rows[3] as AuditRow, 31),
    headOf(rows[1] as AuditRow),
    headOf(rows[2] as AuditRow, 32),
  ];
  expect(await faultOf(rows, heads)).toBeNull();
  const rewritten = logOf({}, { after: { name: 'Tom' } }, {}, {});
  expect(await faultOf(rewritten, heads)).toEqual({
    ...{ id: 2, reason: 'it was rewritten after 2026-11-20T09:30:00.000Z, when its head was signed' },
  });
  expect(await faultOf(rows.slice(0, 2), heads)).toEqual({
    id: 3,
    reason: 'it is missing, and was there at 2026-11-20T09:32:00.000Z, when its head was signed',
  });
});

test('a head that its key did not sign is no head', async () => {
  const rows = logOf({}, {});
  const head = headOf(rows[1] as AuditRow);
  const reason = 'a head of it has a wrong signature';
  for (const forged of [{ signedAt: at(31) }, { hash: '0'.repeat(64) }, { event: 1 }])
    expect(await faultOf(rows, [head, { ...head, ...forged }])).toEqual({ id: forged.event ?? 2, reason });
});

test('heads are read out of a mail that broke their lines, with text around them', () => {
  const heads = logOf({}, { id: 4_012 }).map((row) => headOf(row));
  const [one = '', other = ''] = heads.map(headLine);
  expect(one).toMatch(/^audit-head 1 \S+ 2026-11-20T09:30:00\.000Z \S+ \S+\n$/);
  expect(readHeads(`Dear witness,\n${one}\n> ${other.replaceAll(' ', '\n  ')}Kind regards`)).toEqual(heads);
  expect(readHeads(one.replace(/ [0-9a-f]{64} /, ' 0 '))).toEqual([]);
});

test('time runs on from event to event, once the database’s clock says it', async () => {
  const older = 'it is older than the event before it';
  const backwards = logOf({ at: at(9) }, { at: at(8) }, { at: at(7) });
  expect(await faultOf(backwards)).toEqual({ id: 2, reason: older });
  expect(await faultOf(logOf({ at: at(9) }, { at: at(9) }))).toBeNull();
  const guarded = { type: 'audit.clock-guarded', at: at(7) };
  expect(await faultOf(logOf({ at: at(9) }, { at: at(8) }, guarded, { at: at(7) }))).toBeNull();
  expect(await faultOf(logOf(guarded, { at: at(9) }, { at: at(8) }))).toEqual({ id: 3, reason: older });
});

test('values are erased with a withdrawal, and no others are', async () => {
  const there = 'its values are there, and a later withdrawal is recorded';
  const notRecorded = 'its values were erased, and no withdrawal is recorded';
  expect(await faultOf(logOf(erased, { ...erased, subject: OTHER }, chosen('keep', OTHER)))).toEqual({
    ...{ id: 1, reason: notRecorded },
  });
  expect(await faultOf(logOf(erased, chosen('agree')))).toEqual({ id: 1, reason: notRecorded });
  expect(await faultOf(logOf({}, chosen('agree')))).toBeNull();
  expect(await faultOf(logOf({}, {}, chosen('delete')))).toEqual({ id: 1, reason: there });
  expect(await faultOf(logOf(erased, chosen('delete'), {}))).toBeNull();
  // Releases before 22 November 2026 erased the choice as well.
  expect(await faultOf(logOf(erased, { ...chosen('delete'), ...erased }))).toBeNull();
  expect(await faultOf(logOf({ subject: null, ...erased }))).toBeNull();
  const both = logOf({ subject: OTHER }, erased, chosen('delete', OTHER));
  expect(await faultOf(both)).toEqual({ id: 1, reason: there });
  const turned = logOf(erased, { subject: OTHER }, chosen('delete', OTHER));
  expect(await faultOf(turned)).toEqual({ id: 1, reason: notRecorded });
});
