import { expect, test } from '@jest/globals';
import { leavePlan } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveDoctor, saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { readPdf } from '../../testing/read-pdf.ts';

const api = await createTestApi();
const laterApi = await createTestApi({
  databaseUrl: api.databaseUrl,
  content: (content) => ({
    ...content,
    consent: { ...content.consent, version: 'demonstration 2' },
    versions: { ...content.versions, consent: 'f'.repeat(64) },
  }),
});

async function download(visitor: Visitor, path: string, origin = api.origin) {
  const response = await fetch(`${origin}${path}`, { headers: { cookie: visitor.cookies.header() } });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

const textOf = (pdf: Buffer) =>
  readPdf(pdf)
    .pieces.map(({ text }) => text)
    .join('');

test.each([
  ['consent-form.pdf', 'Participant information and consent form'],
  ['medicine-information.pdf', 'Information about antidepressants'],
  ['antidepressant-information.pdf', 'Information about antidepressants'],
])('a visitor may download %s', async (file, title) => {
  const { status, headers, bytes } = await download(await api.visit(), `/documents/${file}`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/pdf');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
  expect(textOf(bytes)).toContain(title);
});

test('the copy is for the participant only, and there is none before the consent', async () => {
  const mine = '/documents/my-consent.pdf';
  expect((await download(await api.visit(), mine)).status).toBe(401);
  expect((await download(await api.logIn({ stage: 'consent' }), mine)).status).toBe(404);
});

test('many requests of one participant wait for each other and delay no one else', async () => {
  const visitor = await api.logIn();
  const mine = '/documents/my-course.pdf';
  // There is no copy of a consent.
  const [consent, course] = ['/documents/my-consent.pdf', mine].map(
    (path) => async () => (await download(visitor, path)).status,
  );
  for (let asked = 0; asked < 10; asked++) expect([await consent?.(), await course?.()]).toEqual([404, 200]);
  const { status, headers } = await download(visitor, mine);
  expect([status, headers.get('retry-after')]).toEqual([429, '6']);
  expect((await download(await api.logIn(), mine)).status).toBe(200);
  api.clock.advance(6_000);
  expect((await download(visitor, mine)).status).toBe(200);
});

test('the copy keeps to the text that was agreed to when the form changes later', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  await visitor.send(saveUserAgree, { futureContact: true, consentAgree: true });
  const { status, headers, bytes } = await download(visitor, '/documents/my-consent.pdf', laterApi.origin);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  const text = textOf(bytes);
  expect(text).toContain('Your consent of 10/03/2026');
  expect(text).toContain(`${visitor.participant.email}`);
  expect(text).toContain('Version of the text: demonstration 1');
  expect(text).not.toContain('demonstration 2');
});

test('the course is for the participant only, and there is none before the plan', async () => {
  const mine = '/documents/my-course.pdf';
  expect((await download(await api.visit(), mine)).status).toBe(401);
  expect((await download(await api.logIn({ stage: 'plan' }), mine)).status).toBe(404);
});

test('the sheet of the course shows whose plan it is, and nothing as taken that was not reported', async () => {
  const visitor = await api.logIn({ firstName: 'Tom', lastName: 'Lee', strengths: [61] });
  await visitor.send(saveDoctor, { name: 'Dr Kim', phone: '', email: '' });
  const { status, headers, bytes } = await download(visitor, '/documents/my-course.pdf');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-disposition')).toBe('attachment; filename="my-course.pdf"');
  const text = textOf(bytes).replace(/\s/g, '');
  expect(text).toContain('Dosenow:100mg,reportedfrom10/03/2026');
  expect(text).toContain('Nextdose:50mg,plannedfrom07/04/2026');
  expect(text).toContain('50mg07/04/2026');
  expect(text).not.toContain('50mg07/04/202607/04/2026');
  const { product, tracker } = api.content;
  const { phone, email, hours } = product.researchTeam;
  const facts = [
    'for Tom Lee, to talk about with Dr Kim. 10/03/2026 to 10/03/2026.',
    'Plan: Sertraline, standard steps',
    'Strengths at home: 50 mg tablet',
    'Questions for this step • Do you agree with this plan, and with a first step to 50 mg on 07/04/2026?',
    'Notes of the steps • 0 mg: You no longer take sertraline.',
    `Research team: ${phone}, ${email}, ${hours}.`,
    ...tracker.symptoms.filter(({ redflag }) => redflag).map((symptom) => symptom.text),
  ];
  for (const fact of facts) expect(text).toContain(fact.replace(/\s/g, ''));
});

test('the sheet of the course has no step ahead once the plan was left', async () => {
  const visitor = await api.logIn();
  await visitor.send(leavePlan, { reason: 'effort' });
  const { bytes } = await download(visitor, '/documents/my-course.pdf');
  const text = textOf(bytes).replace(/\s/g, '');
  expect(text).toContain('Dosenow:100mg,reportedfrom10/03/2026');
  expect(text).toContain('Nextdose:Noneisplanned');
  expect(text).not.toContain('50mg');
});

test('the sheet of the course goes to the participant’s own day, in the time zone of the last record', async () => {
  // Before the first record it is the trial's day, which is the 9th by UTC still.
  api.clock.set('2026-03-09T14:00:00Z');
  const before = await download(await api.logIn(), '/documents/my-course.pdf');
  expect(textOf(before.bytes).replace(/\s/g, '')).toContain('to10/03/2026.');
  api.clock.set('2026-03-10T09:30:00Z');
  const visitor = await api.logIn();
  const record = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };
  await visitor.send(saveRecord, record);
  api.clock.set('2026-03-10T11:00:00Z');
  visitor.timeZone = 'Pacific/Kiritimati';
  await visitor.send(saveRecord, record);
  const { bytes } = await download(visitor, '/documents/my-course.pdf');
  // In Melbourne, and by UTC, it is the 10th.
  expect(textOf(bytes).replace(/\s/g, '')).toContain('to11/03/2026.');
});
