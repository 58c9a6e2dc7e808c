import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { PASSWORD } from '../testing/build-participant.ts';
import { createTestApi } from '../testing/create-test-api.ts';
import { rowsOfPage } from '../testing/rows-of-page.ts';
import { logInStaff } from '../testing/staff-browser.ts';

const DAY_MS = 86_400_000;
const REASON = 'Found unconscious; the hospital asks who treats her.';
/** Noon in Melbourne on 10 March 2026, which the tests' clock shows. */
const HEARD_OF = {
  ...{
    sign: '',
    description: 'Fell at home.',
    source: 'call',
    serious: 'no',
    criteria: '',
    severity: 'mild',
  },
  ...{
    outcome: 'recovered',
    onset: '2026-03-08',
    ended: '2026-03-08',
    awareAt: '2026-03-10T10:00',
    reportedAt: '',
  },
};
const ASSESSED = { relatedness: 'possible', expectedness: 'expected', action: 'step-delayed' };

const api = await createTestApi({ connections: 10 });
beforeEach(() => {
  api.clock.set('2026-03-10T01:00:00Z');
  return api.removeParticipants();
});

const pathOf = (id: string, page = '') => `/admin/participants/${id}${page}`;

test('a plan that was left is not shown to who does not know the arm, what else was stopped is', async () => {
  const person = await api.logIn({ stage: 'timeline' });
  await person.send(leavePlan, { reason: 'effort' });
  api.clock.advance(DAY_MS);
  await person.send(loginUser, { username: person.participant.email ?? '', password: PASSWORD });
  await person.send(stopContact, { reason: 'health' });
  const page = pathOf(person.participant.id);
  const stops = (text: string) =>
    rowsOfPage(text.split('<h2 id="withdrawal">')[1]?.split('</section>')[0] ?? '').slice(1);
  const contact = [
    ...['11/03/2026', 'No longer takes part, information kept', 'Their health', 'The participant'],
  ];
  const { text: whole } = await (await logInStaff(api, 'manager')).open(page);
  expect(whole).not.toContain('Open the plan again');
  expect(stops(whole)).toEqual([
    [
      '10/03/2026',
      'Left the plan, stays in the follow-up',
      'It takes too much time or effort',
      'The participant',
    ],
    contact,
  ]);
  const { text } = await (await logInStaff(api, 'blinded-researcher')).open(page);
  expect(stops(text)).toEqual([contact]);
});

test('the time zone of the device, which follows those who open the app every day, is not shown', async () => {
  const { id } = await api.buildParticipant({ deviceTimeZone: 'Australia/Perth' });
  const shown = async (role: 'researcher' | 'blinded-researcher') => {
    const { text } = await (await logInStaff(api, role)).open(pathOf(id));
    return /Their time.*?<dd>(.*?)<\/dd>/s.exec(text)?.[1];
  };
  expect(await shown('researcher')).toBe('10/03/2026, 9:00 am');
  expect(await shown('blinded-researcher')).toBe('10/03/2026, 12:00 pm');
  await api.query(`update participant set time_zone = 'Australia/Perth' where id = $1`, [id]);
  expect(await shown('blinded-researcher')).toBe('10/03/2026, 9:00 am');
});

describe('the doctor and the support person', () => {
  test('are shown to a blinded researcher for a reason only, which the audit log keeps', async () => {
    const person = await api.logIn({ stage: 'timeline' });
    const { id } = person.participant;
    await person.send(saveDoctor, { name: 'Dr Okonkwo', phone: '0355-500-099', email: '' });
    const blinded = await logInStaff(api, 'blinded-researcher');
    expect((await blinded.open(pathOf(id))).text).not.toMatch(/Okonkwo|500.?099/);
    expect((await blinded.open(pathOf(id, '/helpers'))).text).not.toMatch(/Okonkwo|500.?099/);

    const tooShort = await blinded.submit(pathOf(id, '/helpers'), { reason: 'Now' });
    expect(tooShort).toMatchObject({ status: 422, text: expect.not.stringContaining('Okonkwo') });
    expect(await api.query(`select 1 from audit_event where type = 'helpers.revealed'`)).toEqual([]);

    const shown = await blinded.submit(pathOf(id, '/helpers'), { reason: REASON });
    expect(shown).toMatchObject({ status: 200, text: expect.stringContaining('Dr Okonkwo') });
    expect(
      await api.query(
        `select e.actor, e.subject, v.after from audit_event e join audit_values v on v.event_id = e.id
         where e.type = 'helpers.revealed'`,
      ),
    ).toEqual([{ actor: `staff:${blinded.staff.id}`, subject: id, after: { reason: REASON } }]);
  });

  test('of no participant, or of an anonymous one, are not found', async () => {
    const anonymous = await api.buildParticipant({ dataConsent: 'anonymous', firstName: '', email: null });
    const blinded = await logInStaff(api, 'blinded-researcher');
    expect(await blinded.open(pathOf(randomUUID(), '/helpers'))).toMatchObject({ status: 404 });
    expect(await blinded.open(pathOf(anonymous.id, '/helpers'))).toMatchObject({ status: 403 });
    const withdrawn = await api.buildParticipant({ dataConsent: 'agree' });
    expect(await blinded.open(pathOf(withdrawn.id, '/helpers'))).toMatchObject({ status: 200 });
    const tooLong = await blinded.submit(pathOf(withdrawn.id, '/helpers'), { reason: 'x'.repeat(501) });
    expect(tooLong.status).toBe(422);
  });
});

