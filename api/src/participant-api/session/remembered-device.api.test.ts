import { describe, expect, test } from '@jest/globals';
import { listDevices } from '@stepwise/shared-contracts/calls/device.calls';
import * as calls from '@stepwise/shared-contracts/calls/session.calls';
import { REMEMBERED_FOR, SESSION_ENDS_IN } from '@stepwise/shared-contracts/calls/session-header';
import { addActivity } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUser, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { PASSWORD } from '../../testing/build-participant.ts';
import { collectStatements } from '../../testing/collect-statements.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { buildStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const REMEMBERED_S = 30 * 86_400;
const SESSION = 'stepwise.session';
const DEVICE = 'stepwise.device';
const api = await createTestApi({ connections: 10 });

const check = async (visitor: Visitor) => {
  const { status, headers } = await visitor.request(calls.loginCheck.path);
  return { isLoggedIn: status === 204, rememberedFor: headers.get(REMEMBERED_FOR) };
};
/** The session's first call brings the token of the session before, which the client then replaces. */
const isLoggedIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.send(calls.loginCheck, undefined)).status === 204;

async function keepLoggedIn(email?: string | null) {
  const participant = email ? null : await api.buildParticipant();
  const visitor = await api.visit();
  const username = email ?? participant?.email ?? '';
  await visitor.send(calls.loginUser, { username, password: PASSWORD, keep: true });
  return Object.assign(visitor, { email: username });
}

/** A browser that was closed, or a thief: only the token of the device is left. */
function reopened(visitor: Visitor, token = visitor.cookies.get(DEVICE)): Visitor {
  const copy = api.stranger();
  if (token) copy.cookies.set(DEVICE, token);
  return copy;
}

const eventsOf = async (email: string): Promise<string[]> =>
  (
    await api.query(
      `select e.type from audit_event e join participant p on p.id = e.subject where p.email = $1 order by e.id`,
      [email],
    )
  ).map(({ type }) => type);

