import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { askAboutDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { addActivity, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../testing/create-test-api.ts';
import { logInStaff, type StaffBrowser } from '../../testing/staff-browser.ts';

const LOCKS = '/admin/data-locks';
const RECORD = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };

const api = await createTestApi({ connections: 10 });

beforeEach(() => api.queryAsOwner('truncate participant, data_lock cascade'));

const studyIdOf = async (id: string): Promise<string> =>
  (await api.query('select study_id from participant where id = $1', [id]))[0].study_id;

async function lock(browser: StaffBrowser, fields: { scope: string; studyId?: string }) {
  await browser.open(LOCKS);
  return browser.submit(LOCKS, { studyId: '', ...fields });
}

test('the data of one participant are locked, compared and unlocked with a reason', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const other = await api.logIn({ stage: 'timeline' });
  await visitor.send(saveRecord, RECORD);
  const manager = await logInStaff(api, 'manager');
  const { id } = visitor.participant;
  const studyId = await studyIdOf(id);
  const { status, location } = await lock(manager, { scope: 'one', studyId: ` ${studyId.toLowerCase()} ` });
  expect(status).toBe(303);
  const page = location ?? '';
  const { text } = await manager.open(page);
  expect(text).toContain(studyId);
  expect(text).toContain('The same');
  expect((await manager.open(LOCKS)).text).toContain(`>${studyId}</a>`);
  expect((await manager.open(`/admin/participants/${id}`)).text).toContain('Data locked');
  expect(await lock(manager, { scope: 'one', studyId })).toMatchObject({
    status: 422,
    text: expect.stringContaining('The data are locked already.'),
  });

  const rejected = expect.objectContaining({
    code: 'not-yet',
    message: expect.stringMatching(/are locked.*call 000.*13 11 14/),
  });
  await expect(visitor.send(saveRecord, { ...RECORD, mood: false })).rejects.toEqual(rejected);
  await expect(visitor.send(addActivity, { activity: { text: 'Swim' } })).rejects.toEqual(rejected);
  await other.send(saveRecord, RECORD);
  const events = `/admin/participants/${id}/adverse-events`;
  await manager.open(events);
  expect(
    await manager.submit(events, {
      ...{
        id: randomUUID(),
        sign: '',
        description: 'Headache.',
        source: 'call',
        serious: 'no',
        severity: 'mild',
      },
      ...{ relatedness: 'possible', expectedness: 'expected', outcome: 'recovered', action: 'none' },
      ...{ onset: '2026-03-09', ended: '', awareAt: '2026-03-10T10:00', reportedAt: '' },
    }),
  ).toMatchObject({ status: 409, text: expect.stringContaining('are locked') });
  expect(await api.query('select 1 from adverse_event')).toEqual([]);

  // A change behind the back of the product.
  await api.query('update daily_record set sleep = false where participant_id = $1', [id]);
  expect((await manager.open(page)).text).toContain('Changed since');
  expect(await manager.submit(page, { reason: ' ' })).toMatchObject({
    status: 422,
    text: expect.stringContaining('Say why'),
  });
  expect((await manager.submit(page, { reason: 'A record came late.' })).status).toBe(303);
  expect((await manager.open(page)).text).toContain('A record came late.');
  expect((await manager.submit(page, { reason: 'Twice.' })).status).toBe(409);
  expect((await visitor.send(saveRecord, { ...RECORD, mood: false })).status).toBe(200);
  const audit = await api.query(
    `select type from audit_event where subject = $1 and type like 'data.%' order by id`,
    [id],
  );
  expect(audit).toEqual([{ type: 'data.locked' }, { type: 'data.unlocked' }]);
});

test('everybody’s data are locked once every query is closed; data choices and calls for help stay open', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const manager = await logInStaff(api, 'manager');
  const query = { id: randomUUID(), event: '', about: 'record', day: '2026-03-09', text: 'Is it meant?' };
  const form = `/admin/participants/${visitor.participant.id}/data-queries`;
  await manager.open(form);
  await manager.submit(form, query);
  expect(await lock(manager, { scope: 'all' })).toMatchObject({
    status: 422,
    text: expect.stringContaining('A data query is not closed yet.'),
  });
  for (const [fields, words] of [
    [{ scope: '' }, 'Choose what to lock.'],
    [{ scope: 'one', studyId: 'P000000000000' }, 'There is no participant of this study id.'],
  ] as const)
    expect(await lock(manager, fields)).toMatchObject({ status: 422, text: expect.stringContaining(words) });
  expect(await api.query('select 1 from data_lock')).toEqual([]);
  await api.query(`update data_query set state = 'closed'`);
  expect((await lock(manager, { scope: 'all' })).status).toBe(303);
  await expect(visitor.send(saveRecord, RECORD)).rejects.toMatchObject({ code: 'not-yet' });
  expect((await visitor.send(askAboutDose, { reason: 'talk' })).status).toBeLessThan(300);
  expect((await visitor.send(saveUserDataConsent, { value: 'delete' })).status).toBeLessThan(300);
});

test('a save that runs while the data are locked comes before the lock, or is rejected', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const manager = await logInStaff(api, 'manager');
  await manager.open(LOCKS);
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from participant for update');
  const saving = visitor.send(saveRecord, RECORD);
  await api.untilBlocked();
  const locking = manager.submit(LOCKS, { scope: 'all', studyId: '' });
  await api.untilBlocked(2);
  await holder.query('commit');
  holder.release();
  expect((await saving).status).toBe(200);
  const { location } = await locking;
  expect((await manager.open(location ?? '')).text).toContain('The same');
});
