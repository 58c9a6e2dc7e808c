import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import * as planCalls from '@stepwise/shared-contracts/calls/plan.calls';
import { allData, loginCheck, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData, surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import * as userCalls from '@stepwise/shared-contracts/calls/user.calls';
import { startActing } from '../../domain/people/acting/start-acting.command.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const MINUTE_MS = 60_000;
const SESSION = 'stepwise.session';
/** The list of the team's pages, opened often enough that the session does not end for want of use. */
async function keepInUse(browser: StaffBrowser, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 20) {
    api.clock.advance(20 * MINUTE_MS);
    await browser.open('/admin/log-in');
  }
}

const REASON = 'Asked by phone to change the schedule';
const api = await createTestApi();

const isIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.send(loginCheck, undefined)).status === 204;

const eventsOf = (participantId: string) =>
  api.query(
    `select e.type, e.actor, e.on_behalf_of as "onBehalfOf", v.after
     from audit_event e join audit_values v on v.event_id = e.id where e.subject = $1 and e.type <> 'participant.viewed' order by e.id`,
    [participantId],
  );

test('acting for another participant ends acting for the first', async () => {
  const [first, second] = [await api.buildParticipant(), await api.buildParticipant()];
  const browser = await logInStaff(api);
  await browser.act(first.id);
  await browser.act(second.id);
  const typesOf = async (id: string) => (await api.eventsOf(id, 'acting.')).map(({ type }) => type);
  expect(await typesOf(first.id)).toEqual(['acting.started', 'acting.ended']);
  expect(await typesOf(second.id)).toEqual(['acting.started']);
});

test('acting with a reason opens the participant’s own product, under a new session id', async () => {
  const participant = await api.buildParticipant({ stage: 'timeline' });
  const browser = await logInStaff(api);
  const before = browser.cookies.get(SESSION);

  expect(await browser.act(participant.id)).toMatchObject({ status: 303, location: '/' });

  expect(browser.cookies.get(SESSION)).not.toBe(before);
  expect(await api.query(`select 1 from session where staff_id = $1`, [browser.staff.id])).toHaveLength(1);
  const { body } = await browser.send(allData, undefined);
  expect(body).toMatchObject({ adminActing: true, user: { id: participant.id } });
  const notice = 'You are acting for a participant until 1:00 pm';
  const { text } = await browser.open('/admin');
  expect(text).toContain(notice);
  expect(text).toContain(`<a href="/admin/participants/${participant.id}">who it is</a>`);
  await browser.send(logoutUser, undefined);
  expect((await browser.open('/admin')).text).not.toContain('You are acting for');
});

test('every event while acting names both actors, and the audit log has the reason and the limit', async () => {
  const participant = await api.buildParticipant({ stage: 'timeline' });
  const browser = await logInStaff(api);
  await browser.act(participant.id);
  await browser.send(userCalls.saveSupport, { name: 'Jo Rivera', phone: '0355-500-022' });

  const both = { actor: `staff:${browser.staff.id}`, onBehalfOf: participant.id };
  const until = new Date(api.clock.now().getTime() + 60 * MINUTE_MS).toISOString();
  expect(await eventsOf(participant.id)).toEqual([
    { type: 'acting.started', ...both, after: { reason: REASON, until } },
    { type: 'support.changed', ...both, after: { name: 'Jo Rivera', phone: '0355-500-022', email: '' } },
  ]);
});

test('logging out while acting goes to the participant’s dashboard and leaves the researcher logged in', async () => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api);
  await browser.act(participant.id);
  const acting = browser.cookies.get(SESSION);

  const location = `/admin/participants/${participant.id}`;
  expect(await browser.send(logoutUser, undefined)).toMatchObject({ status: 205, location });

  expect(browser.cookies.get(SESSION)).not.toBe(acting);
  expect(await isIn(browser)).toBe(false);
  expect(await browser.open(location)).toMatchObject({ status: 200 });
  expect((await eventsOf(participant.id)).map(({ type }) => type)).toEqual([
    'acting.started',
    'acting.ended',
  ]);
});

