// In one file: a sign passes from report to closing through one queue.
import { beforeEach, expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { addSymptom, saveRecord, saveSymptom } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor, saveSupport, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { findSignsOf } from '../../domain/care/warning-signs/find-warning-signs.ts';
import { recordWarningView } from '../../domain/care/warning-signs/resolve-warning-sign.command.ts';
import { sendWarningNotice } from '../../domain/care/warning-signs/send-warning-notice.job.ts';
import { findWarningStaff } from '../../domain/care/warning-signs/set-warning-owner.command.ts';
import { WarningSign } from '../../domain/care/warning-signs/warning-sign.entities.ts';
import { formatDatetime } from '../../platform/html/format-datetime.ts';
import { createMailingApi } from '../../testing/create-mailing-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { eraseValues } from '../../testing/record-withdrawal.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const QUEUE = '/admin/warning-signs';
const MINUTE_MS = 60_000;
const DONE = { action: 'reached-participant', note: 'Called, is safe.' };

const api = await createMailingApi({ connections: 10 });

beforeEach(async () => {
  await api.removeParticipants();
  api.mail.received.length = 0;
});

/** A participant on the timeline who can record the signs of `kind`. */
async function participantWith() {
  const visitor = await api.logIn({ firstName: 'Ada', lastName: 'Nguyen', phone: '0355-500-033' });
  const { body } = await visitor.send(allData, undefined);
  const [warning] = body.symptoms.filter(({ redflag, selfHarm }) => redflag && !selfHarm);
  const [selfHarm] = body.symptoms.filter((symptom) => symptom.selfHarm);
  const [harmless] = body.symptoms.filter(({ redflag }) => !redflag);
  if (!warning || !selfHarm || !harmless)
    throw new Error('The demonstration content lacks a kind of symptom.');
  const record = (...symptoms: { id: number }[]) =>
    visitor.send(saveRecord, {
      sleep: true,
      mood: false,
      active: true,
      symptoms: symptoms.map(({ id }) => id),
      activities: [],
    });
  return { visitor, id: visitor.participant.id, warning, selfHarm, harmless, record };
}

const signIds = async (): Promise<string[]> =>
  (await api.query('select id from warning_sign order by raised_at')).map(({ id }) => id);

const theSign = async (): Promise<string> => {
  const [id = '', ...more] = await signIds();
  expect(more).toEqual([]);
  return `${QUEUE}/${id}`;
};

/** What the page's form says that it is about. */
const newestAtOf = (page: string): string => /name="newestAt" value="([^"]+)"/.exec(page)?.[1] ?? '';

/** Who looked at a sign, and what was done. */
const stepsIn = (page: string) =>
  rowsOfPage(page.split('<h2 id="steps">')[1]?.split('</section>')[0] ?? '').slice(1);

/** Opens a sign and sends its form as the page has it. */
async function deal(browser: Awaited<ReturnType<typeof logInStaff>>, path: string, fields = DONE) {
  const { text } = await browser.open(path);
  const newestAt = newestAtOf(text);
  return browser.submit(path, { ...fields, newestAt });
}

test('a record with a warning sign waits in the queue, and one without does not', async () => {
  const { record, warning, harmless } = await participantWith();
  const browser = await logInStaff(api);
  await record(harmless);
  expect((await browser.open(QUEUE)).text).toContain('Nothing waits');
  await record(harmless, warning);
  const { text } = await browser.open(QUEUE);
  expect(text).toContain('1 day waits');
  expect(text).toContain('Ada Nguyen');
  expect(text).toContain(warning.text);
  expect(text).not.toContain(harmless.text);
  expect(text).toContain('1 new to you');
});

test('of the symptoms of a day those about self-harm come first', async () => {
  const { record, warning, selfHarm } = await participantWith();
  await record(warning, selfHarm);
  const browser = await logInStaff(api);
  const inOrder = new RegExp(`${selfHarm.text}.*${warning.text}`);
  expect((await browser.open(QUEUE)).text).toMatch(inOrder);
  await deal(browser, await theSign());
  expect((await browser.open(QUEUE)).text).toMatch(inOrder);
});

test('days are listed for 30 days after they were dealt with, and a person’s page has the last 14 days', async () => {
  const { id } = await participantWith();
  await api.query(
    `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at, closed_at)
     select gen_random_uuid(), $1, day, day, false, day, day, $2::timestamptz - n * interval '10 days' + interval '1 second'
     from generate_series(1, 15) n, lateral (select date '2026-02-01' - n as day) days`,
    [id, api.clock.now()],
  );
  const browser = await logInStaff(api);
  const days = (text: string) =>
    [...text.matchAll(/href="\/admin\/warning-signs\/[0-9a-f-]{36}">([\d/]+)</g)].map(([, day]) => day);
  const { text } = await browser.open(QUEUE);
  expect(days(text)).toEqual(['31/01/2026', '30/01/2026', '29/01/2026']);
  expect(text).toContain('Dealt with in the last 30 days');
  const shown = days((await browser.open(`/admin/participants/${id}`)).text);
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([14, '31/01/2026', '18/01/2026']);
});

