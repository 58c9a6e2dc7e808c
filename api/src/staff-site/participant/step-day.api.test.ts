import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { reportDose, saveMedcustom } from '@stepwise/shared-contracts/calls/plan.calls';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { addDays, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const LIST = '/admin/participants';
const NO_STEP = 'No step waits for a new day.';
const api = await createTestApi();
type Person = Awaited<ReturnType<typeof api.logIn>>;

const today = () => localDate(api.clock.now(), 'Australia/Melbourne');
const planOf = async (person: Person) => (await person.send(allData, undefined)).body;
const shape = ({ prescriptions }: Awaited<ReturnType<typeof planOf>>) =>
  prescriptions.map(({ dose, date }) => [dose, date]);

async function later(days: number, person: Person): Promise<void> {
  api.clock.advance(days * 86_400_000);
  await person.send(loginUser, { username: person.participant.email ?? '', password: PASSWORD });
}

const report = (person: Person, dose: number, step: number | null) =>
  person.send(reportDose, { day: today(), dose, step });

/** Sertraline 100-50-25-0: takes 50 mg on day `at`, and another dose three days later. */
async function wentBackUp({ dose = 100, at = 28 } = {}): Promise<Person> {
  const person = await api.logIn();
  await person.send(saveRecord, { symptoms: [], sleep: true, mood: true, active: true, activities: [] });
  await later(at, person);
  await report(person, 50, (await planOf(person)).prescriptions[1]?.id ?? null);
  await later(3, person);
  await report(person, dose, null);
  return person;
}

async function setDay({ participant: { id } }: Person, day: string) {
  const browser = await logInStaff(api);
  await browser.open(`${LIST}/${id}`);
  return browser.submit(`${LIST}/${id}/step-day`, { day });
}

test('a step of locked data gets no new day', async () => {
  const person = await wentBackUp();
  const page = `${LIST}/${person.participant.id}`;
  const manager = await logInStaff(api, 'manager');
  await manager.open(`${page}/lock`);
  await manager.submit(`${page}/close`, { closure: 'ended' });
  await manager.open(`${page}/lock`);
  expect((await manager.sign(`${page}/lock`, { reason: 'The last visit.' })).status).toBe(303);
  const before = shape(await planOf(person));
  expect((await setDay(person, addDays(today(), 10))).text).toContain('are locked');
  expect(shape(await planOf(person))).toEqual(before);
});

test('a step that waits is due on the day the team sets, and the later ones move along', async () => {
  const person = await wentBackUp();
  const { id } = person.participant;
  const start = addDays(today(), -31);
  const day = addDays(today(), 10);
  const waits = (await (await logInStaff(api)).open(`${LIST}/${id}`)).text;
  expect(waits).toContain('A new day for 50 mg');
  expect((await (await logInStaff(api, 'monitor')).open(`${LIST}/${id}`)).text).not.toContain(
    'A new day for',
  );
  const [steps = ''] = waits.slice(waits.indexOf('aria-label="Steps of the plan"')).split('</table>');
  expect([...steps.matchAll(/scope="row">([^<]*)</g)].map(([, from]) => from)).toEqual([
    formatDate(start),
    'Waits: no day yet',
    'No day yet',
    'No day yet',
  ]);
  expect(await setDay(person, day)).toMatchObject({ status: 303, location: `${LIST}/${id}#plan` });
  const plan = await planOf(person);
  expect(shape(plan)).toEqual([
    [100, start],
    [50, day],
    [25, addDays(day, 28)],
    [0, addDays(day, 56)],
  ]);
  expect(plan.prescriptions.map(({ days }) => days)).toEqual([41, 28, 28, 0]);
  const [{ due }] = await api.query('select next_step_due::text as due from participant where id = $1', [id]);
  expect(due).toBe(day);
  const page = (await (await logInStaff(api)).open(`${LIST}/${id}`)).text;
  expect(page).not.toContain('A new day for');
  const [event] = await api.query(
    `select e.actor, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.type = 'plan.changed' and e.subject = $1 order by e.id desc limit 1`,
    [id],
  );
  expect(event.actor).toMatch(/^staff:/);
  expect(event.after.steps[1]).toMatchObject({ date: day, dose: 50 });
  await later(10, person);
  await report(person, 50, plan.prescriptions[1]?.id ?? null);
  expect(shape(await planOf(person)).slice(1, 3)).toEqual([
    [50, day],
    [25, addDays(day, 28)],
  ]);
});

test('each dose before the day that the team sets lasts until the next one', async () => {
  const person = await wentBackUp({ dose: 75 });
  const day = addDays(today(), 10);
  expect((await setDay(person, day)).status).toBe(303);
  const { prescriptions, user, schedule } = await planOf(person);
  expect([user.startdose, schedule]).toEqual([100, 11]);
  expect(prescriptions.map(({ dose, days }) => [dose, days])).toEqual([
    [100, 31],
    [75, 10],
    [50, 28],
    [25, 28],
    [0, 0],
  ]);
});

test('how often a day, notes and what a step needs stay as they were when the team sets a day', async () => {
  const person = await api.logIn({ timesPerDay: 2 });
  const team = await logInStaff(api);
  await team.act(person.participant.id);
  const row = (days: number, dose: string, note: string) => ({ date: addDays(today(), days), dose, note });
  await team.send(saveMedcustom, {
    customDates: [
      row(0, '100', 'As now'),
      row(28, '50', 'Halves'),
      row(56, '15', 'A liquid'),
      row(84, '0', ''),
    ],
  });
  await person.send(saveRecord, { symptoms: [], sleep: true, mood: true, active: true, activities: [] });
  await later(28, person);
  await report(person, 50, (await planOf(person)).prescriptions[1]?.id ?? null);
  await later(3, person);
  await report(person, 100, null);
  const words = ({ user, prescriptions }: Awaited<ReturnType<typeof planOf>>) => [
    user.timesperday,
    ...prescriptions.map(({ dose, note, prepare }) => [dose, note, prepare]),
  ];
  const before = words(await planOf(person));
  expect(before).toEqual([
    2,
    [100, 'As now', undefined],
    [50, 'Halves', undefined],
    [15, 'A liquid', expect.stringMatching(/^Ask your doctor/)],
    [0, '', undefined],
  ]);
  await setDay(person, addDays(today(), 10));
  expect(words(await planOf(person))).toEqual(before);
});

test('the plan of the page says how long each step is for, and which is assumed only', async () => {
  const person = await api.logIn();
  const { id } = person.participant;
  const team = await logInStaff(api);
  await team.act(id);
  const row = (days: number, dose: string) => ({ date: addDays(today(), days), dose, note: '' });
  await team.send(saveMedcustom, { customDates: [row(0, '100'), row(1, '50'), row(29, '25'), row(57, '0')] });
  await person.send(saveRecord, { symptoms: [], sleep: true, mood: true, active: true, activities: [] });
  const shown = async () => (await (await logInStaff(api)).open(`${LIST}/${id}`)).text;
  const statesIn = (text: string) => {
    const [table = ''] = text.slice(text.indexOf('aria-label="Steps of the plan"')).split('</table>');
    return rowsOfPage(table)
      .slice(1)
      .map((cells) => cells[3]);
  };
  const movesTo = (zone: string) =>
    api.query('update daily_record set time_zone = $2 where participant_id = $1', [id, zone]);
  await later(1, person);
  expect(statesIn(await shown())).toEqual(['Taken', 'Due, not reported', 'Planned', 'Planned']);
  // Where the day has not come.
  await movesTo('Pacific/Honolulu');
  expect(statesIn(await shown())).toEqual(['Taken', 'Planned', 'Planned', 'Planned']);
  await movesTo('Australia/Melbourne');
  await later(1, person);
  const step = (await planOf(person)).prescriptions[1]?.id;
  await api.query(
    `insert into dose_report (participant_id, day, dose, schedule_id, prescription_id, kind, reported_at)
     select $1, $2, 50, schedule_id, $3, 'assumed', $4 from participant where id = $1`,
    [id, addDays(today(), -1), step, api.clock.now()],
  );
  const text = await shown();
  expect(text).toContain('<dt>Dose now</dt><dd>50 mg a day, assumed</dd>');
  const [table = ''] = text.slice(text.indexOf('aria-label="Steps of the plan"')).split('</table>');
  expect(rowsOfPage(table).map((cells) => cells.slice(2, 4))).toEqual([
    ['For', 'State'],
    ['1 day', 'Taken'],
    ['28 days', 'Assumed, not reported'],
    ['28 days', 'Planned'],
    ['Last step', 'Planned'],
  ]);
  expect(text).toContain('Not reported: assumed from the plan’s dates');
  await report(person, 75, null);
  expect(await shown()).toContain('<dt>Dose now</dt><dd>75 mg a day</dd>');
  await movesTo('Pacific/Honolulu');
  expect(await shown()).toContain('<dt>Dose now</dt><dd>50 mg a day, assumed</dd>');
});

test('the team may set a day ten years away', async () => {
  expect(await setDay(await wentBackUp(), addDays(today(), 3_653))).toMatchObject({ status: 303 });
});

test('the team may set the participant’s own today', async () => {
  const person = await wentBackUp();
  expect(await setDay(person, today())).toMatchObject({ status: 303 });
  const { id } = person.participant;
  const [{ due }] = await api.query('select next_step_due::text as due from participant where id = $1', [id]);
  expect(due).toBe(today());
});

test('a dose in force that is no step of the plan stands in it from its day', async () => {
  const person = await wentBackUp({ dose: 75 });
  const day = addDays(today(), 7);
  await setDay(person, day);
  expect(shape(await planOf(person))).toEqual([
    [100, addDays(today(), -31)],
    [75, today()],
    [50, day],
    [25, addDays(day, 28)],
    [0, addDays(day, 56)],
  ]);
});

test('a dose off the plan on the plan’s first day stands in the place of its first step', async () => {
  const person = await api.logIn();
  await person.send(saveRecord, { symptoms: [], sleep: true, mood: true, active: true, activities: [] });
  await report(person, 120, null);
  const day = addDays(today(), 7);
  await setDay(person, day);
  expect(shape(await planOf(person)).slice(0, 2)).toEqual([
    [120, today()],
    [50, day],
  ]);
});

test('the day that it was planned for before can be set again', async () => {
  const person = await wentBackUp({ at: 10 });
  const day = addDays(today(), 15);
  await setDay(person, day);
  const [{ due }] = await api.query('select next_step_due::text as due from participant where id = $1', [
    person.participant.id,
  ]);
  expect(due).toBe(day);
  await later(5, person);
  expect(shape(await planOf(person))[1]).toEqual([50, day]);
});

test('a day that cannot be is rejected with its reason, and the form shows it again', async () => {
  const person = await wentBackUp();
  // For another participant, who recorded last, it is the day before.
  const another = await api.logIn();
  await another.send(saveRecord, { symptoms: [], sleep: true, mood: true, active: true, activities: [] });
  await api.query(`update daily_record set time_zone = 'Pacific/Honolulu' where participant_id = $1`, [
    another.participant.id,
  ]);
  const before = await planOf(person);
  const words = `Choose a day from ${formatDate(today())}`;
  for (const [day, reason] of [
    [addDays(today(), -1), words],
    [addDays(today(), 3_654), words],
    ['2026-02-30', 'Choose a day.'],
    ['', 'Choose a day.'],
  ] as const) {
    const page = await setDay(person, day);
    expect({ day, status: page.status }).toEqual({ day, status: 422 });
    expect(page.text).toContain(reason);
    expect(page.text).toContain(`value="${day}"`);
    expect(page.text).toContain('class="error-summary"');
  }
  expect(await planOf(person)).toEqual(before);
});

test('a day is set once: the second of two at once finds no step that waits', async () => {
  const person = await wentBackUp();
  const days = [addDays(today(), 4), addDays(today(), 9)];
  const pages = await Promise.all(days.map((day) => setDay(person, day)));
  expect(pages.map(({ status }) => status).sort()).toEqual([303, 409]);
  const accepted = days[pages.findIndex(({ status }) => status === 303)];
  expect(shape(await planOf(person))[1]).toEqual([50, accepted]);
});

test('only the team sets it, and for a step that waits of a participant who takes part', async () => {
  const person = await wentBackUp();
  const { id } = person.participant;
  const path = `${LIST}/${id}/step-day`;
  const day = addDays(today(), 5);
  const stranger = openStaffBrowser(api);
  await stranger.open('/admin/log-in');
  expect(await stranger.submit(path, { day })).toMatchObject({ location: '/admin/log-in' });
  const browser = await logInStaff(api);
  await browser.open(LIST);
  expect(await browser.submit(`${LIST}/${randomUUID()}/step-day`, { day })).toMatchObject({ status: 404 });
  expect(await browser.open(path)).toMatchObject({ status: 303, location: `${LIST}/${id}` });
  const started = await api.logIn();
  expect((await setDay(started, day)).text).toContain(NO_STEP);
  await browser.act(id);
  await browser.send(saveMedcustom, { customDates: [{ date: today(), dose: '100', note: '' }] });
  const page = await setDay(person, day);
  expect(page).toMatchObject({ status: 409, text: expect.stringContaining(NO_STEP) });
});

test('a step that was passed does not come back with the new day of the one that waits', async () => {
  const person = await api.logIn();
  await person.send(saveRecord, { symptoms: [], sleep: true, mood: true, active: true, activities: [] });
  await later(3, person);
  await report(person, 25, null);
  await later(3, person);
  await report(person, 30, null);
  const [start, raised, day] = [addDays(today(), -6), today(), addDays(today(), 10)];
  expect(await setDay(person, day)).toMatchObject({ status: 303 });
  expect(shape(await planOf(person))).toEqual([
    [100, start],
    [30, raised],
    [25, day],
    [0, addDays(day, 28)],
  ]);
});
