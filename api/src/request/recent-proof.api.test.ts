import { describe, expect, test } from '@jest/globals';
import { listDevices, logOutDevice } from '@stepwise/shared-contracts/calls/device.calls';
import { loginCheck, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveUser, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { codeAt, setUpSecondFactor } from '../testing/authenticator.ts';
import { PASSWORD } from '../testing/build-participant.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { readPageForm } from '../testing/read-form.ts';
import { logInStaff } from '../testing/staff-browser.ts';

const RECENT_MS = 10 * 60_000;
const api = await createTestApi();
const keyOf = (cookies: { get(name: string): string }) => cookies.get('stepwise.session');
const notices = async () =>
  (await api.query(`select data->>'key' as key from pgboss.job where name = 'send-account-notice'`)).map(
    ({ key }) => key,
  );

async function logInTwice() {
  const visitor = await api.logIn();
  const other = await api.visit();
  await other.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  const { devices } = (await visitor.send(listDevices, undefined)).body;
  return { visitor, other, id: devices.find(({ isCurrent }) => !isCurrent)?.id ?? '' };
}

describe('a change of an account', () => {
  test('needs the password once the last proof is ten minutes old, which then stands for ten more', async () => {
    const { visitor, other, id } = await logInTwice();
    api.clock.advance(RECENT_MS);
    for (const currentPassword of [undefined, 'wrong'])
      await expect(
        visitor.send(logOutDevice, { id, ...(currentPassword && { currentPassword }) }),
      ).rejects.toMatchObject({ code: 'unprocessable', issues: [{ path: ['currentPassword'] }] });
    expect((await other.send(loginCheck, undefined)).status).toBe(204);
    await visitor.send(logOutDevice, { id, currentPassword: PASSWORD });
    expect((await other.send(loginCheck, undefined)).status).toBe(200);
    expect(await notices()).toContain(`logged-out-elsewhere participant ${visitor.participant.id}`);
    api.clock.advance(RECENT_MS - 1);
    await visitor.send(saveUserDataConsent, { value: 'delete' });
    expect(await api.query('select 1 from participant where id = $1', [visitor.participant.id])).toEqual([]);
  });

  test.each(['delete', 'anonymous'] as const)('erases nothing (%s) without it', async (value) => {
    const visitor = await api.logIn();
    api.clock.advance(RECENT_MS);
    await expect(visitor.send(saveUserDataConsent, { value })).rejects.toMatchObject({
      code: 'unprocessable',
    });
    expect((await visitor.send(loginCheck, undefined)).status).toBe(204);
    expect((await visitor.send(saveUserDataConsent, { value, currentPassword: PASSWORD })).status).toBe(204);
  });

  test('allows five wrong passwords again once the right one was given', async () => {
    const { visitor, id } = await logInTwice();
    const codesOf = async (passwords: string[]) => {
      const codes = [];
      for (const currentPassword of passwords) {
        const { json } = await visitor.request(logOutDevice.path, { body: { id, currentPassword } });
        codes.push(json?.error.code);
      }
      return codes;
    };
    const wrong = Array<string>(5).fill('wrong');
    const rejected = Array<string>(5).fill('unprocessable');
    api.clock.advance(RECENT_MS);
    expect(await codesOf([...wrong.slice(1), PASSWORD])).toEqual([...rejected.slice(1), undefined]);
    api.clock.advance(RECENT_MS);
    expect(await codesOf([...wrong, PASSWORD])).toEqual([...rejected, 'too-many-requests']);
  });

  test('a new password gives a new session id, and the session goes on', async () => {
    const visitor = await api.logIn();
    const { firstName, email } = visitor.participant;
    const before = keyOf(visitor.cookies);
    const details = { firstName, lastName: '', phone: '', email: email ?? '' };
    await visitor.send(saveUser, { ...details, password: 'four calm lanterns' });
    expect(keyOf(visitor.cookies)).not.toBe(before);
    expect((await visitor.send(loginCheck, undefined)).status).toBe(204);
    expect(
      await api.query('select 1 from session where participant_id = $1', [visitor.participant.id]),
    ).toHaveLength(1);
  });

  test('of the team asks for the password on a page of its own, and sends the form again', async () => {
    const browser = await logInStaff(api, 'manager');
    await logInStaff(api, 'manager');
    const path = '/admin/account/sessions/end-others';
    await browser.open('/admin/account');
    api.clock.advance(RECENT_MS);
    const asked = await browser.submit(path);
    expect(asked).toMatchObject({ status: 422, text: expect.stringContaining('Confirm that it is you') });
    expect(await browser.submit(path, { currentPassword: 'wrong' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('This is not your password.'),
    });
    expect(await browser.submit(path, { currentPassword: PASSWORD })).toMatchObject({ status: 303 });
    await browser.open('/admin/account');
    expect(await browser.submit(path)).toMatchObject({ status: 303 });

    const person = await api.buildParticipant();
    const close = `/admin/participants/${person.id}/close`;
    api.clock.advance(RECENT_MS);
    await browser.open('/admin/account');
    const { text } = await browser.submit(close, { closure: 'ended' });
    expect(readPageForm(text, close)).toEqual({ closure: ['ended'], currentPassword: [''] });
  });

  test('of the team that sets up a second factor needs the password as well', async () => {
    const browser = await logInStaff(api);
    api.clock.advance(RECENT_MS);
    const { codes, page, key } = await setUpSecondFactor(browser, api.clock.now());
    expect([page.status, codes]).toEqual([422, []]);
    const proved = { code: codeAt(key, api.clock.now()), currentPassword: PASSWORD };
    const { text } = await browser.submit('/admin/account/second-factor', proved);
    expect(text).toContain('recovery codes');
    expect(await notices()).toContain(`second-factor-added staff ${browser.staff.id}`);
  });
});
