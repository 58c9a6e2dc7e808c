import { expect, test } from '@jest/globals';
import { loginCheck, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../testing/create-test-api.ts';
import type { Visitor } from '../testing/create-visitor.ts';

const api = await createTestApi({ connections: 10 });

const saveNewPassword = (visitor: Awaited<ReturnType<typeof api.logIn>>) =>
  visitor.request(saveUser.path, {
    body: {
      firstName: 'Late',
      lastName: '',
      phone: '',
      email: visitor.participant.email,
      password: 'four calm lanterns',
    },
  });

/** Another tab of the same browser. */
function openTab(visitor: Visitor): Visitor {
  const tab = api.stranger();
  for (const name of ['stepwise.session', 'stepwise.session.sig', 'csrftoken'])
    tab.cookies.set(name, visitor.cookies.get(name));
  return tab;
}

test('a session that ends while its new password is being saved saves none, and stays ended', async () => {
  const visitor = await api.logIn();
  const { id, passwordHash } = visitor.participant;
  const otherTab = openTab(visitor);
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from participant where id = $1 for update', [id]);
  const saving = saveNewPassword(visitor);
  await api.untilBlocked();
  await otherTab.send(logoutUser, undefined);
  await holder.query('commit');
  holder.release();
  expect(await saving).toMatchObject({ status: 401, json: { error: { code: 'not-logged-in' } } });
  expect(await api.query('select password_hash from participant where id = $1', [id])).toEqual([
    { password_hash: passwordHash },
  ]);
  expect(await api.query('select 1 from session where participant_id = $1', [id])).toEqual([]);
  expect((await visitor.send(loginCheck, undefined)).status).toBe(200);
});

test('a log-out in another tab waits for the new password that is being saved', async () => {
  const visitor = await api.logIn();
  const { id } = visitor.participant;
  const otherTab = openTab(visitor);
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock(724002)');
  const saving = saveNewPassword(visitor);
  await api.untilBlocked();
  const leaving = otherTab.request(logoutUser.path, { method: 'POST' });
  await api.untilBlocked(2);
  await holder.query('commit');
  holder.release();
  expect([(await saving).status, (await leaving).status]).toEqual([200, 204]);
  expect(await api.query('select 1 from session where participant_id = $1', [id])).toEqual([]);
});
