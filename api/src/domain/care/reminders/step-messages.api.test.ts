// In one file: all tests share one moved clock and its mailbox.
import { describe, expect, test } from '@jest/globals';
import { listDevices, logOutDevice } from '@stepwise/shared-contracts/calls/device.calls';
import {
  turnOffNotifications,
  turnOnNotifications,
} from '@stepwise/shared-contracts/calls/notification.calls';
import { prepareStep, reportDose } from '@stepwise/shared-contracts/calls/plan.calls';
import { saveReminder, saveStepMessages } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData, loginUser, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { leavePlan } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import type { PushOutcome } from '../../../platform/push/push-sender.ts';
import { acceptInstants } from '../../../testing/accept-instants.ts';
import { PASSWORD } from '../../../testing/build-participant.ts';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import { logInStaff, openStaffBrowser } from '../../../testing/staff-browser.ts';
import { resumePlan } from '../../trial/consent/leave-plan.command.ts';
import { hasTrialEnded } from '../../trial/follow-ups/find-follow-ups.ts';
import { ensurePushKeys, findPushKeys } from './push-keys.ts';
import { sendDailyReminders } from './send-daily-reminders.job.ts';
import { sendStepMessages } from './send-step-messages.job.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RECORD = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };
/** Nine in the morning in Melbourne, a week before the step of 7 April, and three days after it. */
const ANNOUNCED = '2026-03-30T22:00:00Z';
const DUE = '2026-04-09T23:00:00Z';

const api = await createMailingApi({
  connections: 10,
  config: { sessionIdleMs: 60 * DAY_MS, sessionAbsoluteMs: 60 * DAY_MS },
});
// The tests move the clock back.
await api.queryAsOwner(acceptInstants('greatest(given, last)'));
await ensurePushKeys(api.orm.em.fork());

const mailing = { ...api.mailing, linkSecret: 'a secret of links' };
const look = () => sendStepMessages(api.operation(), mailing, hasTrialEnded);

/** A participant on 100 mg from 10 March, whose step to 50 mg is planned for 7 April. */
async function reducing() {
  api.clock.set('2026-03-10T01:00:00Z');
  const person = await api.logIn();
  await person.send(saveRecord, RECORD);
  const { email, id } = person.participant;
  return Object.assign(person, {
    id,
    mail: () => api.mail.received.filter(({ to }) => to?.[0]?.address === email),
    step: async () => (await person.send(allData, undefined)).body.prescriptions[1]?.id ?? 0,
  });
}

const messagesOf = ({ id }: { id: string }) =>
  api.query('select kind, outcome from step_message where participant_id = $1', [id]);
const subjects = (person: Awaited<ReturnType<typeof reducing>>) =>
  person.mail().map(({ subject }) => subject);