describe('an adverse event that a blinded researcher hears of', () => {
  test('is reported without what asks for the group, and assessed before it is signed off', async () => {
    const { id } = await api.buildParticipant({ stage: 'timeline' });
    const blinded = await logInStaff(api, 'blinded-researcher');
    expect((await blinded.open(pathOf(id))).text).toContain('Record an adverse event');
    const { text: form } = await blinded.open(pathOf(id, '/adverse-events'));
    expect(form).not.toMatch(/reduction|warning sign/i);
    // What the form does not ask for is not taken either.
    const fields = { ...HEARD_OF, ...ASSESSED, id: randomUUID() };
    const done = await blinded.submit(pathOf(id, '/adverse-events'), fields);
    expect(done).toMatchObject({ status: 303, location: `${pathOf(id)}?done=reported` });
    const { text } = await blinded.open(done.location ?? '');
    expect(text).toContain('The adverse event is reported');
    expect(text).not.toContain('Fell at home');
    const event = `/admin/adverse-events/${fields.id}`;
    for (const path of ['/admin/adverse-events', event, `${event}/change`])
      expect(await blinded.open(path)).toMatchObject({ status: 403 });
    expect(await api.query('select relatedness, expectedness, action from adverse_event_version')).toEqual([
      { relatedness: '', expectedness: '', action: '' },
    ]);

    const researcher = await logInStaff(api);
    const { text: seen } = await researcher.open(event);
    expect(seen).toContain('A blinded member of the team reported it');
    expect(seen.match(/Not assessed yet/g)).toHaveLength(3);
    expect(await researcher.sign(`${event}/sign`, { version: '1' })).toMatchObject({ status: 403 });
    await researcher.open(`${event}/change`);
    const change = { ...HEARD_OF, ...ASSESSED, version: '1', reason: 'Assessed.' };
    expect(await researcher.submit(`${event}/change`, { ...change, action: '' })).toMatchObject({
      status: 422,
    });
    expect(await researcher.submit(`${event}/change`, change)).toMatchObject({ status: 303 });
    const investigator = await logInStaff(api, 'investigator');
    await investigator.open(event);
    expect(await investigator.sign(`${event}/sign`, { version: '2' })).toMatchObject({ status: 303 });
  });

  test('comes from no warning sign', async () => {
    const { id } = await api.buildParticipant({ stage: 'timeline' });
    const blinded = await logInStaff(api, 'blinded-researcher');
    await blinded.open(pathOf(id, '/adverse-events'));
    const fields = { ...HEARD_OF, id: randomUUID() };
    expect(
      await blinded.submit(pathOf(id, '/adverse-events'), { ...fields, source: 'warning-sign' }),
    ).toMatchObject({ status: 422 });
    expect(
      await blinded.submit(pathOf(id, '/adverse-events'), { ...fields, sign: randomUUID() }),
    ).toMatchObject({ status: 303 });
  });
});

describe('a blinded statistician', () => {
  test('gets the masked export only, and sees no other', async () => {
    const statistician = await logInStaff(api, 'statistician');
    await statistician.open('/admin/export');
    await statistician.sign('/admin/export', {
      reason: 'The arms for the data committee',
      variant: 'whole',
    });
    const blinded = await logInStaff(api, 'blinded-statistician');
    expect((await blinded.open('/admin')).text).toContain('Nothing is due.');
    const { text } = await blinded.open('/admin/export');
    expect(text).not.toMatch(/data committee|Everything|Allocation report/);
    const reason = 'The blinded analysis of the primary outcome';
    for (const variant of [{}, { variant: 'whole' }, { variant: 'masked', dates: 'yes' }])
      expect(await blinded.submit('/admin/export', { reason, ...variant })).toMatchObject({ status: 403 });
    await blinded.open('/admin/export');
    const masked = await blinded.sign('/admin/export', { reason, variant: 'masked' });
    expect([masked.status, masked.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect((await blinded.open('/admin/export')).text).toContain(reason);
  });
});
