import { expect, test } from '@jest/globals';
import { loginCheck, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../testing/create-test-api.ts';

const api = await createTestApi({ connections: 10 });

test('a session that ends while its new password is being saved saves none, and stays ended', async () => {
  const visitor = await api.logIn();
  const { id, email, passwordHash } = visitor.participant;
  const otherTab = api.stranger();
  for (const name of ['stepwise.session', 'stepwise.session.sig', 'csrftoken'])
    otherTab.cookies.set(name, visitor.cookies.get(name));
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from participant where id = $1 for update', [id]);
  const saving = visitor.request(saveUser.path, {
    body: { firstName: 'Late', lastName: '', phone: '', email, password: 'four calm lanterns' },
  });
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