test('acting ends by itself after an hour, with one audit event however many requests notice', async () => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api);
  await browser.act(participant.id);
  await keepInUse(browser, 40);
  api.clock.advance(20 * MINUTE_MS - 1);
  expect(await isIn(browser)).toBe(true);
  api.clock.advance(1);

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => browser.request('/api/all-data/', { method: 'POST' })),
  );

  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  for (const { headers } of answers) expect(headers.get('location')).toBe('/admin/participants');
  // A page of the participants' product redirects until a staff page has shown that acting ended.
  expect(await browser.open('/')).toMatchObject({ status: 303, location: '/admin/participants' });
  expect((await browser.open('/admin/participants')).text).toContain('You no longer act for the participant');
  expect((await browser.open('/admin/participants')).text).not.toContain('You no longer act');
  expect((await browser.open('/')).status).not.toBe(303);
  expect(await browser.open('/admin/participants')).toMatchObject({ status: 200 });
  expect((await eventsOf(participant.id)).map(({ type }) => type)).toEqual([
    'acting.started',
    'acting.ended',
  ]);
});

test('survey answers given while acting go when acting ends by itself', async () => {
  const participant = await api.buildParticipant({ stage: 'eligibility' });
  const browser = await logInStaff(api);
  await browser.act(participant.id);
  const question = api.content.survey.questions[0];
  const optionId = question?.options[0]?.id ?? 0;
  await browser.send(surveySaveOption, { questionId: question?.id ?? 0, optionId });
  const answers = async () => (await browser.send(surveyData, undefined)).body.answers;
  expect(await answers()).toContain(optionId);
  await keepInUse(browser, 60);
  expect(new Set(await answers())).toEqual(new Set([null]));
});

test('neither acting nor its end prolongs the session beyond its absolute limit', async () => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api);
  await keepInUse(browser, 9 * 60 + 20);
  await browser.act(participant.id);
  await browser.send(logoutUser, undefined);
  await browser.act(participant.id);
  await keepInUse(browser, 20);
  api.clock.advance(20 * MINUTE_MS - 1);
  expect(await isIn(browser)).toBe(true);
  api.clock.advance(1);
  expect(await isIn(browser)).toBe(false);
  expect(await browser.open('/admin/participants')).toMatchObject({ location: '/admin/log-in' });
});

test.each([
  ['missing', undefined],
  ['of spaces', '            '],
  ['too short', 'by phone'],
  ['too long', 'x'.repeat(501)],
])('a reason that is %s starts nothing and says what is asked for', async (_, reason) => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api);
  const path = `/admin/participants/${participant.id}`;
  await browser.open(path);

  const page = await browser.submit(`${path}/act`, reason === undefined ? {} : { reason });

  expect(page.status).toBe(422);
  const [, fault] = /id="reason-error">([^<]*)/.exec(page.text) ?? [];
  expect(fault).toBe('Say why you act for this participant, in 10 to 500 characters.');
  expect(readPageForm(page.text, `${path}/act`)).toEqual({ reason: [reason ?? ''] });
  expect(await browser.open(`${path}/act`)).toMatchObject({ status: 303, location: path });
  expect(await isIn(browser)).toBe(false);
  expect(await eventsOf(participant.id)).toEqual([]);
});

test.each(['agree', 'anonymous'] as const)(
  'acting for a participant who withdrew (%s) is rejected',
  async (dataConsent) => {
    const participant = await api.buildParticipant({ dataConsent });
    const browser = await logInStaff(api);
    const page = await browser.open(`/admin/participants/${participant.id}`);
    expect(page.text).toContain('no longer takes part');
    expect(page.text).not.toContain('/act"');

    expect(await browser.act(participant.id)).toMatchObject({ status: 403 });
    expect(await isIn(browser)).toBe(false);
  },
);

test.each(['00000000-0000-4000-8000-000000000000', 'not-an-id'])(
  'acting for the unknown participant %s is rejected',
  async (id) => {
    const browser = await logInStaff(api);
    await browser.open('/admin/participants');
    const page = await browser.submit(`/admin/participants/${id}/act`, { reason: REASON });
    expect(page).toMatchObject({ status: 404, text: expect.stringContaining('This page does not exist') });
    expect(await isIn(browser)).toBe(false);
  },
);

test('acting is rejected for a member of staff who was removed meanwhile', async () => {
  const { id } = await api.buildParticipant();
  const acting = { participantId: id, reason: REASON, sessionKeyHash: 'none' };
  await expect(startActing(api.operation(), randomUUID(), acting)).rejects.toThrow(
    'You are no longer on the team.',
  );
  expect(await eventsOf(id)).toEqual([]);
});

test('a participant who withdraws ends the acting for them at once', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  const browser = await logInStaff(api);
  await browser.act(visitor.participant.id);
  await visitor.send(userCalls.saveUserDataConsent, { value: 'agree' });
  expect(await isIn(browser)).toBe(false);
});

