// In one file: all tests share one moved clock and its mailbox.
import { expect, test } from '@jest/globals';
import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUser, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { acceptInstants } from '../../../testing/accept-instants.ts';
import { PASSWORD } from '../../../testing/build-participant.ts';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import { logInStaff, openStaffBrowser } from '../../../testing/staff-browser.ts';
import { verifyAuditLog } from '../../data/audit-log/verify-audit-log.ts';
import { hasTrialEnded } from '../../trial/follow-ups/find-follow-ups.ts';
import { sendDailyReminders } from './send-daily-reminders.job.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Nine in the morning in Melbourne, on 10 March 2026. */
const NINE = '2026-03-09T22:00:00Z';
const RECORD = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };

const log: string[] = [];
const api = await createMailingApi({
  connections: 10,
  // Days pass between what a participant does here.
  config: { sessionIdleMs: 60 * DAY_MS, sessionAbsoluteMs: 60 * DAY_MS },
  log: (line) => log.push(line),
});

// The tests move the clock back.
await api.queryAsOwner(acceptInstants('greatest(given, last)'));
const look = () => sendDailyReminders(api.operation(), api.mailing, hasTrialEnded);

/** A participant with reminders at nine from 10 March, and what came for them since. */
async function withReminder(hour: number | null = 9) {
  api.clock.set('2026-03-09T12:00:00Z');
  const person = await api.logIn();
  expect((await person.send(saveReminder, { hour })).status).toBe(204);
  api.clock.set(NINE);
  const { email, id } = person.participant;
  return Object.assign(person, {
    id,
    /** Without the notice of an erasure, which may come at any moment. */
    mail: () =>
      api.mail.received.filter(
        ({ to, subject }) =>
          to?.[0]?.address === email && subject !== api.content.mail.informationErased.subject,
      ),
    messages: () =>
      api.query(
        `select local_date::text as day, kind, outcome from reminder_message where participant_id = $1 order by 1`,
        [id],
      ),
  });
}

async function lookEachDay(days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await look();
    api.clock.advance(DAY_MS);
  }
}

test('the daily reminder comes once on a day without a record, in words and from a sender that say nothing', async () => {
  const person = await withReminder();
  api.clock.advance(-1);
  await look();
  expect(person.mail()).toEqual([]);
  api.clock.set(NINE);
  await Promise.all([look(), look()]);
  await look();
  expect(person.mail()).toMatchObject([{ subject: 'Your two minutes', from: { name: 'Stepwise' } }]);
  const [{ text = '', html = '', headers = [] } = {}] = person.mail();
  for (const words of [text, html]) {
    expect(words).toContain('Here are your two minutes');
    // The link's token is random, and may have any letters in it.
    const said = words.replaceAll(/\/daily-reminder\/[\w-]+/g, '');
    expect(said).not.toMatch(/trial|research|dose|mg|medic|depress|sertraline/i);
    expect(said).not.toContain(person.participant.firstName);
  }
  expect(headers).toContainEqual(
    expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
  );
  expect(await person.messages()).toEqual([{ day: '2026-03-10', kind: 'daily', outcome: 'sent' }]);
});

test('the daily reminder does not come on a day that is recorded, or later than three hours after its time', async () => {
  const recorded = await withReminder();
  await recorded.send(saveRecord, RECORD);
  const late = await withReminder();
  api.clock.advance(3 * HOUR_MS);
  await look();
  expect([...recorded.mail(), ...late.mail()]).toEqual([]);
});

test('the daily reminder does not come to who records the day while reminders are being sent', async () => {
  const person = await withReminder();
  await sendDailyReminders(api.operation(), api.mailing, async () => {
    await person.send(saveRecord, RECORD);
    return false;
  });
  expect(person.mail()).toEqual([]);
  expect(await person.messages()).toEqual([]);
});

test('an hour that has passed counts from tomorrow', async () => {
  api.clock.set(NINE);
  const person = await api.logIn();
  await person.send(saveReminder, { hour: 9 });
  await look();
  const days = () =>
    api.query('select local_date::text as day from reminder_message where participant_id = $1', [
      person.participant.id,
    ]);
  expect(await days()).toEqual([]);
  api.clock.advance(DAY_MS);
  await look();
  expect(await days()).toEqual([{ day: '2026-03-11' }]);
});

