// In one file: each end of acting begins with the same acting.
import { beforeEach, expect, test } from '@jest/globals';
import { allData, loginCheck, loginUser, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import * as userCalls from '@stepwise/shared-contracts/calls/user.calls';
import { runs } from '@stepwise/tooling/testing/properties';
import { staffCommands } from '../../cli/staff-commands.ts';
import { verifyAuditLog } from '../../domain/data/audit-log/verify-audit-log.ts';
import { PASSWORD_RESET } from '../../domain/people/accounts/password-reset-token.ts';
import { endActing } from '../../domain/people/sessions/end-acting.command.ts';
import { hashToken } from '../../platform/links/link-token.ts';
import { acceptInstants } from '../../testing/accept-instants.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { eraseValues } from '../../testing/record-withdrawal.ts';
import { logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const MINUTE_MS = 60_000;
const TURNS = runs(4, 20);
const LIST = '/admin/participants';
const ENDED = 'You no longer act for the participant';
const NEW_PASSWORD = 'eleven green kettles';
const api = await createTestApi({ connections: 10 });

// The tests move the clock back.
await api.queryAsOwner(acceptInstants('greatest(given, last)'));
beforeEach(() => api.clock.set('2026-03-10T01:00:00Z'));

/** Who ended acting for a participant, from the audit log. */
const endsOf = (participantId: string) =>
  api.query(
    `select e.actor, e.on_behalf_of as "onBehalfOf", e.at, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.subject = $1 and e.type = 'acting.ended' order by e.id`,
    [participantId],
  );

/** The events about a participant in order, without views of their page. */
const eventsAbout = async (participantId: string): Promise<string[]> =>
  (
    await api.query(
      `select type from audit_event where subject = $1 and type <> 'participant.viewed' order by id`,
      [participantId],
    )
  ).map(({ type }) => type);

/** A participant in a browser of their own, and a member of staff who acts for them. */
async function startActing() {
  const visitor = await api.logIn();
  const staff = await logInStaff(api);
  await staff.act(visitor.participant.id);
  return { visitor, staff, id: visitor.participant.id };
}
type Scene = Awaited<ReturnType<typeof startActing>>;

const details = ({ visitor: { participant } }: Scene) => ({
  firstName: participant.firstName,
  lastName: participant.lastName,
  phone: '',
  email: participant.email ?? '',
});

/** A browser with a link's form for a new password of this account, open. */
async function openReset(column: 'participant_id' | 'staff_id', id: string): Promise<StaffBrowser> {
  const token = `a token of ${id}`;
  const expiresAt = new Date(api.clock.now().getTime() + MINUTE_MS);
  await api.query(
    `insert into password_reset_token (token_hash, ${column}, expires_at) values ($1, $2, $3)`,
    [hashToken(token), id, expiresAt],
  );
  const browser = openStaffBrowser(api);
  await browser.open(`${PASSWORD_RESET}/${encodeURIComponent(token)}`);
  await browser.open(`${PASSWORD_RESET}/choose`);
  return browser;
}

/** What participants do that ends acting for them. */
const BY_PARTICIPANT: Record<string, (scene: Scene) => Promise<unknown>> = {
  'withdraw and allow data retention': ({ visitor }) =>
    visitor.send(userCalls.saveUserDataConsent, { value: 'agree' }),
  'choose a new password': (scene) =>
    scene.visitor.send(userCalls.saveUser, { ...details(scene), password: NEW_PASSWORD }),
  'choose a new password by a link': async ({ id }) =>
    (await openReset('participant_id', id)).submit(`${PASSWORD_RESET}/choose`, { password: NEW_PASSWORD }),
};

test.each(Object.keys(BY_PARTICIPANT))(
  'when participants %s, acting ends by them and its member of staff stays logged in',
  async (name) => {
    const scene = await startActing();
    const { staff, id } = scene;
    await BY_PARTICIPANT[name]?.(scene);

    expect(await endsOf(id)).toEqual([
      {
        actor: `participant:${id}`,
        onBehalfOf: null,
        at: api.clock.now(),
        after: { staffId: staff.staff.id },
      },
    ]);
    const rejected = await staff.request('/api/all-data/', { method: 'POST' });
    expect(rejected.status).toBe(401);
    expect(rejected.headers.get('location')).toBe(LIST);
    expect(await staff.open('/')).toMatchObject({ status: 303, location: LIST });
    expect((await staff.open(LIST)).text).toContain(ENDED);
    expect((await staff.open(LIST)).text).not.toContain(ENDED);
    expect((await staff.open(`${LIST}/${id}`)).text).toMatch(/12:00 pm, ended by the participant</);
    expect(await endsOf(id)).toHaveLength(1);
  },
);

test.each(['anonymous', 'delete'] as const)(
  'choosing "%s" ends acting, whose member of staff stays logged in; of the event its values go',
  async (value) => {
    const { visitor, staff, id } = await startActing();
    await visitor.send(userCalls.saveUserDataConsent, { value });
    expect(await endsOf(id)).toMatchObject([{ actor: `participant:${id}` }]);
    await eraseValues(api);
    expect(await endsOf(id)).toMatchObject([{ after: null }]);
    const rejected = await staff.request('/api/all-data/', { method: 'POST' });
    expect([rejected.status, rejected.headers.get('location')]).toEqual([401, LIST]);
    expect((await staff.open(LIST)).text).toContain(ENDED);
    expect((await staff.open(`${LIST}/${id}`)).status).toBe(404);
    expect((await verifyAuditLog(api.orm.em.fork())).fault).toBeNull();
  },
  600_000,
);

test('a withdrawal by phone ends acting by the manager who carries it out', async () => {
  const { staff, id, visitor } = await startActing();
  const manager = await logInStaff(api, 'manager');
  await api.query(`update staff set name = 'Kim Ode' where id = $1`, [manager.staff.id]);
  const path = `${LIST}/${id}/withdraw/agree`;
  await manager.open(path);
  await manager.submit(path, {
    identifiedBy: 'called-back',
    reason: 'none-given',
    confirmation: visitor.participant.email ?? '',
  });
  expect(await endsOf(id)).toMatchObject([
    { actor: `staff:${manager.staff.id}`, onBehalfOf: null, after: { staffId: staff.staff.id } },
  ]);
  expect((await staff.open(LIST)).text).toContain(ENDED);
  expect((await manager.open(`${LIST}/${id}`)).text).toContain('12:00 pm, ended by Kim Ode');
});

/** What ends the session of a member of staff, and acting with it: by whom. */
const ENDS_SESSION: Record<string, (scene: Scene) => Promise<string>> = {
  'a manager changes the role': async ({ staff }) => {
    const manager = await logInStaff(api, 'manager');
    await manager.open(`/admin/staff/${staff.staff.id}`);
    await manager.submit(`/admin/staff/${staff.staff.id}/role`, { roles: 'manager' });
    return `staff:${manager.staff.id}`;
  },
  'a manager removes the account': async ({ staff }) => {
    const manager = await logInStaff(api, 'manager');
    await manager.open(`/admin/staff/${staff.staff.id}/remove`);
    await manager.submit(`/admin/staff/${staff.staff.id}/remove`);
    return `staff:${manager.staff.id}`;
  },
  'a command removes the account': async ({ staff }) => {
    await staffCommands.remove(api.operation(), { email: staff.staff.email });
    return 'operator';
  },
  'a command replaces the password': async ({ staff }) => {
    await staffCommands.password(api.operation(), { email: staff.staff.email });
    return 'operator';
  },
  'they change their password elsewhere': async ({ staff }) => {
    const elsewhere = openStaffBrowser(api);
    await elsewhere.logIn(staff.staff);
    await elsewhere.open('/admin/account');
    await elsewhere.submit('/admin/account/password', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD });
    return `staff:${staff.staff.id}`;
  },
  'they choose a password by a link': async ({ staff }) => {
    const elsewhere = await openReset('staff_id', staff.staff.id);
    await elsewhere.submit(`${PASSWORD_RESET}/choose`, { password: NEW_PASSWORD });
    return `staff:${staff.staff.id}`;
  },
  'they log in as a participant in the same browser': async ({ staff, visitor }) => {
    await staff.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
    return `staff:${staff.staff.id}`;
  },
  'they log in to the team again in the same browser': async ({ staff }) => {
    const fields = { email: staff.staff.email, password: PASSWORD };
    await staff.post('/admin/log-in', { csrfToken: staff.cookies.get('csrftoken') ?? '', ...fields });
    return `staff:${staff.staff.id}`;
  },
};

test.each(Object.keys(ENDS_SESSION))('when %s, one audit event has who ended acting', async (name) => {
  const scene = await startActing();
  const actor = await ENDS_SESSION[name]?.(scene);
  const { staffId, ...own } = { staffId: scene.staff.staff.id, onBehalfOf: scene.id };
  const isOwn = actor === `staff:${staffId}`;
  expect(await endsOf(scene.id)).toMatchObject([
    isOwn ? { actor, ...own, after: null } : { actor, onBehalfOf: null, after: { staffId } },
  ]);
  const stillActing = await api.query(
    'select 1 from session where staff_id = $1 and participant_id is not null',
    [staffId],
  );
  expect(stillActing).toEqual([]);
});

test('a session that runs out while acting ends acting once, at the next request', async () => {
  const { staff, id } = await startActing();
  api.clock.advance(31 * MINUTE_MS);
  await Promise.all(Array.from({ length: 4 }, () => staff.request('/api/all-data/', { method: 'POST' })));
  expect(await endsOf(id)).toMatchObject([
    { actor: `staff:${staff.staff.id}`, onBehalfOf: id, after: { byItself: true } },
  ]);
  expect((await staff.open('/admin/log-in')).text).toContain('You no longer act for the participant.');
  const manager = await logInStaff(api, 'manager');
  expect((await manager.open(`${LIST}/${id}`)).text).toContain('12:31 pm, by itself');
});

test('acting that ran out unnoticed was not ended by a withdrawal that comes later', async () => {
  const { visitor, staff, id } = await startActing();
  for (let turn = 0; turn < 3; turn++) {
    api.clock.advance(25 * MINUTE_MS);
    await visitor.send(allData, undefined);
  }
  await visitor.send(userCalls.saveUserDataConsent, { value: 'agree' });
  expect(await endsOf(id)).toMatchObject([{ actor: `staff:${staff.staff.id}`, after: { byItself: true } }]);
});

test('a log-out that several tabs ask for at once is one end of acting', async () => {
  const { staff, id } = await startActing();
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(724002)');
  const asked = [1, 2, 3].map(() => staff.send(logoutUser, undefined));
  await api.untilBlocked(3);
  await client.query('commit');
  client.release();
  for (const answer of await Promise.all(asked))
    expect(answer).toMatchObject({ status: 205, location: `${LIST}/${id}` });
  expect(await endsOf(id)).toHaveLength(1);
  expect(await staff.open(LIST)).toMatchObject({ status: 200 });
});

test('a log-out while acting waits for a change of the member of staff before it locks the audit log', async () => {
  const { staff } = await startActing();
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('select 1 from staff where id = $1 for update', [staff.staff.id]);
  const leaving = staff.send(logoutUser, undefined);
  await api.untilBlocked();
  const { rows } = await client.query('select pg_try_advisory_xact_lock(724002) as free');
  await client.query('commit');
  client.release();
  expect((await leaving).status).toBe(205);
  expect(rows).toEqual([{ free: true }]);
});

test('a page that was asked for before acting ended does not bring it back', async () => {
  const { visitor, staff } = await startActing();
  await staff.open(LIST);
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('lock table staff in access exclusive mode');
  const search = staff.submit(LIST, { search: 'ada', stage: '' });
  await api.untilBlocked();
  await visitor.send(userCalls.saveUserDataConsent, { value: 'agree' });
  await client.query('commit');
  client.release();
  expect((await search).status).toBe(303);
  expect((await staff.send(loginCheck, undefined)).status).toBe(200);
  await expect(staff.send(allData, undefined)).rejects.toMatchObject({ code: 'not-logged-in' });
});

test.each<[string, (scene: Scene) => Promise<unknown>]>([
  ['their session', ({ staff }) => staff.send(logoutUser, undefined)],
  ['acting only', ({ id }) => endActing(api.operation(), { column: 'participant_id', value: id })],
])('a save under way is rejected as a whole when what ends is %s', async (_, end) => {
  const scene = await startActing();
  const { visitor, staff, id } = scene;
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('select 1 from participant where id = $1 for update', [id]);
  const save = staff.request('/api/save-support/', { body: { name: 'Jo Rivera', phone: '' } });
  await api.untilBlocked();
  await end(scene);
  await client.query('commit');
  client.release();
  const answer = await save;
  expect([answer.status, answer.headers.get('location')]).toEqual([401, LIST]);
  expect(await api.query('select 1 from helper where participant_id = $1', [id])).toEqual([]);
  expect((await eventsAbout(id)).at(-1)).toBe('acting.ended');
  expect((await visitor.send(allData, undefined)).body.support.name).toBe('');
});

test('an erasure ends acting while a transaction that locks the member of staff waits for the audit log', async () => {
  const { visitor, staff } = await startActing();
  await staff.open(LIST);
  await staff.submit(LIST, { search: visitor.participant.email ?? '', stage: '' });
  const client = await api.pool.connect();
  await client.query('begin');
  await client.query('select 1 from staff where id = $1 for update', [staff.staff.id]);
  expect((await visitor.send(userCalls.saveUserDataConsent, { value: 'delete' })).status).toBe(204);
  await client.query('commit');
  client.release();
  const [session] = await api.query('select data from session where staff_id = $1', [staff.staff.id]);
  expect(session.data).toMatchObject({ ended: 'acting' });
  expect(session.data).not.toHaveProperty('participantFilter');
});

const AT_ONCE: Record<string, (scene: Scene) => Promise<unknown>[]> = {
  'a save, a withdrawal and a log-out': ({ visitor, staff }) => [
    staff.request('/api/save-support/', { body: { name: 'Jo Rivera', phone: '' } }),
    visitor.send(userCalls.saveUserDataConsent, { value: 'agree' }),
    staff.send(logoutUser, undefined),
  ],
  'a save, a new password and the removal of the account': (scene) => [
    scene.staff.request('/api/save-support/', { body: { name: 'Jo Rivera', phone: '' } }),
    scene.visitor.send(userCalls.saveUser, { ...details(scene), password: NEW_PASSWORD }),
    staffCommands.remove(api.operation(), { email: scene.staff.staff.email }),
    scene.staff.send(logoutUser, undefined),
  ],
  'acting for the same person again, an erasure and a new password of the team': (scene) => [
    scene.staff.submit(`${LIST}/${scene.id}/act`, { reason: 'Asked by phone to look once more' }),
    scene.visitor.send(userCalls.saveUserDataConsent, { value: 'delete' }),
    staffCommands.password(api.operation(), { email: scene.staff.staff.email }),
  ],
};

test.each(Object.keys(AT_ONCE))(
  '%s at once: each end is recorded once, and no event of acting follows it',
  async (name) => {
    for (let turn = 0; turn < TURNS; turn++) {
      const scene = await startActing();
      await scene.staff.open(`${LIST}/${scene.id}`);
      const answers = await Promise.all(AT_ONCE[name]?.(scene) ?? []);
      for (const answer of answers)
        expect((answer as { status?: number } | undefined)?.status ?? 0).toBeLessThan(500);
      const events = await eventsAbout(scene.id);
      const count = (type: string) => events.filter((each) => each === type).length;
      const open = await api.query(
        'select 1 from session where staff_id = $1 and participant_id is not null',
        [scene.staff.staff.id],
      );
      expect(count('acting.started') - count('acting.ended')).toBe(open.length);
      if (events.includes('support.changed'))
        expect(events.indexOf('support.changed')).toBeLessThan(events.indexOf('acting.ended'));
    }
    expect((await verifyAuditLog(api.orm.em.fork())).fault).toBeNull();
  },
  600_000,
);