describe('a device that stays logged in', () => {
  test('is one that the person asked for; any other ends with the browser', async () => {
    const asked = await keepLoggedIn();
    const other = await api.logIn();
    expect(other.cookies.get(DEVICE)).toBe('');
    expect(await check(other)).toEqual({ isLoggedIn: true, rememberedFor: null });
    expect(await isLoggedIn(reopened(other))).toBe(false);
    api.clock.advance(121 * MINUTE_MS);
    expect(await isLoggedIn(other)).toBe(false);
    expect(await isLoggedIn(asked)).toBe(true);
  });

  test('stays so for 30 days from its last use, and says for how long', async () => {
    const used = await keepLoggedIn();
    expect(await check(used)).toEqual({ isLoggedIn: true, rememberedFor: String(REMEMBERED_S) });
    for (let month = 0; month < 3; month++) {
      api.clock.advance(30 * DAY_MS - 1);
      expect(await isLoggedIn(used)).toBe(true);
      const { headers } = await used.request(calls.loginCheck.path);
      // The page warns of no end two minutes before one that does not come.
      expect([headers.get(REMEMBERED_FOR), headers.get(SESSION_ENDS_IN)]).toEqual([
        `${REMEMBERED_S}`,
        `${REMEMBERED_S}`,
      ]);
      await api.cleanUp();
    }
    api.clock.advance(30 * DAY_MS);
    expect(await check(used)).toEqual({ isLoggedIn: false, rememberedFor: null });
    expect(used.cookies.get(DEVICE)).toBe('');
    await api.cleanUp();
    expect(await api.query('select 1 from device where expires_at <= $1', [api.clock.now()])).toEqual([]);
  });

  test('ends a year after the log-in, however often it was used', async () => {
    const used = await keepLoggedIn();
    for (let month = 0; month < 12; month++) {
      api.clock.advance(30 * DAY_MS - 1);
      expect(await isLoggedIn(used)).toBe(true);
    }
    const { rememberedFor } = await check(used);
    expect(Number(rememberedFor)).toBeLessThanOrEqual(6 * 86_400);
    api.clock.advance(6 * DAY_MS);
    expect(await isLoggedIn(used)).toBe(false);
  });

  test('has its token in a cookie that no script reads, and the database its hash', async () => {
    const { email } = await api.buildParticipant();
    const visitor = await api.visit();
    const body = { username: email, password: PASSWORD, keep: true };
    const { headers } = await visitor.request(calls.loginUser.path, { body });
    const line = headers.getSetCookie().find((text) => text.startsWith(`${DEVICE}=`));
    expect(line).toMatch(/; path=\/; expires=[^;]+; samesite=lax; httponly$/);
    const [key = ''] = visitor.cookies.get(DEVICE).split('.');
    const rows = await api.query('select row_to_json(d)::text as row from device d');
    expect(key).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  test('gives a save of a page that was open its new session', async () => {
    const visitor = await keepLoggedIn();
    api.clock.advance(DAY_MS);
    const { status } = await visitor.send(addActivity, { activity: { text: 'A walk' } });
    expect(status).toBe(200);
    expect(await eventsOf(visitor.email)).toEqual(['session.logged-in', 'session.resumed', 'activity.added']);
  });

  test('changes its session and the token by one statement each', async () => {
    const visitor = await keepLoggedIn();
    api.clock.advance(DAY_MS);
    await api.cleanUp();
    const statements = collectStatements();
    expect(await isLoggedIn(visitor)).toBe(true);
    const made = statements.made();
    statements.stop();
    const changes = made.map(
      (each) => /^(insert into|update|delete from) "(session|device)"/.exec(each)?.[0],
    );
    expect(changes.filter(Boolean)).toEqual(['update "device"', 'insert into "session"']);
  });

  test('saves nothing that another site sent', async () => {
    const visitor = reopened(await keepLoggedIn());
    const body = { activity: { text: 'Planted' } };
    const answer = await visitor.request(addActivity.path, { body, headers: { 'x-csrftoken': '' } });
    expect(answer.json.error.code).toBe('wrong-csrf-token');
  });

  test('asks for the password again before the account changes hands', async () => {
    const visitor = await keepLoggedIn();
    api.clock.advance(DAY_MS);
    const body = {
      firstName: 'A',
      lastName: 'B',
      phone: '',
      email: visitor.email,
      password: 'four calm steps down',
    };
    await expect(visitor.send(saveUser, body)).rejects.toMatchObject({ code: 'unprocessable' });
  });
});

describe('the token', () => {
  test('is exchanged at each new session, and the one before gets the same successor for 60 seconds', async () => {
    const visitor = await keepLoggedIn();
    const first = visitor.cookies.get(DEVICE);
    const tab = reopened(visitor, first);
    const otherTab = reopened(visitor, first);
    expect(await isLoggedIn(tab)).toBe(true);
    api.clock.advance(MINUTE_MS);
    expect(await isLoggedIn(otherTab)).toBe(true);
    const second = tab.cookies.get(DEVICE);
    expect(second).not.toBe(first);
    expect(otherTab.cookies.get(DEVICE)).toBe(second);
    api.clock.advance(DAY_MS);
    expect(await isLoggedIn(reopened(visitor, second))).toBe(true);
    expect(await eventsOf(visitor.email)).toEqual([
      'session.logged-in',
      'session.resumed',
      'session.resumed',
    ]);
  });

  test('gets one successor when two requests bring it at once', async () => {
    const visitor = await keepLoggedIn();
    const tabs = [reopened(visitor), reopened(visitor)];
    const holder = await api.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from participant where email = $1 for update', [visitor.email]);
    const asking = tabs.map((tab) => isLoggedIn(tab));
    await api.untilBlocked(2);
    await holder.query('commit');
    holder.release();
    expect(await Promise.all(asking)).toEqual([true, true]);
    expect(tabs[0]?.cookies.get(DEVICE)).toBe(tabs[1]?.cookies.get(DEVICE));
    expect(await eventsOf(visitor.email)).toEqual(['session.logged-in', 'session.resumed']);
  });

  test('used later ends the device and its sessions for both who have it, and says so until the next log-in', async () => {
    const visitor = await keepLoggedIn();
    const elsewhere = await keepLoggedIn(visitor.email);
    const thief = reopened(visitor);
    expect(await isLoggedIn(thief)).toBe(true);
    api.clock.advance(MINUTE_MS + 1);
    const owner = reopened(visitor);
    expect(await check(owner)).toEqual({ isLoggedIn: false, rememberedFor: '0' });
    expect(owner.cookies.get(DEVICE)).toBe('');
    expect(await check(owner)).toEqual({ isLoggedIn: false, rememberedFor: '0' });
    expect(await check(thief)).toEqual({ isLoggedIn: false, rememberedFor: '0' });
    await expect(visitor.send(calls.allData, undefined)).rejects.toMatchObject({ code: 'not-logged-in' });
    expect(await isLoggedIn(elsewhere)).toBe(true);
    expect((await elsewhere.send(listDevices, undefined)).body.devices).toMatchObject([{ isCurrent: true }]);
    expect((await eventsOf(visitor.email)).filter((type) => type === 'device.token-reused')).toHaveLength(1);
    await owner.send(calls.loginUser, { username: visitor.email, password: PASSWORD });
    expect(await check(owner)).toEqual({ isLoggedIn: true, rememberedFor: null });
  });

  test('is in the audit log once a day', async () => {
    const { email, ...visitor } = await keepLoggedIn();
    let browser: Visitor = visitor;
    const resumed = async () => {
      browser = reopened(browser);
      expect(await isLoggedIn(browser)).toBe(true);
      return (await eventsOf(email)).filter((type) => type === 'session.resumed').length;
    };
    expect([await resumed(), await resumed()]).toEqual([1, 1]);
    api.clock.advance(DAY_MS);
    expect([await resumed(), await resumed()]).toEqual([2, 2]);
  });

  test('of long ago ends the device as well', async () => {
    const visitor = await keepLoggedIn();
    const first = visitor.cookies.get(DEVICE);
    for (let day = 0; day < 3; day++) {
      api.clock.advance(DAY_MS);
      expect(await isLoggedIn(visitor)).toBe(true);
    }
    expect((await check(reopened(visitor, first))).rememberedFor).toBe('0');
    expect(await isLoggedIn(visitor)).toBe(false);
  });

  test('that is forged opens nothing, ends nothing and is taken away', async () => {
    const visitor = await keepLoggedIn();
    const [key, , signature] = visitor.cookies.get(DEVICE).split('.');
    for (const forged of [
      ...['x', '..', 'x.0.y', `${key}.0.`, `${key}.1.${signature}`, `${key}.-1.${signature}`],
      `x${key}.0.${signature}`,
    ]) {
      const thief = reopened(visitor, forged);
      expect(await check(thief)).toEqual({ isLoggedIn: false, rememberedFor: null });
      expect(thief.cookies.get(DEVICE)).toBe('');
    }
    expect(await isLoggedIn(reopened(visitor))).toBe(true);
  });

  test('does not open another participant', async () => {
    const [one, other] = [await keepLoggedIn(), await keepLoggedIn()];
    const { body } = await reopened(one).send(calls.allData, undefined);
    expect(body.user.email).toBe(one.email);
    expect(body.user.email).not.toBe(other.email);
  });
});

describe('the device is logged out by', () => {
  test('a log-out, also after its session ran out', async () => {
    for (const wait of [0, DAY_MS]) {
      const visitor = await keepLoggedIn();
      const token = visitor.cookies.get(DEVICE);
      api.clock.advance(wait);
      await visitor.send(calls.logoutUser, undefined);
      expect(visitor.cookies.get(DEVICE)).toBe('');
      expect(await isLoggedIn(visitor)).toBe(false);
      expect(await check(reopened(visitor, token))).toEqual({ isLoggedIn: false, rememberedFor: null });
    }
  });

  test('a new password on another device, which stays itself', async () => {
    const visitor = await keepLoggedIn();
    const changed = await keepLoggedIn(visitor.email);
    const other = await keepLoggedIn();
    const body = {
      firstName: 'A',
      lastName: 'B',
      phone: '',
      email: visitor.email,
      password: 'four calm steps down',
    };
    await changed.send(saveUser, body);
    expect(await isLoggedIn(reopened(visitor))).toBe(false);
    expect(await isLoggedIn(visitor)).toBe(false);
    expect(await isLoggedIn(reopened(changed))).toBe(true);
    expect(await isLoggedIn(reopened(other))).toBe(true);
  });

  test('a new password on itself, also for a copy of its token', async () => {
    const visitor = await keepLoggedIn();
    const thief = reopened(visitor);
    expect(await isLoggedIn(thief)).toBe(true);
    const body = {
      firstName: 'A',
      lastName: 'B',
      phone: '',
      email: visitor.email,
      password: 'four calm steps down',
    };
    await visitor.send(saveUser, body);
    for (const copy of [thief, reopened(thief)]) expect(await isLoggedIn(copy)).toBe(false);
    expect(await isLoggedIn(visitor)).toBe(true);
    api.clock.advance(DAY_MS);
    expect(await isLoggedIn(visitor)).toBe(true);
  });

  test.each(['agree', 'anonymous', 'delete'] as const)('a withdrawal (%s)', async (value) => {
    const visitor = await keepLoggedIn();
    const elsewhere = await keepLoggedIn(visitor.email);
    await visitor.send(saveUserDataConsent, { value });
    for (const each of [visitor, elsewhere, reopened(visitor), reopened(elsewhere)])
      expect(await isLoggedIn(each)).toBe(false);
    const { rows } = await api.pool.query(
      'select 1 from device d left join participant p on p.id = d.participant_id where p.id is null',
    );
    expect(rows).toEqual([]);
  });

  test('another log-in in the same browser, of a member of staff too, who stays logged in nowhere', async () => {
    const visitor = await keepLoggedIn();
    const token = visitor.cookies.get(DEVICE);
    const { email } = await api.buildParticipant();
    await visitor.send(calls.loginUser, { username: email ?? '', password: PASSWORD });
    expect(visitor.cookies.get(DEVICE)).toBe('');
    expect(await isLoggedIn(reopened(visitor, token))).toBe(false);

    const kept = await keepLoggedIn();
    const browser = openStaffBrowser(api);
    for (const name of [SESSION, `${SESSION}.sig`, 'csrftoken', DEVICE])
      browser.cookies.set(name, kept.cookies.get(name));
    const staff = await buildStaff(api);
    await browser.logIn(staff);
    expect(browser.cookies.get(DEVICE)).toBe('');
    expect(await isLoggedIn(reopened(kept))).toBe(false);
    const { id } = await api.buildParticipant();
    await browser.act(id);
    expect(await check(browser)).toEqual({ isLoggedIn: true, rememberedFor: null });
    api.clock.advance(61 * MINUTE_MS);
    expect(await isLoggedIn(browser)).toBe(false);
  });
});

test.each([1, 'true', null, {}])('keep: %j is rejected', async (keep) => {
  const visitor = await api.visit();
  const answer = await visitor.request(calls.loginUser.path, {
    body: { username: 'a', password: 'b', keep },
  });
  expect(answer.json.error.code).toBe('bad-request');
});
