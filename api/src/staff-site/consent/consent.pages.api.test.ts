// In one file: each case is of the consents that the team sees.
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { allData, loginCheck } from '@stepwise/shared-contracts/calls/session.calls';
import { saveUserAgree, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import type { DataConsent } from '@stepwise/shared-contracts/entities/consent';
import { auditRows } from '../../domain/data/audit-log/read-audit-log.ts';
import { verifyAuditLog } from '../../domain/data/audit-log/verify-audit-log.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { readPdf } from '../../testing/read-pdf.ts';
import { eraseValues } from '../../testing/record-withdrawal.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const LIST = '/admin/participants';
const RECEIPTS = '/admin/receipts';
const ANSWERS = { identifiedBy: 'called-back', reason: 'health' };
const api = await createTestApi();
/** Receipts of the tests before. */
let earlier: string[] = [];

beforeEach(async () => {
  api.clock.set('2026-03-10T01:00:00Z');
  earlier = (await api.query('select id from data_consent_receipt')).map(({ id }) => id);
});

interface Asked {
  id: string;
  email?: string | null | undefined;
}

async function confirmChoice(
  browser: StaffBrowser,
  { id, email }: Asked,
  choice: string,
  fields: Record<string, string> = {},
) {
  await browser.open(LIST);
  return browser.submit(`${LIST}/${id}/withdraw/${choice}`, {
    ...ANSWERS,
    confirmation: email ?? '',
    ...fields,
  });
}

const rowOf = async (id: string) => (await api.query('select * from participant where id = $1', [id]))[0];
const receipts = () =>
  api.query('select choice, carried_out_by from data_consent_receipt where id <> all($1)', [earlier]);
const eventsOf = (id: string) =>
  api.query(
    `select e.type, e.actor, e.on_behalf_of, v.after from audit_event e join audit_values v on v.event_id = e.id
     where e.subject = $1 and e.type like 'data-consent.%' order by e.id`,
    [id],
  );

test('each choice is explained on a page of its own before anything happens', async () => {
  const participant = await api.buildParticipant({ firstName: 'Ada', lastName: 'Nguyen' });
  const browser = await logInStaff(api, 'manager');
  const { text: page } = await browser.open(`${LIST}/${participant.id}`);
  for (const [choice, words] of [
    ['agree', 'What they gave us stays'],
    ['anonymous', 'This cannot be undone.'],
    ['delete', 'This cannot be undone.'],
  ] as const) {
    expect(page).toContain(`href="${LIST}/${participant.id}/withdraw/${choice}"`);
    const { status, text } = await browser.open(`${LIST}/${participant.id}/withdraw/${choice}`);
    expect(status).toBe(200);
    expect(text).toContain(words);
    expect(text).toContain('Ada Nguyen');
  }
  const leave = (id: string) => `href="${LIST}/${id}/leave-plan"`;
  expect(page).toContain(leave(participant.id));
  const { id: without } = await api.buildParticipant({ stage: 'usualCare' });
  expect((await browser.open(`${LIST}/${without}`)).text).not.toContain(leave(without));
  expect(await receipts()).toEqual([]);
});

test('"agree" has the effect that the participant’s own choice has', async () => {
  const one = await api.logIn();
  const two = await api.logIn();
  const browser = await logInStaff(api, 'manager');
  await one.send(saveUserDataConsent, { value: 'agree' });
  expect(await confirmChoice(browser, two.participant, 'agree')).toMatchObject({
    status: 303,
    location: RECEIPTS,
  });
  for (const visitor of [one, two]) {
    expect(await rowOf(visitor.participant.id)).toMatchObject({
      data_consent: 'agree',
      consent_agree: false,
      email: visitor.participant.email,
    });
    expect((await visitor.send(loginCheck, undefined)).status).toBe(200);
  }
  const { text } = await browser.open(`${LIST}/${two.participant.id}`);
  expect(rowsOfPage(text)).toContainEqual([
    ...['10/03/2026', 'No longer takes part, information kept', 'Their health', 'The team'],
  ]);
  expect((await receipts()).map(({ carried_out_by: by }) => by).sort()).toEqual(['participant', 'team']);
  expect(await api.query('select degree, reason, carried_out_by as by from stop order by id')).toEqual([
    { degree: 'contact', reason: 'none-given', by: 'participant' },
    { degree: 'contact', reason: ANSWERS.reason, by: 'team' },
  ]);
});

test.each(['anonymous', 'delete'] as const)(
  '"%s" leaves no identity, keeps the answers in the audit log, and ends all sessions',
  async (choice) => {
    const visitor = await api.logIn({ firstName: 'Zebulon', email: `zebulon-${choice}@example.org` });
    const { participant } = visitor;
    const acting = await logInStaff(api);
    await acting.act(participant.id, 'Zebulon asked to change the schedule');
    const browser = await logInStaff(api, 'manager');
    await browser.open(LIST);
    await browser.submit(LIST, { search: `zebulon-${choice}@example.org`, stage: '' });
    const about = `zebulon-${choice}@example.org`;
    await browser.open('/admin/audit');
    await browser.submit('/admin/audit', { ...{ type: '', actor: '', from: '', to: '' }, about });

    expect(await confirmChoice(browser, participant, choice)).toMatchObject({
      status: 303,
      location: RECEIPTS,
    });

    expect(await rowOf(participant.id)).toBeUndefined();
    await eraseValues(api);
    for (const table of [
      'participant',
      'audit_values',
      'session',
      'data_consent_receipt',
      'participant_note',
    ]) {
      const rows = JSON.stringify(await api.query(`select * from ${table}`)).toLowerCase();
      expect({ table, found: rows.includes('zebulon') }).toEqual({ table, found: false });
    }
    const both = { actor: `staff:${browser.staff.id}`, on_behalf_of: participant.id };
    expect(await eventsOf(participant.id)).toEqual([
      { type: 'data-consent.chosen', ...both, after: { choice } },
      { type: 'data-consent.carried-out', ...both, after: { choice, ...ANSWERS } },
    ]);
    // The team reads these values of the log, and no others.
    const rows = await auditRows(api.orm.em.fork())
      .where('e.subject', '=', participant.id)
      .orderBy('e.id')
      .execute();
    expect(rows.flatMap(({ after }) => after ?? [])).toEqual([{ choice }, { choice, ...ANSWERS }]);
    expect(await receipts()).toEqual([{ choice, carried_out_by: 'team' }]);
    await expect(visitor.send(allData, undefined)).rejects.toMatchObject({ code: 'not-logged-in' });
    await expect(acting.send(allData, undefined)).rejects.toMatchObject({ code: 'not-logged-in' });
    expect(await browser.open(RECEIPTS)).toMatchObject({ status: 200 });
    expect(await verifyAuditLog(api.orm.em.fork())).toMatchObject({ fault: null });
  },
);

test('the receipts show when, what and by whom, without the participant', async () => {
  const participant = await api.buildParticipant({ firstName: 'Quilla' });
  const browser = await logInStaff(api, 'manager');
  await api.queryAsOwner('delete from data_consent_receipt');
  expect((await browser.open(RECEIPTS)).text).toContain('No choice has been made yet');
  await confirmChoice(browser, participant, 'delete');
  const { text } = await browser.open(RECEIPTS);
  expect(text).toContain('10/03/2026, 12:00 pm');
  expect(text).toContain('All information deleted');
  expect(text).toContain('The team, asked by the participant');
  for (const personal of ['Quilla', participant.id, participant.email ?? '']) {
    expect(text).not.toContain(personal);
  }
  await api.queryAsOwner(
    `insert into data_consent_receipt (id, choice, chosen_at) select gen_random_uuid(), 'anonymous', $1 from generate_series(1, 25)`,
    [new Date(api.clock.now().getTime() + 1_000)],
  );
  expect((await browser.open(RECEIPTS)).text).toContain('Page 1 of 2');
  expect((await browser.open(`${RECEIPTS}?page=2`)).text).toContain('All information deleted');
  expect((await browser.open(`${RECEIPTS}?page=3`)).text).toContain('No receipt is on this page.');
});

test.each([
  ['the wrong address', { confirmation: 'other@example.org' }, 'not the email address of this participant'],
  ['no address', { confirmation: '' }, 'not the email address of this participant'],
  ['nothing about who asked', { identifiedBy: '' }, 'how you made sure'],
  ['a reason in words of its own', { reason: 'Ada moved away' }, 'Choose the reason'],
])('a form with %s carries out nothing, and says what is wrong', async (_, fields, words) => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api, 'manager');
  const before = await rowOf(participant.id);
  const page = await confirmChoice(browser, participant, 'delete', fields);
  expect(page).toMatchObject({ status: 422, text: expect.stringContaining(words) });
  const sent = { ...ANSWERS, confirmation: participant.email, ...fields };
  const reason = sent.reason === ANSWERS.reason ? sent.reason : '';
  expect(readPageForm(page.text, `${LIST}/${participant.id}/withdraw/delete`)).toEqual({
    ...{ identifiedBy: [sent.identifiedBy], reason: [reason], confirmation: [sent.confirmation] },
  });
  expect(await rowOf(participant.id)).toEqual(before);
  expect(await receipts()).toEqual([]);
});

