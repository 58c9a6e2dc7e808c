import { expect, test } from '@jest/globals';
import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor, saveSupport } from '@stepwise/shared-contracts/calls/user.calls';
import { holdWords } from '@stepwise/shared-contracts/help/hold-words';
import { logInRandomised } from '../../testing/build-randomised.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { readCsv } from '../../testing/read-export.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const CSV = '/documents/my-records.csv';
const PDF = '/documents/my-information.pdf';
const api = await createTestApi();

const open = (visitor: Pick<Visitor, 'cookies'>, path: string) =>
  fetch(`${api.origin}${path}`, { headers: { cookie: visitor.cookies.header() } });

async function pdfText(visitor: Pick<Visitor, 'cookies'>): Promise<string> {
  const { pieces } = readPdf(Buffer.from(await (await open(visitor, PDF)).arrayBuffer()));
  return pieces.map(({ text }) => text).join('');
}

async function recorded() {
  const visitor = await api.logIn();
  const [symptom] = await api.query(
    `select id from symptom where participant_id = $1 and category = 'mood' order by id limit 1`,
    [visitor.participant.id],
  );
  const { activities } = (await visitor.send(allData, undefined)).body;
  await visitor.send(saveRecord, {
    symptoms: [Number(symptom?.id)],
    sleep: true,
    mood: false,
    active: true,
    activities: activities.slice(0, 2).map(({ id }) => id),
  });
  return visitor;
}

test.each([
  ['my-records.csv', 'text/csv; charset=utf-8'],
  ['my-answers.csv', 'text/csv; charset=utf-8'],
  ['my-calendar.ics', 'text/calendar; charset=utf-8'],
  ['my-information.pdf', 'application/pdf'],
])(
  '%s is for the participant only, comes under its own name and is not kept by the browser',
  async (name, type) => {
    const path = `/documents/${name}`;
    expect((await open(await api.visit(), path)).status).toBe(401);
    const { status, headers } = await open(await api.logIn(), path);
    expect([status, headers.get('cache-control'), headers.get('content-type')]).toEqual([
      200,
      'no-store',
      type,
    ]);
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  },
);

test('documents may be asked for twenty times in a row, of all kinds together', async () => {
  const [visitor, other] = [await api.logIn({ stage: 'eligibility' }), await api.logIn()];
  const ask = async (path: string) => (await open(visitor, path)).status;
  for (let times = 0; times < 20; times++) expect(await ask(CSV)).toBe(200);
  for (const name of ['my-records.csv', 'my-answers.csv', 'my-calendar.ics', 'my-information.pdf'])
    expect(await ask(`/documents/${name}`)).toBe(429);
  expect((await open(other, CSV)).status).toBe(200);
});

test('the CSV has a line for each record of this participant and no other', async () => {
  await recorded();
  const visitor = await recorded();
  const [head = [], ...lines] = readCsv(await (await open(visitor, CSV)).text());
  expect(lines).toHaveLength(1);
  const line = Object.fromEntries(head.map((name, index) => [name, lines[0]?.[index]]));
  expect(line).toMatchObject({ Sleep: 'good', 'Sleep: symptoms': '', Mood: 'not so good', Activity: 'good' });
  expect(line).toMatchObject({
    'Recorded at (UTC)': api.clock.now().toISOString(),
    'Time zone': 'Australia/Melbourne',
  });
  expect(line.Day).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  expect(line['Mood: symptoms']).not.toBe('');
  const { activities } = (await visitor.send(allData, undefined)).body;
  expect(line.Activities).toBe(`${activities[0]?.text}; ${activities[1]?.text}`);
});

test('the PDF has the details, the planned steps and the records', async () => {
  const visitor = await recorded();
  const text = await pdfText(visitor);
  expect(text).toContain(visitor.participant.email);
  expect(text).toMatch(/From \d\d\/\d\d\/\d{4}: \d+(\.\d+)? mg a day/);
  expect(text).toContain('Mood not so good: ');
});

