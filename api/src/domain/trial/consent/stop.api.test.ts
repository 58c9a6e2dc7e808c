import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { logInRandomised } from '../../../testing/build-randomised.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { verifyAuditLog } from '../../data/audit-log/verify-audit-log.ts';
import { resumePlan } from './leave-plan.command.ts';

const HOUR_MS = 3_600_000;
const RECORD = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };
const api = await createTestApi();

const stopsOf = (id: string) =>
  api.query(
    `select degree, reason, stopped_on::text as on, carried_out_by as by from stop where participant_id = $1 order by id`,
    [id],
  );

test('a participant leaves the plan, stays in the follow-up, and the team opens the plan again', async () => {
  const person = await logInRandomised(api, 'reduction');
  const { id } = person.participant;
  await person.send(saveReminder, { hour: 9 });
  const shown = async () => (await person.send(allData, undefined)).body;
  const { prescriptions, stopNotice } = await shown();
  expect(stopNotice).toContain('Do not stop your medicine suddenly.');

  api.clock.advance(HOUR_MS);
  const madeBefore = api.clock.now().toISOString();
  api.clock.advance(HOUR_MS / 60);
  const { body } = await person.send(leavePlan, { reason: 'effort' });
  expect(body.user).toMatchObject({ leftplan: true, consentAgree: true, randomise: true });
  expect(await stopsOf(id)).toEqual([
    { degree: 'plan', reason: 'effort', on: '2026-03-10', by: 'participant' },
  ]);
  const after = await shown();
  expect(after).toMatchObject({ prescriptions, followUps: expect.arrayContaining([expect.anything()]) });
  expect(after.followUps?.map(({ state }) => state)).toEqual(Array(5).fill('planned'));
  expect(after.reminder).toBeUndefined();
  expect(await api.query('select 1 from daily_reminder where participant_id = $1', [id])).toEqual([]);

  const again = await person.request(leavePlan.path, { body: { reason: 'effort' } });
  expect([again.status, again.json.error.code]).toEqual([409, 'not-yet']);
  expect(again.json.error.message).toMatch(/^You have left the plan\./);
  expect((await person.request(saveRecord.path, { body: RECORD })).status).toBe(409);
  // It was made before, without a network.
  expect(
    (await person.request(saveRecord.path, { body: { ...RECORD, recordedAt: madeBefore } })).status,
  ).toBe(200);
  expect(await stopsOf(id)).toHaveLength(1);

  const manager = await logInStaff(api, 'manager');
  const { text } = await manager.open(`/admin/participants/${id}`);
  for (const words of ['Left the plan, stays in the follow-up', 'It takes too much time or effort'])
    expect(text).toContain(words);
  expect((await manager.submit(`/admin/participants/${id}/resume-plan`)).status).toBe(303);
  expect((await person.request(saveRecord.path, { body: RECORD })).status).toBe(200);
  await manager.open(`/admin/participants/${id}`);
  expect((await manager.submit(`/admin/participants/${id}/resume-plan`)).status).toBe(403);
  expect((await api.eventsOf(id, 'plan.')).map(({ type, after }) => [type, after])).toEqual([
    ['plan.left', { reason: 'effort' }],
    ['plan.resumed', null],
  ]);
});

test('leaving is rejected without a log-in, a plan or a reason of the list', async () => {
  const person = await api.logIn();
  const { id } = person.participant;
  expect((await (await api.visit()).request(leavePlan.path, { body: { reason: 'health' } })).status).toBe(
    401,
  );
  for (const body of [{}, { reason: 'boredom' }, { reason: null }])
    expect((await person.request(leavePlan.path, { body })).status).toBe(400);
  const usualCare = await api.logIn({ stage: 'usualCare' });
  expect((await usualCare.request(leavePlan.path, { body: { reason: 'health' } })).status).toBe(409);
  expect([await stopsOf(id), await stopsOf(usualCare.participant.id)]).toEqual([[], []]);
});