test('acting ends nothing of the participant’s, and nothing of the same researcher’s elsewhere', async () => {
  const visitor = await api.logIn();
  const browser = await logInStaff(api);
  const elsewhere = openStaffBrowser(api);
  await elsewhere.logIn(browser.staff);

  await browser.act(visitor.participant.id);

  expect(await isIn(visitor)).toBe(true);
  expect((await visitor.send(allData, undefined)).body.adminActing).toBe(false);
  expect(await isIn(elsewhere)).toBe(false);
  expect(await elsewhere.open('/admin/participants')).toMatchObject({ status: 200 });
});

test('acting for another participant ends the first', async () => {
  const first = await api.buildParticipant();
  const second = await api.buildParticipant();
  const browser = await logInStaff(api);
  await browser.act(first.id);
  await browser.act(second.id);
  expect((await browser.send(allData, undefined)).body.user.id).toBe(second.id);
  expect((await eventsOf(first.id)).map(({ type }) => type)).toEqual(['acting.started', 'acting.ended']);
});

test('saves left unsent while acting are accepted from the same member of staff only', async () => {
  const visitor = await api.logIn();
  const { id } = visitor.participant;
  const [one, two] = [await logInStaff(api), await logInStaff(api)];
  for (const browser of [one, two]) await browser.act(id);
  const accountOf = async (browser: Visitor) => (await browser.send(allData, undefined)).body.account ?? '';
  const accounts = [await accountOf(visitor), await accountOf(one), await accountOf(two)];
  expect(new Set(accounts).size).toBe(3);
  const [own = '', ofOne = ''] = accounts;

  const save = (browser: Visitor, account: string) =>
    browser.request(userCalls.saveSupport.path, {
      body: { name: 'Jo Rivera', phone: '' },
      headers: { 'x-participant': account },
    });
  for (const browser of [visitor, two]) expect((await save(browser, ofOne)).status).toBe(401);
  expect((await save(one, ofOne)).status).toBe(204);
  expect((await save(visitor, own)).status).toBe(204);
  // A shell of an earlier release names the participant only.
  expect((await save(two, id)).status).toBe(204);
});

test('acting does not start when its audit event cannot be written', async () => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api);
  await api.queryAsOwner(
    `alter table audit_event add constraint no_acting check (type <> 'acting.started') not valid`,
  );
  try {
    expect(await browser.act(participant.id)).toMatchObject({ status: 500 });
  } finally {
    await api.queryAsOwner('alter table audit_event drop constraint no_acting');
  }
  expect(await isIn(browser)).toBe(false);
});

test('while acting, consent, a data choice and a password change are rejected', async () => {
  const { id, ...details } = await api.buildParticipant({ stage: 'consent' });
  const browser = await logInStaff(api);
  await browser.act(id);
  const before = await api.query('select * from participant where id = $1', [id]);

  // The log-in is no recent proof any more: no password is asked for what is rejected.
  api.clock.advance(10 * 60_000);
  const rejected = [
    browser.send(userCalls.saveUserAgree, { consentAgree: true, futureContact: true }),
    browser.send(userCalls.saveUserDataConsent, { value: 'delete' }),
    browser.send(userCalls.saveUser, {
      firstName: 'Other',
      lastName: details.lastName,
      phone: '',
      email: details.email ?? '',
      password: 'four calm steps down',
    }),
  ];
  for (const call of rejected) await expect(call).rejects.toMatchObject({ code: 'not-allowed' });

  expect(await api.query('select * from participant where id = $1', [id])).toEqual(before);
  expect(await api.query('select 1 from consent where participant_id = $1', [id])).toEqual([]);
});

test('while acting the schedule can be typed by hand after the plan has started, and is linted', async () => {
  const visitor = await api.logIn({ stage: 'timeline' });
  await visitor.send(saveRecord, { sleep: true, mood: true, active: true, symptoms: [], activities: [] });
  const customDates = [
    { date: '10/03/2026', dose: '100', note: '' },
    { date: '12/03/2026', dose: '0', note: 'Stop' },
  ];
  await expect(visitor.send(planCalls.saveMedcustom, { customDates })).rejects.toMatchObject({
    code: 'not-allowed',
  });
  const browser = await logInStaff(api);
  await browser.act(visitor.participant.id);

  const { body } = await browser.send(planCalls.saveMedcustom, { customDates });

  expect(body.prescriptions.map(({ date, dose, days }) => ({ date, dose, days }))).toEqual([
    { date: '2026-03-10', dose: 100, days: 2 },
    { date: '2026-03-12', dose: 0, days: 0 },
  ]);
  expect((await browser.send(planCalls.planFindings, undefined)).body.findings).not.toEqual([]);
});