test('the PDF has the reminder, the time zone, the devices and the passkeys of this participant', async () => {
  const [visitor, other] = [await api.logIn(), await api.logIn()];
  await visitor.send(saveReminder, { hour: 9 });
  for (const [{ participant }, name] of [
    [visitor, 'My phone'],
    [other, 'Their laptop'],
  ] as const)
    await api.query(
      `insert into passkey (id, participant_id, name, public_key, counter, transports, created_at)
       values ($1, $2, $3, '', 0, '[]', $4)`,
      [`passkey-${participant.id}`, participant.id, name, api.clock.now()],
    );
  const text = await pdfText(visitor);
  expect(text).toMatch(/Daily reminder: *9:00am/);
  expect(text).toMatch(/Time zone of your device: *Australia, *Melbourne/);
  expect(text).toMatch(/Where you are logged in.*, last used \d\d\/\d\d\/\d{4}/);
  expect(text).toMatch(/My phone, added \d\d\/\d\d\/\d{4}/);
  expect(text).not.toContain('Their laptop');

  const team = await logInStaff(api);
  await team.act(visitor.participant.id);
  expect(await pdfText(team)).toContain(visitor.participant.email);
  expect(await pdfText(team)).not.toMatch(/last used|My phone/);
});

test('the answers and lists are for the participant only', async () => {
  const path = '/documents/my-answers.csv';
  expect((await open(await api.visit(), path)).status).toBe(401);
  const answer = await open(await api.logIn(), path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const rows = readCsv(await answer.text());
  const surveyIn = ([, label, value]: readonly string[]) => (label === 'First survey' ? [value] : []);
  expect(rows.flatMap(surveyIn)).toEqual(['Done; by it you can take part. Its answers are not kept.']);
  const ineligible = await open(await api.logIn({ surveyIneligible: true }), path);
  expect(readCsv(await ineligible.text()).flatMap(surveyIn)).toEqual([
    'Done; by it you could not take part. Its answers are not kept.',
  ]);
  for (const part of ['Your answers for the plan', 'Your activities', 'Your symptoms'])
    expect(rows.filter(([heading]) => heading === part).length).toBeGreaterThan(1);
});

test('the documents are of the day that the person’s own clock shows, which UTC does not have yet', async () => {
  // Half past midnight in Auckland, and still yesterday in Melbourne and in UTC.
  api.clock.set('2026-03-10T11:30:00Z');
  const visitor = await api.logIn();
  visitor.timeZone = 'Pacific/Auckland';
  await visitor.send(allData, undefined);
  expect(await pdfText(visitor)).toContain('Your information on 11/03/2026');
  await visitor.send(saveReminder, { hour: 9 });
  expect(await (await open(visitor, '/documents/my-calendar.ics')).text()).toContain('DTSTART:20260312T');
});

test('the calendar and the PDF have no step that is ahead while help is on, and the PDF says why', async () => {
  const visitor = await api.logIn();
  await visitor.send(saveDoctor, { name: 'Dr Lee', phone: '0355-500-011', email: '' });
  await visitor.send(saveSupport, { name: 'Jo Rivera', phone: '0355-500-022' });
  const hold = holdWords({ ...api.content.safety.help, selfHarm: null }, 'Dr Lee');
  const steps = async () =>
    (await (await open(visitor, '/documents/my-calendar.ics')).text()).match(/BEGIN:VEVENT/g)?.length ?? 0;
  expect(await steps()).toBe(3);
  expect(await pdfText(visitor)).not.toContain(hold);
  const [symptom] = await api.query('select id from symptom where participant_id = $1 and self_harm', [
    visitor.participant.id,
  ]);
  const checkUp = { sleep: true, mood: false, active: true, activities: [] };
  await visitor.send(saveRecord, { ...checkUp, symptoms: [Number(symptom?.id)] });
  expect(await steps()).toBe(0);
  expect(await pdfText(visitor)).toContain(`Planned steps•${hold}`);
});

test('the calendar is for the participant only, once they are in a group', async () => {
  const path = '/documents/my-calendar.ics';
  expect((await open(await api.visit(), path)).status).toBe(401);
  expect((await open(await api.logIn({ stage: 'consent' }), path)).status).toBe(404);
  const usualCare = await open(await logInRandomised(api, 'usual-care'), path);
  expect((await usualCare.text()).match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(1);
  const answer = await open(await api.logIn(), path);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  expect((await answer.text()).match(/SUMMARY:Something to look at in Stepwise/g)?.length).toBeGreaterThan(1);
});