describe('a message about a step', () => {
  test('comes once a week before it and once when it waits for three days, and says nothing', async () => {
    const person = await reducing();
    api.clock.set(ANNOUNCED);
    api.clock.advance(-1);
    await look();
    // Nor three hours later.
    api.clock.advance(3 * HOUR_MS + 1);
    await look();
    expect(subjects(person)).toEqual([]);
    api.clock.set(ANNOUNCED);
    await Promise.all([look(), look()]);
    api.clock.advance(DAY_MS);
    await look();
    expect(subjects(person)).toEqual(['Something for next week']);
    api.clock.set(DUE);
    api.clock.advance(-DAY_MS);
    await look();
    api.clock.set(DUE);
    await look();
    api.clock.advance(DAY_MS);
    await look();
    expect(subjects(person)).toEqual(['Something for next week', 'A short question for you']);
    for (const { text = '', html = '', from } of person.mail()) {
      expect(from).toMatchObject({ name: 'Stepwise' });
      expect(text).toContain(`:\n${api.origin}/\n`);
      const said = `${text}${html}`.replaceAll(/\/step-messages\/[\w-]+/g, '');
      expect(said).not.toMatch(/trial|research|dose|mg|medic|depress|sertraline|plan/i);
      expect(said).not.toContain(person.participant.firstName);
    }
    // The step after it is announced like this one.
    await person.send(reportDose, { day: '2026-04-11', dose: 50, step: await person.step() });
    api.clock.set('2026-05-01T23:00:00Z');
    await look();
    expect(subjects(person).slice(2)).toEqual(['Something for next week']);
    const rows = await api.query(
      'select step_day::text as day, kind, outcome from step_message where participant_id = $1 order by marked_at',
      [person.id],
    );
    expect(rows).toEqual([
      { day: '2026-04-07', kind: 'announced', outcome: 'sent' },
      { day: '2026-04-07', kind: 'due', outcome: 'sent' },
      { day: '2026-05-09', kind: 'announced', outcome: 'sent' },
    ]);
  });

  test('does not come once the trial has ended for the participant', async () => {
    const person = await reducing();
    api.clock.set(ANNOUNCED);
    await sendStepMessages(api.operation(), mailing, async () => true);
    expect(subjects(person)).toEqual([]);
  });

  test('does not come to who switches it off while messages are being sent', async () => {
    const person = await reducing();
    api.clock.set(ANNOUNCED);
    await sendStepMessages(api.operation(), mailing, async (_, id) => {
      if (id === person.id) await person.send(saveStepMessages, { on: false });
      return false;
    });
    expect(subjects(person)).toEqual([]);
    expect(await messagesOf(person)).toEqual([]);
  });

  test('does not come to who withdraws while messages are being sent, and comes to the others', async () => {
    const people = [await reducing(), await reducing()].sort((a, b) => (a.id < b.id ? -1 : 1));
    const [first, second] = people as [(typeof people)[0], (typeof people)[0]];
    api.clock.set(ANNOUNCED);
    await sendStepMessages(api.operation(), mailing, async (_, id) => {
      if (id === first.id) await second.send(saveUserDataConsent, { value: 'agree' });
      return false;
    });
    expect(people.map(subjects)).toEqual([['Something for next week'], []]);
  });

  test('that the mail server rejects is sent no more', async () => {
    const person = await reducing();
    api.mail.unknown.add(person.participant.email ?? '');
    api.clock.set(ANNOUNCED);
    await expect(look()).rejects.toMatchObject({ name: 'MessageRejected' });
    api.mail.unknown.clear();
    await look();
    expect(subjects(person)).toEqual([]);
    expect(await messagesOf(person)).toEqual([{ kind: 'announced', outcome: 'failed' }]);
  });

  test('comes a day later, until noon, where the server was away on its day', async () => {
    const person = await reducing();
    for (const day of [ANNOUNCED, DUE]) {
      api.clock.set(day);
      api.clock.advance(DAY_MS + 3 * HOUR_MS - 1);
      await look();
      api.clock.advance(DAY_MS);
      await look();
    }
    expect(subjects(person)).toEqual(['Something for next week', 'A short question for you']);
  });

  test('comes at the hour of the daily reminder, and not at night', async () => {
    const person = await reducing();
    await person.send(saveReminder, { hour: 19 });
    api.clock.set(ANNOUNCED);
    await look();
    expect(subjects(person)).toEqual([]);
    api.clock.advance(10 * HOUR_MS);
    await look();
    expect(subjects(person)).toEqual(['Something for next week']);
  });

  test.each(['time_zone', 'device_time_zone'])('comes by the clock of the participant’s %s', async (zone) => {
    const person = await reducing();
    await person.send(saveReminder, { hour: 1 });
    await api.query(`update participant set ${zone} = 'Pacific/Kiritimati' where id = $1`, [person.id]);
    // The 31st has begun there; in Melbourne it is the evening of the 30th.
    api.clock.set('2026-03-30T11:00:00Z');
    await look();
    expect(subjects(person)).toEqual(['Something for next week']);
  });

  test('does not come for a day from which the step is moved while messages are being sent', async () => {
    const person = await reducing();
    api.clock.set(ANNOUNCED);
    api.clock.advance(DAY_MS);
    await sendStepMessages(api.operation(), mailing, async () => {
      await api.query(
        `update prescription set date = '2026-04-08', planned = '2026-04-08' where participant_id = $1 and dose = 50`,
        [person.id],
      );
      return false;
    });
    expect([subjects(person), await messagesOf(person)]).toEqual([[], []]);
  });

  test('does not come about a step that was talked about, answered, or moved by staying', async () => {
    const talked = await reducing();
    await talked.send(prepareStep, { step: await talked.step(), talked: true });
    const answered = await reducing();
    const stays = await reducing();
    const again = await reducing();
    api.clock.set(ANNOUNCED);
    await look();
    expect(subjects(talked)).toEqual([]);
    api.clock.advance(7 * DAY_MS);
    await answered.send(reportDose, { day: '2026-04-07', dose: 50, step: await answered.step() });
    await stays.send(reportDose, { day: '2026-04-07', dose: 100, step: null, stay: { until: '2026-04-21' } });
    await again.send(reportDose, { day: '2026-04-07', dose: 100, step: null });
    api.clock.set(DUE);
    await look();
    expect([answered, stays, again].flatMap(subjects)).toEqual(Array(3).fill('Something for next week'));
    // Who stays is asked again on the day they named, and not told of it before.
    api.clock.set('2026-04-13T23:00:00Z');
    await look();
    expect(subjects(stays)).toHaveLength(1);
    api.clock.set('2026-04-23T23:00:00Z');
    await look();
    expect(subjects(stays).at(-1)).toBe('A short question for you');
  });

  test('does not come while help is on, after leaving the plan, or to who withdrew', async () => {
    const inNeed = await reducing();
    const { symptoms } = (await inNeed.send(allData, undefined)).body;
    const selfHarm = symptoms.filter((symptom) => symptom.selfHarm).map(({ id }) => id);
    const left = await reducing();
    await left.send(leavePlan, { reason: 'none-given' });
    const withdrawn = await reducing();
    await withdrawn.send(saveUserDataConsent, { value: 'agree' });
    api.clock.set(ANNOUNCED);
    await inNeed.send(saveRecord, { ...RECORD, mood: false, symptoms: selfHarm });
    const before = subjects(inNeed).length;
    await look();
    expect(subjects(inNeed)).toHaveLength(before);
    expect([...subjects(left), ...subjects(withdrawn)]).toEqual([]);
  });

  test.each([
    ['a withdrawal', saveUserDataConsent, { value: 'agree' }],
    ['switching it off', saveStepMessages, { on: false }],
  ] as const)('makes %s wait while it is sent', async (_, { path }, body) => {
    const person = await reducing();
    api.clock.set(ANNOUNCED);
    const order: string[] = [];
    let ended: Promise<unknown> | undefined;
    const send = async () => {
      ended = person.request(path, { body }).then(({ status }) => order.push(`ended with ${status}`));
      await Promise.race([api.untilBlocked(), ended]);
      order.push('sent');
    };
    await sendStepMessages(api.operation(), { ...mailing, mailer: { send } }, hasTrialEnded);
    await ended;
    expect(order).toEqual(['sent', 'ended with 204']);
  });

  test('is switched off by the participant, or by its link', async () => {
    const person = await reducing();
    const choice = async () => (await person.send(allData, undefined)).body.reminder;
    expect(await choice()).toMatchObject({ stepMessages: true, declinedOn: null });
    await person.send(saveStepMessages, { on: false });
    await person.send(saveStepMessages, { on: false });
    expect(await choice()).toMatchObject({ stepMessages: false });
    api.clock.set(ANNOUNCED);
    await look();
    expect(subjects(person)).toEqual([]);
    await person.send(saveStepMessages, { on: true });
    await look();
    const [link = ''] = /\/account\/step-messages\/[\w-]+/.exec(person.mail()[0]?.text ?? '') ?? [];
    const browser = openStaffBrowser(api);
    await browser.open(link);
    const unknown = await browser.submit(`${link.slice(0, -1)}-`, {});
    expect(unknown).toMatchObject({
      status: 200,
      text: expect.stringContaining('These messages have stopped'),
    });
    expect(await choice()).toMatchObject({ stepMessages: true });
    expect((await browser.submit(link, {})).status).toBe(200);
    expect(await choice()).toMatchObject({ stepMessages: false });
    api.clock.set(DUE);
    await look();
    expect(subjects(person)).toHaveLength(1);
    const events = await api.query(
      `select e.type, v.before, v.after from audit_event e join audit_values v on v.event_id = e.id
       where e.subject = $1 and e.type like 'step-messages%' order by e.id`,
      [person.id],
    );
    const chosen = (on: boolean) => ({
      type: 'step-messages.chosen',
      ...{ before: { on: !on }, after: { on } },
    });
    expect(events).toMatchObject([chosen(false), chosen(true), { type: 'step-messages.stopped-by-link' }]);
  });

  test('stays switched off once the plan was left and is open again', async () => {
    const person = await reducing();
    await person.send(saveStepMessages, { on: false });
    await person.send(leavePlan, { reason: 'none-given' });
    await resumePlan(api.operation(), person.id);
    expect((await person.send(allData, undefined)).body.reminder).toMatchObject({ stepMessages: false });
  });

  test('wanting no daily reminder is remembered with its day', async () => {
    const person = await reducing();
    await person.send(saveReminder, { hour: 9 });
    api.clock.set(ANNOUNCED);
    await person.send(saveReminder, { hour: null });
    expect((await person.send(allData, undefined)).body.reminder).toMatchObject({
      hour: null,
      declinedOn: '2026-03-31',
    });
  });
});