test('the address is compared as people type it', async () => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api, 'manager');
  const confirmation = ` ${participant.email?.toUpperCase()} `;
  expect(await confirmChoice(browser, participant, 'delete', { confirmation })).toMatchObject({
    status: 303,
  });
});

test.each([
  ['agree', 403],
  ['anonymous', 404],
  ['delete', 404],
] as const)('"%s" sent twice is carried out once', async (choice, status) => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api, 'manager');
  expect(await confirmChoice(browser, participant, choice)).toMatchObject({ status: 303 });
  expect(await confirmChoice(browser, participant, choice)).toMatchObject({ status });
  expect(await receipts()).toHaveLength(1);
});

test('of two managers at once, with two choices, one carries out theirs', async () => {
  const participant = await api.buildParticipant();
  const managers = [await logInStaff(api, 'manager'), await logInStaff(api, 'manager')];
  const choices: DataConsent[] = ['delete', 'anonymous'];
  const answers = await Promise.all(
    managers.map((browser, index) => confirmChoice(browser, participant, choices[index] ?? '')),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
  expect(await receipts()).toHaveLength(1);
});

test('several requests, acting and the participants’ own choices at once all go through', async () => {
  const managers = await Promise.all(['anonymous', 'delete', 'agree'].map(() => logInStaff(api, 'manager')));
  const researchers = await Promise.all([1, 2, 3].map(() => logInStaff(api)));
  const asked = await Promise.all(managers.map(() => api.buildParticipant()));
  const acted = await Promise.all(researchers.map(() => api.buildParticipant()));
  const visitors = await Promise.all([1, 2].map(() => api.logIn()));
  const answers = await Promise.all([
    ...managers.map((browser, index) =>
      confirmChoice(browser, asked[index] ?? { id: '' }, ['anonymous', 'delete', 'agree'][index] ?? ''),
    ),
    ...researchers.map((browser, index) => browser.act(acted[index]?.id ?? '')),
    ...visitors.map((visitor) => visitor.send(saveUserDataConsent, { value: 'delete' })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 303, 204, 204]);
  expect(await receipts()).toHaveLength(5);
});

test('a participant who allowed data retention may still ask for deletion', async () => {
  const participant = await api.buildParticipant({ dataConsent: 'agree' });
  const browser = await logInStaff(api, 'manager');
  const { text } = await browser.open(`${LIST}/${participant.id}`);
  expect(text).not.toContain('/withdraw/agree"');
  expect((await browser.open(`${LIST}/${participant.id}/withdraw/delete`)).text).toContain('Taylor</strong>');
  expect(await confirmChoice(browser, participant, 'delete')).toMatchObject({ status: 303 });
});

test('a choice is rejected for anonymous and unknown participants, and when it is not on offer', async () => {
  const anonymous = await api.buildParticipant({ dataConsent: 'anonymous', email: null });
  const known = await api.buildParticipant();
  const browser = await logInStaff(api, 'manager');
  expect((await browser.open(`${LIST}/${anonymous.id}`)).text).not.toContain('/withdraw/');
  for (const [asked, choice, status] of [
    [anonymous, 'delete', 403],
    [{ id: randomUUID() }, 'delete', 404],
    [{ id: 'none' }, 'delete', 404],
    [known, 'forget', 404],
  ] as const) {
    expect(await browser.open(`${LIST}/${asked.id}/withdraw/${choice}`)).toMatchObject({ status });
    expect(await confirmChoice(browser, asked, choice)).toMatchObject({ status });
  }
  expect(await receipts()).toEqual([]);
});

test('a member of staff who acts for the participant ends acting first', async () => {
  const participant = await api.buildParticipant();
  const browser = await logInStaff(api, 'manager');
  await browser.act(participant.id);
  const answer = await confirmChoice(browser, participant, 'delete');
  expect(answer).toMatchObject({ status: 403, text: expect.stringContaining('Log out on their own pages') });
  expect(await rowOf(participant.id)).toMatchObject({ id: participant.id, data_consent: null });
});

test('researchers and strangers can neither open nor send any of it', async () => {
  const participant = await api.buildParticipant();
  const path = `${LIST}/${participant.id}/withdraw/delete`;
  const researcher = await logInStaff(api);
  expect((await researcher.open(`${LIST}/${participant.id}`)).text).not.toContain('/withdraw/');
  for (const page of [path, RECEIPTS]) expect(await researcher.open(page)).toMatchObject({ status: 403 });
  expect(await confirmChoice(researcher, participant, 'delete')).toMatchObject({ status: 403 });
  const stranger = openStaffBrowser(api);
  const toLogIn = { status: 303, location: '/admin/log-in' };
  for (const page of [path, RECEIPTS, `${LIST}/${participant.id}/consents/1`]) {
    expect(await stranger.open(page)).toMatchObject(toLogIn);
  }
  await stranger.open('/admin/log-in');
  expect(await stranger.submit(path, { ...ANSWERS, confirmation: participant.email ?? '' })).toMatchObject(
    toLogIn,
  );
  expect(await rowOf(participant.id)).toMatchObject({ id: participant.id, data_consent: null });
});

test('every consent and withdrawal is shown with its text’s fingerprint, and the copy is a PDF', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  const { id } = visitor.participant;
  await visitor.send(saveUserAgree, { consentAgree: true, futureContact: true });
  api.clock.advance(60_000);
  await visitor.send(saveUserAgree, { consentAgree: true, futureContact: false });
  const browser = await logInStaff(api);
  const { text } = await browser.open(`${LIST}/${id}`);
  const { version } = api.content.consent;
  const agreed = [`Agreed to version ${version}`, api.content.versions.consent];
  const history = (page: string) =>
    rowsOfPage(page.split('<h2 id="consent-history">')[1]?.split('</section>')[0] ?? '').slice(1);
  const consents = [
    ['10/03/2026, 12:00 pm', ...agreed, 'Yes', 'Copy (PDF)'],
    ['10/03/2026, 12:01 pm', ...agreed, 'No', 'Copy (PDF)'],
  ];
  expect(history(text)).toEqual(consents);
  const monitored = await (await logInStaff(api, 'monitor')).open(`${LIST}/${id}`);
  expect(history(monitored.text).map((cells) => cells.at(-1))).toEqual(['Not shown', 'Not shown']);
  expect(monitored.text).not.toContain('/consents/');
  const copies = [...text.matchAll(/href="([^"]+\/consents\/\d+)"/g)].map(([, path]) => path ?? '');
  expect(copies).toHaveLength(2);
  for (const path of copies) {
    const copy = await browser.open(path);
    expect(copy.status).toBe(200);
    expect(copy.headers.get('content-type')).toBe('application/pdf');
    expect(copy.headers.get('cache-control')).toBe('no-store');
  }
  const contactIn = async (path: string) => {
    const headers = { cookie: browser.cookies.header() };
    const copy = await fetch(`${api.origin}${path}`, { headers });
    const { pieces } = readPdf(Buffer.from(await copy.arrayBuffer()));
    const text = pieces.map((piece) => piece.text).join(' ');
    return /You (did not )?agreed? to it/.exec(text)?.[0];
  };
  expect(new Set(await Promise.all(copies.map(contactIn)))).toEqual(
    new Set(['You agreed to it', 'You did not agree to it']),
  );
  const other = await api.buildParticipant();
  const [, consent] = /\/consents\/(\d+)$/.exec(copies[0] ?? '') ?? [];
  for (const path of [`${LIST}/${other.id}/consents/${consent}`, `${LIST}/${id}/consents/x`]) {
    expect(await browser.open(path)).toMatchObject({ status: 404 });
  }

  await visitor.send(saveUserDataConsent, { value: 'agree' });
  const withdrawn = await browser.open(`${LIST}/${id}`);
  expect(history(withdrawn.text)).toEqual([
    ...consents,
    ['10/03/2026, 12:01 pm', 'No longer takes part, information kept', '', '', ''],
  ]);
  expect(rowsOfPage(withdrawn.text)).toContainEqual([
    ...['10/03/2026', 'No longer takes part, information kept', 'They gave none', 'The participant'],
  ]);
  expect((await browser.open(copies[0] ?? '')).status).toBe(200);
  await api.query(`update participant set data_consent = 'anonymous' where id = $1`, [id]);
  expect((await browser.open(`${LIST}/${id}`)).text).not.toContain('/consents/');
  expect(await browser.open(copies[0] ?? '')).toMatchObject({ status: 404 });
});