test('resolved days are listed newest first', async () => {
  const browser = await logInStaff(api);
  const dealt: string[] = [];
  for (let count = 0; count < 2; count++) {
    const { record, warning } = await participantWith();
    await record(warning);
    const id = (await signIds()).find((each) => !dealt.includes(each)) ?? '';
    await deal(browser, `${QUEUE}/${id}`);
    dealt.unshift(id);
    await api.pass(MINUTE_MS);
  }
  // However long they waited.
  await api.query(`update warning_sign set raised_at = raised_at - interval '100 days'`);
  const [, closed = ''] = (await browser.open(QUEUE)).text.split('id="closed"');
  expect([...closed.matchAll(/warning-signs\/([0-9a-f-]{36})"/g)].map(([, id]) => id)).toEqual(dealt);
});

test('a participant who withdrew and allowed data retention is named in the queue and on the day’s page', async () => {
  const { visitor, record, selfHarm, id } = await participantWith();
  await record(selfHarm);
  await visitor.send(saveUserDataConsent, { value: 'agree' });
  const browser = await logInStaff(api);
  expect((await browser.open(QUEUE)).text).toContain('Ada Nguyen');
  expect((await browser.open(`${QUEUE}/people/${id}`)).text).toContain(
    '<h1>Warning signs of Ada Nguyen</h1>',
  );
  expect((await browser.open(`/admin/participants/${id}`)).text).toContain('>Waits in the queue<');
  const { text } = await browser.open(await theSign());
  expect(text).toContain('Ada Nguyen');
  expect(text).toContain('One of these is about self-harm.');
  expect(text).toContain('0355-500-033');
  expect(await api.untilJobsTried()).toBe(0);
  const [notice, ...more] = api.mail.received;
  expect(more).toEqual([]);
  expect(notice?.text).not.toMatch(/Ada|Nguyen|0355/);
});

test('the same record again waits in the queue once one of its symptoms was made a warning sign', async () => {
  const { visitor, record, harmless } = await participantWith();
  await record(harmless);
  await visitor.send(saveSymptom, { symptom: { ...harmless, redflag: true } });
  await api.pass(MINUTE_MS);
  const { body } = await record(harmless);
  expect(body.record.symptoms).toEqual([{ ...harmless, redflag: true }]);
  const { text } = await (await logInStaff(api)).open(QUEUE);
  expect(text).toContain('1 day waits');
  expect(text).toContain(harmless.text);
});

test('the team’s address is notified once, by a message that names no participant', async () => {
  const { record, warning, harmless } = await participantWith();
  await record(warning);
  await record(warning, harmless);
  expect(await api.untilJobsTried()).toBe(0);
  await api.pass(MINUTE_MS);
  expect(await api.untilJobsTried()).toBe(0);
  expect(api.mail.received).toHaveLength(1);
  const [message] = api.mail.received;
  expect(message).toMatchObject({ to: [{ address: api.content.product.researchTeam.email }] });
  const whole = JSON.stringify(message);
  expect(whole).toContain(await theSign());
  for (const personal of ['Ada', 'Nguyen', warning.text]) expect(whole).not.toContain(personal);
});

test.each([
  [
    'has lost its tables',
    'alter schema pgboss rename to pgboss_away',
    'alter schema pgboss_away rename to pgboss',
  ],
  [
    'rejects a job',
    `alter table pgboss.job_common add constraint away check (false) not valid`,
    `alter table pgboss.job_common drop constraint away`,
  ],
])(
  'a record is saved while the job queue %s, and the team’s address is notified later',
  async (_, breakIt, mendIt) => {
    const { record, warning } = await participantWith();
    await api.queryAsOwner(breakIt);
    try {
      expect((await record(warning)).status).toBe(200);
    } finally {
      await api.queryAsOwner(mendIt);
    }
    expect((await (await logInStaff(api)).open(QUEUE)).text).toContain('1 day waits');
    expect(await api.untilJobsTried()).toBe(0);
    expect(api.mail.received).toEqual([]);
    await api.sendMissedNotices();
    expect(api.mail.received).toEqual([]);
    await api.pass(MINUTE_MS);
    // Two replicas look at once.
    await Promise.all([api.sendMissedNotices(), api.sendMissedNotices()]);
    await api.sendMissedNotices();
    expect(api.mail.received).toHaveLength(1);
    expect(api.mail.received[0]?.text).toContain(await theSign());
  },
);

test('a sign that was dealt with before its notice went out is notified no more', async () => {
  const { record, warning } = await participantWith();
  await record(warning);
  expect(await api.untilJobsTried()).toBe(0);
  await api.query('update warning_sign set notified_at = null, closed_at = now()');
  const [id = ''] = await signIds();
  await sendWarningNotice(api.operation(), id, api.mailing);
  expect(api.mail.received).toHaveLength(1);
});

test('a sign without a notice for a week waits in the queue, without a message', async () => {
  const { record, warning } = await participantWith();
  await record(warning);
  expect(await api.untilJobsTried()).toBe(0);
  api.mail.received.length = 0;
  const weekAgo = new Date(api.clock.now().getTime() - 7 * 24 * 60 * MINUTE_MS);
  await api.query('update warning_sign set notified_at = null, newest_at = $1', [weekAgo]);
  await api.sendMissedNotices();
  expect(api.mail.received).toHaveLength(1);
  await api.query('update warning_sign set notified_at = null');
  await api.pass(MINUTE_MS);
  await api.sendMissedNotices();
  expect(api.mail.received).toHaveLength(1);
  expect((await (await logInStaff(api)).open(QUEUE)).text).toContain('1 day waits');
});

test('of notices that were missed those of self-harm are sent first, then those that have waited longest', async () => {
  const people = [await participantWith(), await participantWith(), await participantWith()];
  for (const [index, { record, warning, selfHarm }] of people.entries()) {
    await record(index === 2 ? selfHarm : warning);
    await api.pass(MINUTE_MS);
  }
  expect(await api.untilJobsTried()).toBe(0);
  api.mail.received.length = 0;
  await api.query('update warning_sign set notified_at = null');
  const [first, second, third] = await signIds();
  await api.sendMissedNotices();
  const sent = api.mail.received.map(({ text = '' }) => /warning-signs\/([0-9a-f-]{36})/.exec(text)?.[1]);
  expect(sent).toEqual([third, first, second]);
});

test('a first sign about self-harm on a day that waits is notified as well, and is first', async () => {
  const one = await participantWith();
  await one.record(one.warning);
  await api.pass(MINUTE_MS);
  await api.untilJobsTried();
  const two = await participantWith();
  await two.record(two.warning);
  await api.pass(MINUTE_MS);
  await api.untilJobsTried();
  await two.record(two.warning, two.selfHarm);
  await api.pass(MINUTE_MS);
  expect(await api.untilJobsTried()).toBe(0);
  expect(api.mail.received).toHaveLength(3);
  const { text } = await (await logInStaff(api)).open(QUEUE);
  const [first = '', second = ''] = text.split('<tbody role="rowgroup">')[1]?.split('</tr>') ?? [];
  expect(first).toContain('Self-harm.');
  expect(second).not.toContain('Self-harm.');
});

test('a second sign about self-harm on a day that waits is not notified again, and waits since the first', async () => {
  const { record, warning, selfHarm } = await participantWith();
  await record(selfHarm);
  await api.pass(MINUTE_MS);
  const waitsSince = async () => (await api.query('select raised_at from warning_sign'))[0].raised_at;
  const first = await waitsSince();
  await record(warning, selfHarm);
  await api.pass(MINUTE_MS);
  expect(await api.untilJobsTried()).toBe(0);
  expect(api.mail.received).toHaveLength(1);
  expect(await waitsSince()).toEqual(first);
});

test('a first sign about self-harm leaves the time since when a day waits', async () => {
  const { record, warning, selfHarm } = await participantWith();
  await record(warning);
  const waitsSince = async () => (await api.query('select raised_at from warning_sign'))[0].raised_at;
  const first = await waitsSince();
  await api.pass(MINUTE_MS);
  await record(selfHarm);
  expect(await waitsSince()).toEqual(first);
});

test('two check-ups of one own day with different UTC dates each have their sign', async () => {
  const { visitor, warning, selfHarm } = await participantWith();
  const poor = { sleep: false, mood: false, active: false, activities: [] };
  // A morning and an evening in Melbourne.
  await visitor.send(saveRecord, { ...poor, symptoms: [warning.id], recordedAt: '2026-03-08T22:00:00.000Z' });
  await visitor.send(saveRecord, {
    ...poor,
    symptoms: [selfHarm.id],
    recordedAt: '2026-03-09T08:00:00.000Z',
  });
  expect(
    await api.query('select date::text, local_date::text as day, self_harm from warning_sign order by date'),
  ).toEqual([
    { date: '2026-03-08', day: '2026-03-09', self_harm: false },
    { date: '2026-03-09', day: '2026-03-09', self_harm: true },
  ]);
  const listed = await findSignsOf(api.orm.em.fork(), visitor.participant.id);
  expect(listed.map((sign) => sign.symptoms)).toEqual([[selfHarm.text], [warning.text]]);
  // What was done names the day as its sign is stored.
  await deal(await logInStaff(api), `${QUEUE}/${listed[1]?.id}`);
  const events = await api.eventsOf(visitor.participant.id, 'warning-sign.');
  const date = '2026-03-08';
  expect(events.map(({ type, after }) => [type, after])).toEqual([
    ['warning-sign.looked-at', { date }],
    ['warning-sign.dealt-with', { date, ...DONE }],
  ]);
});

test('who has a day with self-harm among others comes before who has waited longer', async () => {
  const long = await participantWith();
  await long.record(long.warning);
  await api.pass(MINUTE_MS);
  const { visitor, record, warning, selfHarm } = await participantWith();
  const yesterday = new Date(api.clock.now().getTime() - 24 * 60 * MINUTE_MS).toISOString();
  const poor = { sleep: false, mood: false, active: false, activities: [] };
  await visitor.send(saveRecord, { ...poor, symptoms: [warning.id], recordedAt: yesterday });
  await record(selfHarm);
  const { text } = await (await logInStaff(api)).open(QUEUE);
  const [first = '', second = ''] = text.split('<tbody role="rowgroup">')[1]?.split('</tr>') ?? [];
  expect(first).toContain('2 days');
  expect(first).toContain('Self-harm.');
  expect(second).toContain('1 day,');
});

test('a day with self-harm stays one about self-harm whatever is recorded later', async () => {
  const { record, warning, selfHarm, id } = await participantWith();
  await record(selfHarm);
  api.clock.advance(MINUTE_MS);
  await record(warning);
  expect(await api.query('select self_harm from warning_sign where participant_id = $1', [id])).toEqual([
    { self_harm: true },
  ]);
});

test('views and responses are recorded with their time, and the day leaves the queue', async () => {
  const { record, warning, harmless, id } = await participantWith();
  await record(warning);
  const browser = await logInStaff(api);
  const path = await theSign();
  const raised = api.clock.now();
  api.clock.advance(MINUTE_MS);
  await record(warning, harmless);
  api.clock.advance(MINUTE_MS);
  const page = await browser.open(path);
  expect(page.status).toBe(200);
  const at = (minutes: number) =>
    formatDatetime('Australia/Melbourne', new Date(raised.getTime() + minutes * MINUTE_MS));
  expect(page.text).toContain(`First on ${at(0)}, last on ${at(1)}.`);
  expect(stepsIn(page.text)).toEqual([[at(2), 'Robin Reed', 'Looked at it']]);
  expect(page.text).toContain('tel:0355500033');
  expect(page.text).toContain('<h2 id="deal">What was done</h2>');
  expect(page.text).not.toContain('One of these is about self-harm.');
  const day = formatDate(localDate(raised, 'Australia/Melbourne'));
  const listed = [day, warning.text];
  expect(rowsOfPage((await browser.open(QUEUE)).text).at(-1)).toEqual([
    ...['Ada Nguyen', '1 day', warning.text, at(0), 'No one yet'],
  ]);
  const person = `${QUEUE}/people/${id}`;
  const waiting = async () =>
    rowsOfPage((await browser.open(person)).text.split('<h2 id="waiting">')[1]?.split('</section>')[0] ?? '');
  expect((await waiting()).at(-1)).toEqual([...listed, at(0), 'Robin Reed']);
  const ofPerson = async () => {
    const { text } = await browser.open(`/admin/participants/${id}`);
    return rowsOfPage(text.split('<h2 id="warning-signs">')[1]?.split('</section>')[0] ?? '').slice(1);
  };
  expect(await ofPerson()).toEqual([[...listed, 'Waits in the queue', 'Nothing yet', 'Robin Reed']]);
  const offered = [...page.text.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)];
  expect(offered.map(([, action, words]) => [action, words])).toEqual([
    ['', 'Choose one'],
    ['reached-participant', 'Talked with the participant'],
    ['reached-doctor', 'Talked with their doctor or nurse'],
    ['emergency', 'Called emergency services'],
    ['no-contact-needed', 'Looked at it, no contact needed'],
    ['not-reached', 'Tried to reach them, without success (it stays in the queue)'],
  ]);

  api.clock.advance(MINUTE_MS);
  expect(await deal(browser, path)).toMatchObject({ status: 303, location: QUEUE });
  const done = 'Talked with the participant';
  expect(await ofPerson()).toEqual([[...listed, 'Dealt with', done, 'Robin Reed']]);
  const monitored = (await (await logInStaff(api, 'monitor')).open(`/admin/participants/${id}`)).text;
  expect(monitored).not.toContain(`href="${path}"`);
  expect(rowsOfPage((await browser.open(QUEUE)).text).at(-1)).toEqual([
    ...[day, 'Ada Nguyen', warning.text, `${at(3)}: ${done}`, 'Robin Reed'],
  ]);
  expect(stepsIn((await browser.open(path)).text)).toEqual([
    [at(2), 'Robin Reed', 'Looked at it'],
    [at(3), 'Robin Reed', `${done}. Called, is safe.`],
  ]);
  const queue = await browser.open(QUEUE);
  expect(queue.text).toContain('Nothing waits');
  expect(queue.text).toContain('Talked with the participant');
  expect((await browser.open(path)).text).toContain('<h2 id="deal">Add what was done since</h2>');
  await (await logInStaff(api)).open(path);
  expect((await browser.open(QUEUE)).text).toContain('Talked with the participant');
  const events = await api.query(
    `select type, actor from audit_event where subject = $1 and type like 'warning-sign.%' order by id`,
    [id],
  );
  const actor = `staff:${browser.staff.id}`;
  expect(events).toEqual([
    { type: 'warning-sign.looked-at', actor },
    { type: 'warning-sign.dealt-with', actor },
    { type: 'warning-sign.looked-at', actor: expect.not.stringContaining(browser.staff.id) },
  ]);
});

test('who looked is named once, in the order of their first look', async () => {
  const { record, warning } = await participantWith();
  await record(warning);
  const path = await theSign();
  const [first, second] = [await logInStaff(api, 'manager'), await logInStaff(api)];
  await api.query(`update staff set name = 'Zed First' where id = $1`, [first.staff.id]);
  expect((await findWarningStaff(api.operation())).at(-1)).toMatchObject({ name: 'Zed First' });
  for (const browser of [first, second, first]) {
    await browser.open(path);
    await api.pass(MINUTE_MS);
  }
  await deal(first, path);
  expect((await first.open(QUEUE)).text).toContain('Zed First, Robin Reed');
  await api.query('update warning_step set staff_id = gen_random_uuid() where staff_id = $1', [
    second.staff.id,
  ]);
  for (const page of [QUEUE, path])
    expect((await first.open(page)).text).toContain('A former member of the team');
});

test('a day that was looked at is new again with a newer record, until that is looked at', async () => {
  const { record, warning, harmless } = await participantWith();
  await record(warning);
  const browser = await logInStaff(api);
  const path = await theSign();
  const isNew = async () => (await browser.open(QUEUE)).text.includes('1 new to you');
  await browser.open(path);
  expect(await isNew()).toBe(false);
  await api.pass(MINUTE_MS);
  await record(warning, harmless);
  expect(await isNew()).toBe(true);
  await browser.open(path);
  expect(await isNew()).toBe(false);
});

test('the page says how to reach them, by mail where there is no number', async () => {
  const visitor = await api.logIn({ firstName: 'Ada', phone: '', email: 'ada@example.org' });
  await visitor.send(saveDoctor, { name: 'Dr Kim', phone: '0355-500-011', email: 'kim@clinic.example' });
  await visitor.send(saveSupport, { name: 'Bruno', phone: '0355-500-022' });
  const { body } = await visitor.send(allData, undefined);
  const symptoms = body.symptoms.filter(({ redflag }) => redflag).map(({ id }) => id);
  await visitor.send(saveRecord, { sleep: true, mood: false, active: true, symptoms, activities: [] });
  const { text } = await (await logInStaff(api)).open(await theSign());
  expect(rowsOfPage(text.split('<h2 id="reach">')[1]?.split('</section>')[0] ?? '')).toEqual([
    ['Ada Taylor', 'No phone numberada@example.org'],
    ['Doctor or nurse: Dr Kim', '0355-500-011kim@clinic.example'],
    ['Support person: Bruno', '0355-500-022'],
  ]);
  for (const way of ['mailto:ada@example.org', 'tel:0355500011', 'mailto:kim@clinic.example'])
    expect(text).toContain(`href="${way}"`);
});

test('every page of the team says how many wait', async () => {
  const { record, warning } = await participantWith();
  const browser = await logInStaff(api);
  expect((await browser.open('/admin/participants')).text).toContain('>Warning signs</a>');
  await record(warning);
  expect((await browser.open('/admin/participants')).text).toContain('>Warning signs (1)</a>');
});

test('one row a participant: opened, owned, and its days dealt with together', async () => {
  const { visitor, record, warning, selfHarm, id } = await participantWith();
  const yesterday = new Date(api.clock.now().getTime() - 24 * 60 * MINUTE_MS).toISOString();
  const poor = { sleep: false, mood: false, active: false, activities: [] };
  await visitor.send(saveRecord, { ...poor, symptoms: [warning.id], recordedAt: yesterday });
  await record(warning, selfHarm);
  const [browser, other] = [await logInStaff(api), await logInStaff(api, 'manager')];
  const person = `${QUEUE}/people/${id}`;
  const list = await browser.open(QUEUE);
  expect(list.text).toContain('1 participant: 2 days wait');
  expect(list.text).toContain('2 days, <strong>2 new to you</strong>');
  expect(list.text).toContain('No one yet');
  expect(list.text).toContain(`href="${person}"`);

  const { text } = await browser.open(person);
  expect(text).toContain('Deal with these 2 days together');
  const days = [...text.matchAll(/name="day" value="([^"]+)"/g)].map(([, day = '']) => day);
  expect(days).toHaveLength(2);
  for (let time = 0; time < 2; time++) {
    await browser.open(person);
    expect(await browser.submit(`${person}/owner`, { owner: browser.staff.id })).toMatchObject({
      status: 303,
      location: person,
    });
  }
  const seen = await browser.open(QUEUE);
  expect(seen.text).not.toContain('new to you');
  expect(seen.text).not.toContain('No one yet');
  expect((await other.open(QUEUE)).text).toContain('2 new to you');
  const { id: monitor } = (await logInStaff(api, 'monitor')).staff;
  for (const owner of [id, monitor]) {
    await other.open(person);
    expect(await other.submit(`${person}/owner`, { owner })).toMatchObject({
      status: 422,
      text: expect.stringContaining('Choose a member of the team'),
    });
  }
  const owners = () =>
    api.query('select staff_id as staff from warning_owner where participant_id = $1', [id]);
  for (const owner of ['', browser.staff.id, other.staff.id]) {
    await other.open(person);
    expect((await other.submit(`${person}/owner`, { owner })).status).toBe(303);
    expect(await owners()).toEqual(owner ? [{ staff: owner }] : []);
    const form = readPageForm((await browser.open(person)).text, `${person}/owner`);
    expect(form).toEqual({ owner: [owner] });
  }

  // A day of another participant, and a record that arrives meanwhile: nothing of the form is saved.
  const send = (given: string[]) => {
    const form = new URLSearchParams({ csrfToken: browser.cookies.get('csrftoken') ?? '', ...DONE });
    for (const day of given) form.append('day', day);
    const headers = { cookie: browser.cookies.header() ?? '' };
    return fetch(new URL(person, api.origin), { method: 'POST', body: form, redirect: 'manual', headers });
  };
  const stranger = await participantWith();
  await stranger.record(stranger.warning);
  const [foreign] = await api.query('select id, newest_at from warning_sign where participant_id = $1', [
    stranger.id,
  ]);
  expect((await send([...days, `${foreign.id} ${foreign.newest_at.toISOString()}`])).status).toBe(404);
  await api.pass(MINUTE_MS);
  await record(selfHarm);
  const late = await send(days);
  const answer = await late.text();
  expect([late.status, answer]).toEqual([422, expect.stringContaining('A newer record arrived')]);
  expect(readPageForm(answer, person)).toMatchObject({ action: [DONE.action], note: [DONE.note] });
  expect(await api.query('select 1 from warning_step where action is not null')).toEqual([]);

  const again = await browser.open(person);
  const newest = [...again.text.matchAll(/name="day" value="([^"]+)"/g)].map(([, day = '']) => day);
  expect((await send(newest)).status).toBe(303);
  const after = await browser.open(QUEUE);
  expect(after.text).toContain('1 participant: 1 day waits');
  expect(after.text).toContain('Talked with the participant');
  expect((await browser.open(person)).text).toContain('No day waits');
  const events = await api.query(
    `select type, count(*)::int from audit_event where subject = $1 and type like 'warning-sign.%' group by type order by type`,
    [id],
  );
  expect(events).toEqual([
    { type: 'warning-sign.dealt-with', count: 2 },
    { type: 'warning-sign.looked-at', count: expect.any(Number) },
    { type: 'warning-sign.owner-changed', count: 4 },
  ]);
});

test('an owner is taken away, and one day that waits has words of its own', async () => {
  const { record, warning, id } = await participantWith();
  await record(warning);
  const browser = await logInStaff(api);
  const person = `${QUEUE}/people/${id}`;
  const { text } = await browser.open(person);
  expect(text).toContain('<h2 id="waiting">1 day waits</h2>');
  expect(text).toContain('<h2 id="deal">What was done</h2>');
  expect(text).not.toContain('These are the first');
  await browser.submit(`${person}/owner`, { owner: browser.staff.id });
  await browser.open(person);
  expect(await browser.submit(`${person}/owner`, { owner: '' })).toMatchObject({ status: 303 });
  expect(await api.query('select 1 from warning_owner where participant_id = $1', [id])).toEqual([]);
  expect((await browser.open(QUEUE)).text).toContain('No one yet');
  expect(await api.eventsOf(id, 'warning-sign.owner-changed')).toMatchObject([
    { after: { staffId: browser.staff.id } },
    { before: { staffId: browser.staff.id }, after: { staffId: null } },
  ]);
});

test('of more than 20 days of one participant the first 20, those of self-harm before, are dealt with together', async () => {
  const { id } = await participantWith();
  await api.query(
    `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
     select gen_random_uuid(), $1, day, day, day = '2026-02-21', day, day
     from generate_series(timestamptz '2026-02-01', '2026-02-21', '1 day') day`,
    [id],
  );
  const browser = await logInStaff(api);
  const person = `${QUEUE}/people/${id}`;
  const { text } = await browser.open(person);
  expect(text).toContain('21 days wait');
  expect(text).toContain('These are the first 20; the next follow when they are dealt with.');
  const day = [...text.matchAll(/name="day" value="([^"]+)"/g)].map(([, each = '']) => each);
  expect(day).toHaveLength(20);
  expect(await browser.submit(person, { ...DONE, day })).toMatchObject({ status: 303, location: QUEUE });
  expect(await api.query('select local_date::text as day from warning_sign where closed_at is null')).toEqual(
    [{ day: '2026-02-20' }],
  );
});

test('the list names the first three symptoms of a day, and how many more there are', async () => {
  const { visitor, record } = await participantWith();
  const { body } = await visitor.send(allData, undefined);
  const plain = body.symptoms.filter(({ selfHarm }) => !selfHarm).sort((a, b) => a.id - b.id);
  const browser = await logInStaff(api);
  const listed = async () => rowsOfPage((await browser.open(QUEUE)).text)[1]?.[2];
  for (const symptom of plain.slice(0, 5))
    await visitor.send(saveSymptom, { symptom: { ...symptom, redflag: true } });
  const names = plain.map(({ text }) => text);
  await record(...plain.slice(0, 3));
  expect(await listed()).toBe(names.slice(0, 3).join(', '));
  await api.pass(MINUTE_MS);
  await record(...plain.slice(0, 5));
  expect(await listed()).toBe(`${names.slice(0, 3).join(', ')} and 2 more`);
});

test('a participant without a name is listed, and opened, as one without', async () => {
  const { record, warning, id } = await participantWith();
  await api.query(`update participant set first_name = '', last_name = '' where id = $1`, [id]);
  await record(warning);
  const browser = await logInStaff(api);
  expect((await browser.open(QUEUE)).text).toContain(`href="${QUEUE}/people/${id}">Without a name</a>`);
  const person = (await browser.open(`${QUEUE}/people/${id}`)).text;
  expect(person).toContain('<h1>Warning signs of Participant without a name</h1>');
  const sign = (await browser.open(await theSign())).text;
  for (const text of [person, sign]) {
    expect(text).toContain(`href="/admin/participants/${id}">Participant without a name</a>`);
    expect(text).toContain('<dt>Participant without a name</dt>');
  }
});

test('a day that was dealt with stays listed once the participant is anonymous, without name, own words and note', async () => {
  const { visitor, record } = await participantWith();
  const { body: own } = await visitor.send(addSymptom, {
    symptom: { text: 'My own words', category: 'mood' },
  });
  await visitor.send(saveSymptom, { symptom: { ...own, redflag: true } });
  await record(own);
  const browser = await logInStaff(api);
  await deal(browser, await theSign());
  await visitor.send(saveUserDataConsent, { value: 'anonymous' });
  const [, closed = ''] = (await browser.open(QUEUE)).text.split('id="closed"');
  expect(rowsOfPage(closed)[1]?.slice(1)).toEqual([
    ...['Without a name', 'In their own words'],
    expect.stringMatching(/: Talked with the participant$/),
    'Robin Reed',
  ]);
  const { text } = await browser.open(await theSign());
  expect(text).toContain('<li>In their own words</li>');
  expect(text).toContain('Talked with the participant. The note was erased.');
  expect(text).toContain('>Participant without a name</a>');
  expect(text).not.toMatch(/My own words|Called, is safe|Nguyen/);
  const [{ id }] = await api.query('select id from participant');
  expect(await browser.open(`${QUEUE}/people/${id}`)).toMatchObject({ status: 404 });
});

test('the list names the symptoms of the days that wait, also where another own day has the same UTC date', async () => {
  api.clock.set('2026-03-10T01:00:00Z');
  const { visitor, warning, selfHarm } = await participantWith();
  const poor = { sleep: false, mood: false, active: false, activities: [] };
  const send = (id: number, recordedAt: string) =>
    visitor.send(saveRecord, { ...poor, symptoms: [id], recordedAt }, { timeZone: 'Australia/Melbourne' });
  // At 9 pm on the 9th and at 10 am on the 10th: both on the 9th in UTC.
  await send(selfHarm.id, '2026-03-09T10:00:00Z');
  await send(warning.id, '2026-03-09T23:00:00Z');
  const signs = await api.query(
    'select id, date::text, local_date::text as own_day from warning_sign order by local_date',
  );
  expect(signs).toMatchObject([
    { date: '2026-03-09', own_day: '2026-03-09' },
    { date: '2026-03-09', own_day: '2026-03-10' },
  ]);
  const browser = await logInStaff(api);
  const waiting = async () => (await browser.open(QUEUE)).text.split('id="closed"')[0];
  expect(await waiting()).toContain(selfHarm.text);
  await deal(browser, `${QUEUE}/${signs[0].id}`);
  expect(await waiting()).toContain(warning.text);
  expect(await waiting()).not.toContain(selfHarm.text);
});

test('no page lists more than 15 participants who wait and 8 days dealt with', async () => {
  await api.queryAsOwner(`with people as (
      insert into participant (id, first_name, times_per_day, home_step, created_at)
      select gen_random_uuid(), 'Person ' || n, 1, 4, now() from generate_series(1, 50) n returning id)
    insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at, closed_at)
    select gen_random_uuid(), id, day, day, false, '2026-03-09', '2026-03-09', closed
    from people cross join (values (date '2026-03-07', null), (date '2026-03-08', null), (date '2026-03-06', timestamptz '2026-03-09')) signs (day, closed)`);
  const browser = await logInStaff(api);
  const rowsOf = async (query: string) =>
    (await browser.open(`${QUEUE}?${query}`)).text.split('scope="row"').length - 1;
  expect(await rowsOf('')).toBe(15 + 8);
  expect(await rowsOf('page=4')).toBe(5 + 8);
  expect(await rowsOf('page=9&closed=9')).toBe(0);
  const past = (await browser.open(`${QUEUE}?page=9&closed=9`)).text;
  for (const words of ['No participant is on this page', 'No day is on this page.'])
    expect(past).toContain(words);
  const { text } = await browser.open(`${QUEUE}?page=2&closed=2`);
  expect(text).toContain('50 participants: 100 days wait');
  const next = (words: string) =>
    [...text.matchAll(/href="([^"]+)">(\w+) page</g)].flatMap(([, path, way]) =>
      way === words ? [path] : [],
    );
  expect(next('Next')).toEqual([`${QUEUE}?page=3`, `${QUEUE}?closed=3#closed`]);
  expect(next('Previous')).toEqual([`${QUEUE}?page=1`, `${QUEUE}?closed=1#closed`]);
});

test('a response of not reached puts a day back into the queue', async () => {
  const { record, warning } = await participantWith();
  await record(warning);
  const browser = await logInStaff(api);
  const path = await theSign();
  await deal(browser, path);
  await deal(browser, path, { action: 'not-reached', note: 'It was somebody else who answered.' });
  expect((await browser.open(QUEUE)).text).toContain('1 day waits');
});

test('a try without success leaves the day in the queue', async () => {
  const { record, warning } = await participantWith();
  await record(warning);
  const browser = await logInStaff(api);
  await deal(browser, await theSign(), { action: 'not-reached', note: 'No answer.' });
  expect((await browser.open(QUEUE)).text).toContain('1 day waits');
});

test('a day that was dealt with waits again, from then on, when a new record of it has a sign', async () => {
  const { record, warning, harmless } = await participantWith();
  const raisedAt = async () => (await api.query('select raised_at from warning_sign'))[0]?.raised_at;
  await record(warning);
  const first = api.clock.now();
  await api.pass(MINUTE_MS);
  await record(warning, harmless);
  expect(await raisedAt()).toEqual(first);
  const browser = await logInStaff(api);
  await deal(browser, await theSign());
  await api.pass(MINUTE_MS);
  await record(harmless);
  expect((await browser.open(QUEUE)).text).toContain('Nothing waits');
  await api.pass(MINUTE_MS);
  await record(harmless, warning);
  expect((await browser.open(QUEUE)).text).toContain('1 day waits');
  expect(await raisedAt()).toEqual(api.clock.now());
});

test('a form about an older record saves nothing, and shows the newer one with the form’s values', async () => {
  const { record, warning, selfHarm } = await participantWith();
  await record(warning);
  const browser = await logInStaff(api);
  const path = await theSign();
  const { text } = await browser.open(path);
  const newestAt = newestAtOf(text);
  await api.pass(MINUTE_MS);
  await record(warning, selfHarm);
  const answer = await browser.submit(path, { ...DONE, newestAt });
  expect(answer).toMatchObject({ status: 422, text: expect.stringContaining('A newer record arrived') });
  expect(answer.text).toContain(selfHarm.text);
  expect(readPageForm(answer.text, path)).toMatchObject({ action: [DONE.action], note: [DONE.note] });
  expect(await api.query('select 1 from warning_step where action is not null')).toEqual([]);
  expect(await browser.submit(path, { ...DONE, newestAt: newestAtOf(answer.text) })).toMatchObject({
    status: 303,
  });
});

test.each([
  ['no action', { action: '' }, 'Choose what was done.'],
  ['an unknown action', { action: 'ignored' }, 'Choose what was done.'],
  ['no words', { note: '   ' }, 'Say in a few words'],
  ['too many words', { note: 'x'.repeat(1001) }, 'at most 1000'],
])('a form with %s is shown again with what is wrong', async (_, fields, words) => {
  const { record, warning } = await participantWith();
  await record(warning);
  const browser = await logInStaff(api);
  const answer = await deal(browser, await theSign(), { ...DONE, ...fields });
  expect(answer).toMatchObject({ status: 422, text: expect.stringContaining(words) });
  expect(answer.text).toContain('There is a problem');
  expect((await browser.open(QUEUE)).text).toContain('1 day waits');
});

test('two responses at once are both saved', async () => {
  const { record, warning } = await participantWith();
  await record(warning);
  const path = await theSign();
  const browsers = [await logInStaff(api), await logInStaff(api, 'manager')];
  const answers = await Promise.all(browsers.map((browser) => deal(browser, path)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(await api.query('select 1 from warning_step where action is not null')).toHaveLength(2);
});

test('a record that arrives while the team deals with its day is saved, and the team looks again', async () => {
  const { record, warning, selfHarm } = await participantWith();
  await record(warning);
  const browser = await logInStaff(api);
  const path = await theSign();
  const { text } = await browser.open(path);
  const newestAt = newestAtOf(text);
  await api.pass(MINUTE_MS);
  const holder = await api.pool.connect();
  await holder.query('begin');
  // Writers of the audit log wait here, with the rows it has locked.
  await holder.query('select pg_advisory_xact_lock(724002)');
  const saving = record(warning, selfHarm);
  await api.untilBlocked();
  const dealing = browser.submit(path, { ...DONE, newestAt });
  await api.untilBlocked(2);
  await holder.query('commit');
  holder.release();
  expect((await saving).status).toBe(200);
  expect(await dealing).toMatchObject({
    status: 422,
    text: expect.stringContaining('A newer record arrived'),
  });
});

test('saves do not wait while the team’s message of a sign is on its way', async () => {
  const { record, warning, selfHarm } = await participantWith();
  await record(warning);
  expect(await api.untilJobsTried()).toBe(0);
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from warning_sign for update');
  const saving = record(warning, selfHarm);
  await api.untilBlocked();
  // Log-in writes to the audit log.
  await api.logIn();
  await holder.query('commit');
  holder.release();
  expect((await saving).status).toBe(200);
  expect(await api.untilJobsTried()).toBe(0);
});

test('only the team has access, and an unknown sign is not found', async () => {
  const { record, warning, visitor } = await participantWith();
  await record(warning);
  const path = await theSign();
  const stranger = openStaffBrowser(api);
  const participant = openStaffBrowser(api);
  for (const name of ['stepwise.session', 'stepwise.session.sig', 'csrftoken'])
    participant.cookies.set(name, visitor.cookies.get(name));
  for (const browser of [stranger, participant]) {
    for (const address of [QUEUE, path])
      expect(await browser.open(address)).toMatchObject({ status: 303, location: '/admin/log-in' });
  }
  const browser = await logInStaff(api);
  for (const id of ['0192f0c1-2b3c-7d4e-8f50-123456789abc', 'none'])
    expect(await browser.open(`${QUEUE}/${id}`)).toMatchObject({ status: 404 });
  // Erased after its page was asked for.
  const sign = await api.orm.em.fork().findOneOrFail(WarningSign, { participant: visitor.participant.id });
  await api.query('delete from warning_sign');
  const { id: staffId } = browser.staff;
  const viewed = recordWarningView(api.operation(), staffId, sign);
  await expect(viewed).rejects.toMatchObject({ code: 'not-found' });
});

test('notes about a participant are erased when they become anonymous, and their sign leaves the queue', async () => {
  const { record, warning, visitor } = await participantWith();
  await record(warning);
  const browser = await logInStaff(api);
  await deal(browser, await theSign(), { action: 'not-reached', note: 'Ada did not answer.' });
  await visitor.send(saveUserDataConsent, { value: 'anonymous' });
  expect((await browser.open(QUEUE)).text).toContain('Nothing waits');
  const [{ id }] = await api.query('select id from participant');
  expect((await browser.open(`/admin/participants/${id}`)).text).toContain('>Not dealt with<');
  await api.query('update warning_sign set notified_at = null');
  await api.pass(MINUTE_MS);
  api.mail.received.length = 0;
  await api.sendMissedNotices();
  expect(api.mail.received).toEqual([]);
  expect(await api.query('select note from warning_step where action is not null')).toEqual([{ note: null }]);
  const values = async () => JSON.stringify(await api.query('select * from audit_values'));
  expect(await values()).toContain('did not answer');
  await eraseValues(api);
  expect(await values()).not.toContain('did not answer');
});