describe('a notification instead of a mail', () => {
  const device = (name: string) => ({
    endpoint: `https://fcm.googleapis.com/fcm/send/${name}`,
    p256dh: `B${'a'.repeat(86)}`,
    auth: 'a'.repeat(22),
  });
  const reminderOf = async (person: Awaited<ReturnType<typeof reducing>>) =>
    (await person.send(allData, undefined)).body.reminder;
  const pushedTo = (name: string) =>
    api.pushed
      .filter(({ endpoint }) => endpoint.endsWith(`/${name}`))
      .map(({ payload }) => JSON.parse(payload));

  test('carries the daily reminder and the step’s, in the words of the mail’s subject', async () => {
    const person = await reducing();
    await person.send(saveReminder, { hour: 9 });
    const { publicKey } = await findPushKeys(api.orm.em.fork());
    expect((await reminderOf(person))?.push).toEqual({ publicKey, isOn: false });
    expect((await person.send(turnOnNotifications, device('one'))).status).toBe(204);
    expect((await reminderOf(person))?.push?.isOn).toBe(true);
    await (await api.logIn()).send(turnOnNotifications, device('another'));
    api.clock.set(ANNOUNCED);
    await look();
    await sendDailyReminders(api.operation(), mailing, hasTrialEnded);
    expect(pushedTo('one')).toEqual([
      { title: 'Stepwise', body: 'Something for next week' },
      { title: 'Stepwise', body: 'Your two minutes' },
    ]);
    expect(pushedTo('another')).toEqual([]);
    expect(subjects(person)).toEqual([]);
  });

  test('is a mail where the push service refuses it, and the device is forgotten where it is gone', async () => {
    const person = await reducing();
    await person.send(turnOnNotifications, device('two'));
    api.push.outcome = 'gone';
    api.clock.set(ANNOUNCED);
    await look();
    api.push.outcome = 'sent';
    expect(subjects(person)).toEqual(['Something for next week']);
    expect((await reminderOf(person))?.push?.isOn).toBe(false);
  });

  test('is no mail as well where one device of several shows it', async () => {
    const person = await reducing();
    await person.send(turnOnNotifications, device('phone'));
    const tablet = await api.visit();
    await tablet.send(loginUser, { username: person.participant.email ?? '', password: PASSWORD });
    await tablet.send(turnOnNotifications, device('tablet'));
    const outcomes: PushOutcome[] = ['sent', 'failed'];
    const push = { send: async () => outcomes.shift() ?? 'failed' };
    api.clock.set(ANNOUNCED);
    await sendStepMessages(api.operation(), { ...mailing, push }, hasTrialEnded);
    expect(outcomes).toEqual([]);
    expect(subjects(person)).toEqual([]);
    await tablet.send(turnOffNotifications, undefined);
    expect((await reminderOf(person))?.push?.isOn).toBe(true);
    expect((await tablet.send(allData, undefined)).body.reminder?.push?.isOn).toBe(false);
  });

  test.each(['log-out', 'another device', 'withdrawal', 'the switch'])('ends with %s', async (how) => {
    const person = await reducing();
    const name = how.replace(' ', '-');
    await person.send(turnOnNotifications, device(name));
    if (how === 'log-out') await person.send(logoutUser, undefined);
    if (how === 'withdrawal') await person.send(saveUserDataConsent, { value: 'anonymous' });
    for (let time = 0; how === 'the switch' && time < 2; time++)
      await person.send(turnOffNotifications, undefined);
    if (how === 'another device') {
      const other = await api.visit();
      await other.send(loginUser, { username: person.participant.email ?? '', password: PASSWORD });
      const { devices } = (await other.send(listDevices, undefined)).body;
      const lost = devices.find(({ isCurrent }) => !isCurrent)?.id ?? '';
      await other.send(logOutDevice, { id: lost, currentPassword: PASSWORD });
    }
    expect(
      await api.query('select 1 from push_subscription where endpoint = $1', [device(name).endpoint]),
    ).toEqual([]);
    const events = await api.eventsOf(person.id, 'notifications.');
    expect(events.map(({ type }) => type)).toEqual([
      'notifications.turned-on',
      ...(how === 'the switch' ? ['notifications.turned-off'] : []),
    ]);
  });

  test('is rejected on a device that is logged out at the same time', async () => {
    const person = await reducing();
    const holder = await api.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from participant where id = $1 for update', [person.participant.id]);
    const turningOn = person.request(turnOnNotifications.path, { body: device('late') });
    await api.untilBlocked();
    await holder.query('delete from device where participant_id = $1', [person.participant.id]);
    await holder.query('commit');
    holder.release();
    const { status, json } = await turningOn;
    expect([status, json.error.code]).toEqual([409, 'not-yet']);
  });

  test('comes to one person of a browser only', async () => {
    const [first, second] = [await reducing(), await reducing()];
    await first.send(turnOnNotifications, device('shared'));
    await second.send(turnOnNotifications, device('shared'));
    expect((await reminderOf(first))?.push?.isOn).toBe(false);
    expect((await reminderOf(second))?.push?.isOn).toBe(true);
  });

  test('is rejected for an address elsewhere, for staff who act, and without a plan', async () => {
    const person = await reducing();
    const elsewhere = { ...device('x'), endpoint: 'https://example.org/x' };
    const inSetup = await api.logIn({ stage: 'plan' });
    const visitor = await api.visit();
    const team = await logInStaff(api);
    await team.act(person.id);
    const code = (sent: Promise<unknown>) =>
      sent.then(
        () => 'sent',
        (error: { code: string }) => error.code,
      );
    expect(await code(person.send(turnOnNotifications, elsewhere))).toBe('unprocessable');
    expect(await code(visitor.send(turnOnNotifications, device('x')))).toBe('not-logged-in');
    expect(await code(inSetup.send(turnOnNotifications, device('x')))).toBe('not-yet');
    expect(await code(inSetup.send(saveStepMessages, { on: false }))).toBe('not-yet');
    expect(await code(team.send(turnOnNotifications, device('x')))).toBe('not-allowed');
    expect((await team.send(allData, undefined)).body.reminder?.push).toBeUndefined();
  });

  test('its keys are made once', async () => {
    const before = await findPushKeys(api.orm.em.fork());
    await ensurePushKeys(api.orm.em.fork());
    expect((await findPushKeys(api.orm.em.fork())).publicKey).toBe(before.publicKey);
  });
});