test('a manager takes someone out of the plan, with the reason they gave', async () => {
  const { id } = await api.buildParticipant();
  const path = `/admin/participants/${id}/leave-plan`;
  const researcher = await logInStaff(api);
  expect((await researcher.open(path)).status).toBe(403);
  const manager = await logInStaff(api, 'manager');
  expect((await manager.open(path)).text).toContain('Do not stop your medicine suddenly.');
  expect((await manager.open(`/admin/participants/${randomUUID()}/leave-plan`)).status).toBe(404);
  await manager.open(path);
  expect((await manager.submit(path, { reason: '' })).status).toBe(422);
  expect((await manager.submit(path, { reason: 'advice' })).status).toBe(303);
  expect(await stopsOf(id)).toEqual([{ degree: 'plan', reason: 'advice', on: '2026-03-10', by: 'team' }]);
  await manager.open(path);
  expect((await manager.submit(path, { reason: 'advice' })).status).toBe(409);
  expect(await stopsOf(id)).toHaveLength(1);
});

test('no more contact keeps the day and the reason, and ends the follow-up', async () => {
  const person = await logInRandomised(api, 'usual-care');
  const { id } = person.participant;
  expect((await (await api.visit()).request(stopContact.path, { body: { reason: 'privacy' } })).status).toBe(
    401,
  );
  expect((await person.request(stopContact.path, { body: { reason: 'boredom' } })).status).toBe(400);
  await person.send(stopContact, { reason: 'privacy' });
  expect(await stopsOf(id)).toEqual([
    { degree: 'contact', reason: 'privacy', on: '2026-03-10', by: 'participant' },
  ]);
  const team = await logInStaff(api);
  expect((await team.open(`/admin/participants/${id}`)).text).toContain('Not applicable');
});

test('the team ends no one’s contact in their name', async () => {
  const { id } = await api.buildParticipant();
  const browser = await logInStaff(api);
  await browser.act(id);
  const { status, json } = await browser.request(stopContact.path, { body: { reason: 'privacy' } });
  expect([status, json.error.code]).toEqual([403, 'not-allowed']);
  expect(await stopsOf(id)).toEqual([]);
});

test('of a plan left twice, the second time decides which check-ups were made before', async () => {
  const person = await logInRandomised(api, 'reduction');
  const { id } = person.participant;
  await person.send(leavePlan, { reason: 'effort' });
  await resumePlan(api.operation(), id);
  api.clock.advance(HOUR_MS / 60);
  const recordedAt = api.clock.now().toISOString();
  api.clock.advance(HOUR_MS / 60);
  await person.send(leavePlan, { reason: 'health' });
  const { status } = await person.request(saveRecord.path, { body: { ...RECORD, recordedAt } });
  expect(status).toBe(200);
});

test('the plan of someone who then wanted no more contact is not opened again', async () => {
  const person = await logInRandomised(api, 'reduction');
  const { id } = person.participant;
  await person.send(leavePlan, { reason: 'effort' });
  await person.send(stopContact, { reason: 'privacy' });
  const manager = await logInStaff(api, 'manager');
  await manager.open(`/admin/participants/${id}`);
  expect((await manager.submit(`/admin/participants/${id}/resume-plan`)).status).toBe(403);
  expect(await api.query('select left_plan_on::text as day from participant where id = $1', [id])).toEqual([
    { day: '2026-03-10' },
  ]);
});

test('a stop is of the trial’s own day, which UTC may not have yet', async () => {
  api.clock.set('2026-03-12T14:00:00Z');
  const person = await logInRandomised(api, 'reduction');
  await person.send(leavePlan, { reason: 'effort' });
  await person.send(stopContact, { reason: 'privacy' });
  expect((await stopsOf(person.participant.id)).map(({ on }) => on)).toEqual(['2026-03-13', '2026-03-13']);
});

test('an erased person stays as a count of their arm and stratum only, an anonymous one keeps day and reason', async () => {
  const count = () =>
    api.query('select arm, stratum, count(*)::int from allocation group by 1, 2 order by 1, 2');
  const gone = await logInRandomised(api, 'reduction');
  const anonymous = await logInRandomised(api, 'usual-care');
  await gone.send(leavePlan, { reason: 'health' });
  const before = await count();
  await gone.send(saveUserDataConsent, { value: 'delete' });
  await anonymous.send(saveUserDataConsent, { value: 'anonymous' });
  expect(await count()).toEqual(before);
  expect(await stopsOf(gone.participant.id)).toEqual([]);
  expect(
    await api.query(
      `select s.degree, s.reason from stop s join participant p on p.id = s.participant_id
       where p.data_consent = 'anonymous'`,
    ),
  ).toEqual([{ degree: 'anonymous', reason: 'none-given' }]);
  expect(await verifyAuditLog(api.orm.em.fork())).toMatchObject({ fault: null });
});
