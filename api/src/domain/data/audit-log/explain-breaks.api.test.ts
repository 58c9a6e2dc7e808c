import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { logInStaff, type StaffBrowser } from '../../../testing/staff-browser.ts';
import { CHAIN_START, hashEvent, hashValues } from '../../core/audit/record-audit-event.ts';
import { explainBreaks } from './explain-breaks.command.ts';
import { verifyAuditLog } from './verify-audit-log.ts';

const SUBJECT = '0190d7c8-aaaa-7bbb-8ccc-0123456789ab';
const api = await createTestApi();
const em = () => api.orm.em.fork();
const verify = () => verifyAuditLog(em());

/** An event as releases before the check wrote it: hashed with the id as it came, stored by PostgreSQL in its own way. */
async function writeAsBefore(subject: string): Promise<number> {
  const [last] = await api.query('select hash from audit_event order by id desc limit 1');
  const previousHash = last?.hash ?? CHAIN_START;
  const at = api.clock.now();
  const event = {
    at,
    type: 'participant.viewed',
    actor: 'operator',
    onBehalfOf: null,
    subject,
    requestId: 'r',
  } as const;
  const valuesHash = hashValues('salt', null, null);
  await api.queryAsOwner('alter table audit_event disable trigger audit_event_chained');
  const [{ id }] = await api.queryAsOwner(
    `with event as (
       insert into audit_event (at, type, actor, subject, request_id, values_hash, previous_hash, hash)
       values ($1, $2, $3, $4, 'r', $5, $6, $7) returning id
     ) insert into audit_values (event_id, salt) select id, 'salt' from event returning event_id as id`,
    [
      at,
      event.type,
      event.actor,
      subject,
      valuesHash,
      previousHash,
      hashEvent({ ...event, valuesHash, previousHash }),
    ],
  );
  await api.queryAsOwner('alter table audit_event enable trigger audit_event_chained');
  return id;
}

const record = (subject: string) =>
  ({ ...api.operation(), onBehalfOf: subject }).audit('participant.viewed', subject, {});

const run = (command: string) =>
  new Promise<{ code: unknown; said: string }>((resolve) => {
    const path = join(import.meta.dirname, '../../../cli', command);
    execFile(process.execPath, [path], { env: { DATABASE_URL: api.databaseUrl } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

/** What the team's page says of the log. */
async function verifyOnPage(browser: StaffBrowser): Promise<string> {
  await browser.open('/admin/audit');
  return (await browser.submit('/admin/audit/verify')).text;
}

test('an id is hashed as PostgreSQL stores it, in whatever letters it is given', async () => {
  await record(SUBJECT.toUpperCase());
  await record(`{${SUBJECT}}`);
  expect(await verify()).toMatchObject({ events: 2, fault: null });
});

test('a break by capital letters in an id stays, is explained by a later event, and the rest verifies', async () => {
  const monitor = await logInStaff(api, 'monitor');
  const broken = [
    await writeAsBefore(SUBJECT.toUpperCase()),
    await writeAsBefore(`0190D7c8${SUBJECT.slice(8)}`),
  ];
  await record(SUBJECT);
  expect(await verify()).toMatchObject({ fault: { id: broken[0], reason: 'the event was changed' } });
  const rows = await api.query('select * from audit_event order by id');

  expect(await run('explain-audit-breaks.ts')).toEqual({
    code: 0,
    said: `Explained events ${broken.join(', ')}. Run audit:verify again.\n`,
  });
  expect(await verify()).toMatchObject({
    events: rows.length + 2,
    erased: 0,
    explained: broken,
    fault: null,
  });
  expect(await run('verify-audit.ts')).toEqual({
    code: 0,
    said: expect.stringContaining(`as later events explain: ${broken.join(', ')}.`),
  });
  expect((await api.query('select * from audit_event order by id')).slice(0, rows.length)).toEqual(rows);
  expect(await verifyOnPage(monitor)).toContain(
    `An earlier release hashed an id in capital letters in event ${broken.join(', ')}; later events explain it.`,
  );
  expect(await run('explain-audit-breaks.ts')).toEqual({ code: 0, said: 'There is nothing to explain.\n' });
});

test('an event that differs by more is not explained, and an untrue explanation explains nothing', async () => {
  const monitor = await logInStaff(api, 'monitor');
  const broken = await writeAsBefore(SUBJECT.toUpperCase());
  const [{ subject }] = await api.query('select gen_random_uuid() as subject');
  await api.queryAsOwner('alter table audit_event disable trigger all');
  await api.queryAsOwner('update audit_event set subject = $1 where id = $2', [subject, broken]);
  await expect(explainBreaks(api.operation())).rejects.toThrow(
    `Event ${broken} differs from its hash by more`,
  );
  const after = { event: broken, subject: SUBJECT.toUpperCase() };
  await api.operation().audit('audit.break-explained', null, { after });
  expect(await verify()).toMatchObject({ fault: { id: broken, reason: 'the event was changed' } });
  const text = await verifyOnPage(monitor);
  expect(text).toContain(`The audit log is broken at event ${broken}<`);
  expect(text).toContain(
    'the event was changed. The events before it are as they were written. Keep the database',
  );
});