test('the daily reminder is quiet after four days without a record and one last message, until the next record', async () => {
  const person = await withReminder();
  await lookEachDay(8);
  expect((await person.messages()).map(({ kind }) => kind)).toEqual([
    ...Array<string>(4).fill('daily'),
    'last',
  ]);
  expect(person.mail().at(-1)?.subject).toBe('We will be quiet for now');
  expect((await person.send(allData, undefined)).body.reminder).toMatchObject({ hour: 9, isPaused: true });

  await person.send(saveRecord, RECORD);
  expect((await person.send(allData, undefined)).body.reminder).toMatchObject({ hour: 9, isPaused: false });
  await lookEachDay(2);
  expect((await person.messages()).at(-1)).toEqual({ day: '2026-03-19', kind: 'daily', outcome: 'sent' });

  // A message of a day that is recorded after it is not one without an answer.
  await person.send(saveRecord, { ...RECORD, localDate: '2026-03-19' });
  await lookEachDay(6);
  expect((await person.messages()).slice(6)).toEqual([
    ...[20, 21, 22, 23].map((day) => ({ day: `2026-03-${day}`, kind: 'daily', outcome: 'sent' })),
    { day: '2026-03-24', kind: 'last', outcome: 'sent' },
  ]);
});

test('the daily reminder is not paused before its last message, and begins again once an hour is chosen again', async () => {
  const person = await withReminder();
  const reminder = async () => (await person.send(allData, undefined)).body.reminder;
  await lookEachDay(4);
  expect(await reminder()).toMatchObject({ isPaused: false });
  await lookEachDay(4);
  expect(await reminder()).toMatchObject({ isPaused: true });
  await person.send(saveReminder, { hour: 9 });
  expect(await reminder()).toMatchObject({ hour: 9, isPaused: false });
  expect((await api.eventsOf(person.id, 'reminder.')).at(-1)).toMatchObject({
    ...{ before: { hour: 9 }, after: { hour: 9 } },
  });
  api.clock.advance(DAY_MS);
  await look();
  expect((await person.messages()).at(-1)).toEqual({ day: '2026-03-19', kind: 'daily', outcome: 'sent' });
});

test('the daily reminder comes by the clock of the place in which it was chosen', async () => {
  api.clock.set(NINE);
  const person = await api.logIn();
  person.timeZone = 'America/New_York';
  await person.send(saveReminder, { hour: 9 });
  api.clock.set('2026-03-10T13:00:00Z');
  await look();
  const [message] = await api.query(
    'select local_date::text as day from reminder_message where participant_id = $1',
    [person.participant.id],
  );
  expect(message).toEqual({ day: '2026-03-10' });
});

test('the daily reminder comes by the clock of the place that the device names last', async () => {
  const person = await withReminder();
  api.clock.advance(HOUR_MS);
  person.timeZone = 'America/New_York';
  await person.send(allData, undefined);
  await look();
  expect(await person.messages()).toEqual([]);
  // The last moment of the three hours from nine on.
  api.clock.set('2026-03-10T15:59:59.999Z');
  await look();
  expect(await person.messages()).toEqual([{ day: '2026-03-10', kind: 'daily', outcome: 'sent' }]);
});

test('a daily reminder that the team chooses while acting comes by the participant’s clock, not by the team’s', async () => {
  const person = await withReminder(null);
  const team = await logInStaff(api);
  team.timeZone = 'America/New_York';
  await team.act(person.id);
  expect((await team.send(saveReminder, { hour: 9 })).status).toBe(204);
  const [row] = await api.query('select device_time_zone as zone from participant where id = $1', [
    person.id,
  ]);
  expect(row.zone).toBe('Australia/Melbourne');
  await look();
  // Nine has just come there: the message is of the next day.
  expect(await person.messages()).toEqual([]);
  api.clock.advance(DAY_MS);
  await look();
  expect(await person.messages()).toEqual([{ day: '2026-03-11', kind: 'daily', outcome: 'sent' }]);
});

test('the daily reminder’s link stops it without a log-in, in a browser or by a mail program; a forged one changes nothing', async () => {
  const [person, other] = [await withReminder(), await withReminder()];
  await look();
  const { value = '' } = person.mail()[0]?.headers.find(({ key }) => key === 'list-unsubscribe') ?? {};
  const link = new URL(value.replace(/[<>]/g, '')).pathname;
  expect(person.mail()[0]?.text).toContain(link);
  expect(link).not.toContain(person.id);
  const chosen = async () => (await person.send(allData, undefined)).body.reminder?.hour;

  const oneClick = (path: string) =>
    fetch(new URL(path, api.origin), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
  const before = await api.query('select count(*) from audit_event');
  const forged = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
  const known = await oneClick(forged);
  expect(known.status).toBe(200);
  expect((await oneClick(`${link.slice(0, -43)}%00`)).status).toBe(404);
  expect(await chosen()).toBe(9);
  expect(await api.query('select count(*) from audit_event')).toEqual(before);

  // A mail program that opens links ahead stops nothing.
  const browser = openStaffBrowser(api);
  expect(await browser.open(link)).toMatchObject({ status: 200 });
  expect(await chosen()).toBe(9);
  const stopped = await oneClick(link);
  expect(stopped.status).toBe(200);
  expect(await stopped.text()).toBe(await known.text());
  expect(await chosen()).toBeNull();
  expect((await oneClick(link)).status).toBe(200);
  const events = await api.query('select type, actor from audit_event where subject = $1', [person.id]);
  expect(events.filter(({ type }) => type === 'reminder.stopped-by-link')).toEqual([
    { type: 'reminder.stopped-by-link', actor: 'visitor' },
  ]);

  expect((await other.send(allData, undefined)).body.reminder?.hour).toBe(9);

  await person.send(saveReminder, { hour: 9 });
  expect(await browser.open(link)).toMatchObject({ status: 200 });
  expect(await browser.submit(link)).toMatchObject({
    status: 200,
    text: expect.stringContaining('have stopped'),
  });
  expect(await chosen()).toBeNull();
  await lookEachDay(2);
  expect(await person.messages()).toHaveLength(1);
  const [none, nine] = [{ hour: null }, { hour: 9 }];
  const chosenThenStopped = [
    { type: 'reminder.chosen', before: none, after: nine },
    { type: 'reminder.stopped-by-link', before: nine, after: null },
  ];
  expect(await api.eventsOf(person.id, 'reminder.')).toEqual([...chosenThenStopped, ...chosenThenStopped]);
  expect(log.join('')).not.toContain(link);
});

test('a daily reminder whose answer the server did not live to hear is not sent again, and its outcome is unknown', async () => {
  const person = await withReminder();
  const ended = new Error('The process ended.');
  const ending = {
    ...api.mailing,
    mailer: {
      // Its transaction is gone as well, as when the process is killed.
      send: async (): Promise<never> => {
        // Of this database: in the other tests' databases, copies of one, the table has the same number.
        await api.query(
          `select pg_terminate_backend(pid, 10000) from pg_locks join pg_database on database = pg_database.oid
           where datname = current_database() and relation = $1::regclass and pid <> pg_backend_pid()`,
          ['daily_reminder'],
        );
        throw ended;
      },
    },
  };
  await expect(sendDailyReminders(api.operation(), ending, hasTrialEnded)).rejects.toThrow();
  await look();
  expect(person.mail()).toEqual([]);
  expect(await person.messages()).toEqual([{ day: '2026-03-10', kind: 'daily', outcome: null }]);
});

test('a daily reminder for which the mail server is down is not tried again that day', async () => {
  const person = await withReminder();
  await api.mail.stop();
  await expect(look()).rejects.toThrow();
  await api.mail.restart();
  await look();
  expect(await person.messages()).toEqual([{ day: '2026-03-10', kind: 'daily', outcome: 'failed' }]);
});

test('one person’s rejected address holds up no one else’s message', async () => {
  const people = [];
  for (let count = 0; count < 3; count++) people.push(await withReminder());
  people.sort((a, b) => (a.id < b.id ? -1 : 1));
  const [first, second, third] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  for (const { participant } of [first, second]) api.mail.unknown.add(participant.email ?? '');
  await expect(look()).rejects.toMatchObject({ name: 'MessageRejected' });
  expect(third.mail()).toHaveLength(1);
  expect(await third.messages()).toMatchObject([{ outcome: 'sent' }]);
  for (const person of [first, second]) {
    expect(person.mail()).toEqual([]);
    expect(await person.messages()).toMatchObject([{ outcome: 'failed' }]);
  }
  await look();
  api.mail.unknown.clear();
});

test.each(['agree', 'anonymous', 'delete'] as const)(
  'none comes after a withdrawal by “%s”',
  async (value) => {
    const person = await withReminder();
    await look();
    api.clock.advance(DAY_MS);
    await person.send(saveUserDataConsent, { value, currentPassword: PASSWORD });
    await look();
    expect(person.mail()).toHaveLength(1);
    expect(await api.query('select 1 from daily_reminder where participant_id = $1', [person.id])).toEqual(
      [],
    );
  },
);

test('the daily reminder ends once the last follow-up is closed', async () => {
  const person = await withReminder();
  await api.query(
    "insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 1, 'reduction', '2024-01-26T22:00:00Z')",
    [person.id],
  );
  // 24 months later, and the last day of its window.
  await look();
  expect(person.mail()).toHaveLength(1);
  api.clock.advance(DAY_MS);
  await look();
  expect(person.mail()).toHaveLength(1);
  expect(await api.query('select 1 from daily_reminder where participant_id = $1', [person.id])).toEqual([]);
  await expect(person.send(saveReminder, { hour: 9 })).rejects.toMatchObject({ code: 'not-yet' });
  expect((await person.send(allData, undefined)).body?.reminder).toBeUndefined();
});

test('the daily reminder does not come to whom Home tells that now is not the best time', async () => {
  const [person, acted] = [await withReminder(), await withReminder()];
  await api.query('update participant set survey_ineligible = true where id = $1', [person.id]);
  // Who has agreed is asked for check-ups, whatever the survey of the team said.
  await api.query('update participant set acting_ineligible = true where id = $1', [acted.id]);
  await look();
  expect([person.mail().length, acted.mail().length]).toEqual([0, 1]);
});

test('a withdrawal waits for the message that is being sent, and none follows', async () => {
  const person = await withReminder();
  const order: string[] = [];
  let withdrawn: Promise<unknown> | undefined;
  await sendDailyReminders(
    api.operation(),
    {
      ...api.mailing,
      mailer: {
        async send() {
          withdrawn = person
            .send(saveUserDataConsent, { value: 'agree' })
            .then(() => order.push('withdrawn'));
          await api.untilBlocked();
          order.push('sent');
        },
      },
    },
    hasTrialEnded,
  );
  await withdrawn;
  expect(order).toEqual(['sent', 'withdrawn']);
});

test('the daily reminder is offered where the participant has check-ups and the content has its words', async () => {
  const without = [
    ...(['plan', 'usualCare', 'consent'] as const).map((stage) => ({ stage })),
    { consentAgree: false },
    { leftPlanOn: '2026-03-09' },
  ];
  for (const overrides of without) {
    const person = await api.logIn(overrides);
    expect((await person.send(allData, undefined)).body).not.toHaveProperty('reminder');
    const answer = await person.request(saveReminder.path, { body: { hour: 9 } });
    expect([answer.status, answer.json.error.code]).toEqual([409, 'not-yet']);
  }
  const person = await api.logIn();
  expect((await person.send(allData, undefined)).body.reminder).toMatchObject({
    hour: null,
    isPaused: false,
  });
  for (const hour of [24, -1, 1.5, '9'])
    expect((await person.request(saveReminder.path, { body: { hour } })).status).toBe(400);
  const { status } = await (await api.visit()).request(saveReminder.path, { body: { hour: 9 } });
  expect(status).toBe(401);
  expect(await verifyAuditLog(api.orm.em.fork())).toMatchObject({ fault: null });
});

test('a time zone chosen in the details comes before the device’s; one that does not exist is rejected', async () => {
  const person = await withReminder();
  const { firstName, lastName, phone, email } = person.participant;
  const details = { firstName, lastName, phone, email: email ?? '', password: '' };
  const choose = (timeZone: string) => person.request(saveUser.path, { body: { ...details, timeZone } });
  const wrong = await choose('Australia/Nowhere');
  expect([wrong.status, wrong.json.error.issues[0].path]).toEqual([422, ['timeZone']]);
  expect((await choose('Europe/London')).json.user.timeZone).toBe('Europe/London');
  // An earlier release sends none, and changes none.
  expect((await person.send(saveUser, details)).body.user.timeZone).toBe('Europe/London');
  await look();
  expect(await person.messages()).toEqual([]);
  api.clock.set('2026-03-10T09:00:00Z');
  await look();
  expect(await person.messages()).toEqual([{ day: '2026-03-10', kind: 'daily', outcome: 'sent' }]);
  const [{ after }] = await api.query(
    `select v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'details.changed' and e.subject = $1 order by e.id limit 1`,
    [person.id],
  );
  expect(after).toMatchObject({ timeZone: 'Europe/London' });
  expect((await choose('')).json.user.timeZone).toBe('');
});
