// In one file: consent and every data choice start from the same participants.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { consentForm } from '@stepwise/shared-contracts/calls/content.calls';
import { askMeInAMonth } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData, loginCheck, loginUser, registerUser } from '@stepwise/shared-contracts/calls/session.calls';
import { addActivity, addSymptom, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import * as calls from '@stepwise/shared-contracts/calls/user.calls';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { verifyAuditLog } from '../../domain/data/audit-log/verify-audit-log.ts';
import { PASSWORD_RESET } from '../../domain/people/accounts/password-reset-token.ts';
import { AUDIT, PARTICIPANTS, warningSignPath } from '../../staff-site/page/navigation.ts';
import { BASELINE, PASSWORD } from '../../testing/build-participant.ts';
import { createTestApi, type TestApi } from '../../testing/create-test-api.ts';
import type { Visitor } from '../../testing/create-visitor.ts';
import { DELETE_PARTICIPANT, eraseValues } from '../../testing/record-withdrawal.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const api = await createTestApi();
const agree = { consentAgree: true, futureContact: false };
const eventsOf = async (participant: string, type: string) =>
  api.query('select 1 from audit_event where subject = $1 and type = $2', [participant, type]);

test('agreeing moves on and keeps the text’s version and hash with the day', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  const { body: form } = await visitor.send(consentForm, undefined);
  const { body } = await visitor.send(calls.saveUserAgree, { ...agree, futureContact: true });
  expect(body.user).toMatchObject({ consentAgree: true, futureContact: true, homestep: 2 });
  const { body: all } = await visitor.send(allData, undefined);
  expect(all.consent).toEqual({
    version: form.version,
    hash: form.hash,
    agreedAt: api.clock.now().toISOString(),
  });
});

test('agreeing twice, also at once, is one consent; future contact is a choice of its own', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  const { id } = visitor.participant;
  await Promise.all([1, 2, 3].map(() => visitor.send(calls.saveUserAgree, agree)));
  const consents = () =>
    api.query('select future_contact from consent where participant_id = $1 order by id', [id]);
  expect(await consents()).toEqual([{ future_contact: false }]);
  expect(await eventsOf(id, 'consent.given')).toHaveLength(1);
  const { body } = await visitor.send(calls.saveUserAgree, { ...agree, futureContact: true });
  expect(body.user).toMatchObject({ consentAgree: true, futureContact: true });
  await visitor.send(calls.saveUserAgree, { ...agree, futureContact: true });
  expect(await consents()).toEqual([{ future_contact: false }, { future_contact: true }]);
  const { version } = api.content.consent;
  expect((await api.eventsOf(id, 'consent.given')).map(({ after }) => after)).toEqual(
    [false, true].map((futureContact) => ({ version, hash: api.content.versions.consent, futureContact })),
  );
});

test.each(['consent', 'questionnaire'] as const)(
  'not agreeing, at the stage %s, is rejected and changes neither consent nor future contact',
  async (stage) => {
    const visitor = await api.logIn({ stage });
    const before = (await visitor.send(allData, undefined)).body.user;
    await expect(
      visitor.send(calls.saveUserAgree, { consentAgree: false, futureContact: !before.futureContact }),
    ).rejects.toMatchObject({ code: 'unprocessable', issues: [{ path: ['consentAgree'] }] });
    expect((await visitor.send(allData, undefined)).body.user).toEqual(before);
  },
);

test('the survey comes before the consent, and an ineligible one rules it out', async () => {
  for (const overrides of [
    { stage: 'eligibility' as const },
    { stage: 'consent' as const, surveyIneligible: true },
    { stage: 'consent' as const, actingDone: true, actingIneligible: true },
  ]) {
    const visitor = await api.logIn(overrides);
    await expect(visitor.send(calls.saveUserAgree, agree)).rejects.toMatchObject({ code: 'not-yet' });
  }
});

const changed = await createTestApi({
  content: (content) => ({
    ...content,
    consent: { ...content.consent, version: 'next' },
    versions: { ...content.versions, consent: 'f'.repeat(64) },
  }),
});

test('a later text is a consent of its own and leaves the earlier one word for word', async () => {
  const visitor = await changed.logIn({ stage: 'consent' });
  const old = { hash: 'a'.repeat(64), article: { title: 'The text of last year' } };
  await changed.query(`insert into consent_text values ($1, 'last', $2)`, [old.hash, old.article]);
  await changed.query(
    `insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, $2, false, now())`,
    [visitor.participant.id, old.hash],
  );
  await visitor.send(calls.saveUserAgree, agree);
  const consents = await changed.query(
    `select t.version, t.article->>'title' as title from consent c join consent_text t on t.hash = c.text_hash
     where participant_id = $1 order by c.id`,
    [visitor.participant.id],
  );
  expect(consents).toEqual([
    { version: 'last', title: 'The text of last year' },
    { version: 'next', title: changed.content.consent.title },
  ]);
});

test('choosing "agree" for the data keeps them, with a receipt, and ends every session', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  await visitor.send(calls.saveUserDataConsent, { value: 'agree' });
  expect((await visitor.send(loginCheck, undefined)).status).toBe(200);
  const [row] = await api.query('select data_consent, email from participant where id = $1', [
    visitor.participant.id,
  ]);
  expect(row).toEqual({ data_consent: 'agree', email: visitor.participant.email });
  expect(await api.query(`select choice from data_consent_receipt`)).toContainEqual({ choice: 'agree' });
});

test('a participant who withdrew is not randomised, and agreeing again is a separate consent', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  const { id, email } = visitor.participant;
  await visitor.send(calls.saveUserAgree, agree);
  await visitor.send(calls.saveUserDataConsent, { value: 'agree' });
  await visitor.send(loginUser, { username: email ?? '', password: PASSWORD });
  await expect(visitor.send(calls.saveHomestep, { homestep: 3 })).rejects.toMatchObject({ code: 'not-yet' });
  expect(await api.query('select 1 from allocation where participant_id = $1', [id])).toEqual([]);

  const { body } = await visitor.send(calls.saveUserAgree, agree);

  expect(body.user).toMatchObject({ consentAgree: true, homestep: 2 });
  expect(await eventsOf(id, 'consent.given')).toHaveLength(2);
  await visitor.send(calls.saveBaseline, BASELINE);
  const { body: randomised } = await visitor.send(calls.saveHomestep, { homestep: 3 });
  expect(randomised.user.homestep).toBe(3);
});

test('nothing new is recorded of a participant who withdrew, until they agree again', async () => {
  const visitor = await api.logIn();
  const checkUp = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };
  await visitor.send(saveRecord, checkUp);
  await visitor.send(calls.saveUserDataConsent, { value: 'agree' });
  await visitor.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  const another = { ...checkUp, sleep: false };
  await expect(visitor.send(saveRecord, another)).rejects.toMatchObject({
    code: 'not-yet',
    message: 'Nothing new is recorded without your consent.',
  });
  const { body } = await visitor.send(allData, undefined);
  expect(body.records.map(({ sleep }) => sleep)).toEqual([true]);
  await visitor.send(calls.saveUserAgree, agree);
  expect(await visitor.send(saveRecord, another)).toMatchObject({ status: 200 });
  const [row] = await api.query('select data_consent, home_step from participant where id = $1', [
    visitor.participant.id,
  ]);
  expect(row).toEqual({ data_consent: null, home_step: HOME_STEP.timeline });
});

const IDENTIFYING = {
  firstName: 'Zebulon',
  lastName: 'Quartermain',
  email: 'zebulon.quartermain@example.org',
  phone: '0491-570-156',
  doctor: { name: 'Dr Ottoline Marchbanks', phone: '0355-501-001', email: 'ottoline@example.net' },
  support: { name: 'Peregrine Whitlock', phone: '0355-502-002' },
  activity: 'Choir at St Ignatius',
  symptom: 'Dreams of the Kestrel Street house',
  note: 'Moves to Wollstonecraft Parade in May',
  formerEmail: 'zq.1961@example.net',
  done: 'Rang Cousin Marmaduke at ten',
  reason: 'Wants Thaddeus told of the new dose',
};
const identifyingValues = Object.values(IDENTIFYING).flatMap((value) =>
  typeof value === 'string' ? [value] : Object.values(value),
);

/** A participant with data in every table that text can reach. */
async function leaveTraces(on: TestApi): Promise<Visitor & { id: string }> {
  const { firstName, lastName, email, phone, formerEmail } = IDENTIFYING;
  const wrong = await on.visit();
  await wrong.request(loginUser.path, { body: { username: email, password: 'wrong' } });
  const visitor = await on.visit();
  const { body } = await visitor.send(registerUser, {
    first_name: firstName,
    last_name: lastName,
    username: formerEmail,
    email: formerEmail,
    password1: PASSWORD,
    password2: PASSWORD,
  });
  const { id } = body.user;
  await on.query(
    `update participant set home_step = 4, randomise = true, survey_done = true, consent_agree = true, schedule_id = 11,
       redcap_link = 'https://redcap.example/zebulon' where id = $1`,
    [id],
  );
  await on.query(
    `insert into prescription (participant_id, date, dose, note, days) values ($1, '2026-03-10', 50, 'Zebulon takes it at noon', 28)`,
    [id],
  );
  const key = (idempotencyKey: string) => ({ idempotencyKey: `${idempotencyKey}-0000` });
  await visitor.send(calls.saveUser, { firstName, lastName, phone, email, password: '' }, key('user'));
  await visitor.send(calls.saveDoctor, IDENTIFYING.doctor, key('doctor'));
  await visitor.send(calls.saveSupport, IDENTIFYING.support, key('support'));
  const activity = await visitor.send(
    addActivity,
    { activity: { text: IDENTIFYING.activity } },
    key('activity'),
  );
  const symptom = await visitor.send(
    addSymptom,
    { symptom: { text: IDENTIFYING.symptom, category: 'sleep' } },
    key('symptom'),
  );
  await visitor.send(
    saveRecord,
    { sleep: false, mood: true, active: true, symptoms: [symptom.body.id], activities: [activity.body.id] },
    key('record'),
  );
  const [warning] = (await visitor.send(allData, undefined)).body.symptoms.filter(({ redflag }) => redflag);
  on.clock.advance(60_000);
  await visitor.send(
    saveRecord,
    { sleep: false, mood: true, active: true, symptoms: [warning?.id ?? 0], activities: [] },
    key('warning'),
  );
  for (const address of [email, formerEmail]) {
    await visitor.send(askMeInAMonth, { email: address });
    const forgetful = openStaffBrowser(on);
    await forgetful.open(PASSWORD_RESET);
    await forgetful.submit(PASSWORD_RESET, { email: address });
    await on.query(
      `insert into kept_message (recipient, subject, body, kept_at) values ($1, 'A new password', '', now())`,
      [address],
    );
  }
  const staff = await logInStaff(on, 'manager');
  await staff.open(`${PARTICIPANTS}/${id}`);
  await staff.submit(`${PARTICIPANTS}/${id}/notes`, { id: randomUUID(), note: IDENTIFYING.note });
  await staff.open(PARTICIPANTS);
  await staff.submit(PARTICIPANTS, { search: `${firstName} ${lastName}`, stage: '' });
  const reader = await logInStaff(on, 'manager');
  await reader.open(AUDIT);
  await reader.submit(AUDIT, { type: '', actor: '', about: email, from: '', to: '' });
  const [{ id: sign }] = await on.query('select id from warning_sign where participant_id = $1', [id]);
  const { text } = await staff.open(warningSignPath(sign));
  const newestAt = /name="newestAt" value="([^"]+)"/.exec(text)?.[1] ?? '';
  await staff.submit(warningSignPath(sign), {
    action: 'reached-doctor',
    note: IDENTIFYING.done,
    newestAt,
  });
  const acting = await logInStaff(on);
  await acting.act(id, IDENTIFYING.reason);
  return Object.assign(visitor, { id });
}

/** The whole database as text but for a table, the job queue's tables included. */
async function dump(on: TestApi, without = ''): Promise<string> {
  const tables = await on.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss') and tablename <> $1`,
    [without],
  );
  const texts = await Promise.all(
    tables.map(({ name }) => on.query(`select '${name}' as "table", t::text from ${name} t`)),
  );
  return JSON.stringify(texts);
}

test.each(['delete', 'anonymous'] as const)(
  '"%s" leaves nothing that identifies, but for the audit log’s values until the next night',
  async (value) => {
    const person = await leaveTraces(api);
    const phone = await api.visit();
    await phone.send(loginUser, { username: IDENTIFYING.email, password: PASSWORD });
    const before = await dump(api);
    for (const place of [
      'pgboss',
      'month_reminder',
      'password_reset_request',
      'email_change_notice',
      'warning_step',
      'participant_note',
      'participantFilter',
      'auditFilter',
    ]) {
      expect(before).toContain(place);
    }
    for (const identifying of [...identifyingValues, 'Zebulon takes it at noon', 'redcap.example/zebulon']) {
      expect(before).toContain(identifying);
    }
    const counts = () =>
      api.query(
        `select (select count(*)::int from participant) as people, (select count(*)::int from daily_record where superseded_at is null) as days`,
      );
    const [{ people, days }] = await counts();

    expect(
      (await person.send(calls.saveUserDataConsent, { value }, { idempotencyKey: `${value}-0000` })).status,
    ).toBe(204);

    const expectNothingIn = (dumped: string) => {
      for (const identifying of [...identifyingValues, 'Zebulon', 'Quartermain'])
        expect({ identifying, found: dumped.toLowerCase().includes(identifying.toLowerCase()) }).toEqual({
          identifying,
          found: false,
        });
    };
    expectNothingIn(await dump(api, 'audit_values'));
    expect(await eraseValues(api)).toBe(1);
    expectNothingIn(await dump(api));
    const [receipt] = await api.query(`select * from data_consent_receipt where choice = $1`, [value]);
    expect(receipt).toEqual({
      id: expect.any(String),
      choice: value,
      carried_out_by: 'participant',
      chosen_at: api.clock.now(),
    });
    expect(JSON.stringify(receipt)).not.toContain(person.id);
    expect(await api.query('select 1 from participant where id = $1', [person.id])).toEqual([]);
    const remaining = value === 'anonymous' ? 0 : 1;
    expect(await counts()).toEqual([{ people: people - remaining, days: days - remaining }]);

    for (const browser of [person, phone]) {
      await expect(browser.send(allData, undefined)).rejects.toMatchObject({
        code: 'not-logged-in',
        status: 401,
      });
    }
    const again = await (await api.visit()).request(loginUser.path, {
      body: { username: IDENTIFYING.email, password: PASSWORD },
    });
    expect(again.json.errors).toHaveProperty('__all__');
    expect(await verifyAuditLog(api.orm.em.fork())).toMatchObject({
      fault: null,
      erased: expect.any(Number),
    });
  },
);

test('anonymised data keep their days, doses and the trial’s own words', async () => {
  const visitor = await api.logIn();
  const { email, firstName, lastName } = visitor.participant;
  await visitor.send(calls.saveUser, {
    ...{ firstName, lastName, phone: '', password: '' },
    email: `later-${email}`,
  });
  await api.buildParticipant({ email });
  await api.query(
    `insert into kept_message (recipient, subject, body, kept_at) values ($1, 'A new password', '', now())`,
    [email],
  );
  const { body } = await visitor.send(allData, undefined);
  const [symptom] = body.symptoms;
  await visitor.send(saveRecord, {
    sleep: false,
    mood: true,
    active: true,
    symptoms: [symptom?.id ?? 0],
    activities: [],
  });
  await api.query(`update participant set predict = 77 where id = $1`, [visitor.participant.id]);
  await visitor.send(calls.saveUserDataConsent, { value: 'anonymous' });
  const [row] = await api.query('select * from participant where predict = 77');
  expect(row).toMatchObject({ first_name: '', last_name: '', email: null, phone: '', password_hash: null });
  const words = await api.query('select text from symptom where participant_id = $1 order by id', [row.id]);
  expect(words.map(({ text }) => text)).toEqual(body.symptoms.map(({ text }) => text));
  const activities = await api.query('select text from activity where participant_id = $1 order by id', [
    row.id,
  ]);
  expect(activities.map(({ text }) => text)).toEqual(body.activities.map(({ text }) => text));
  expect(await api.query('select recipient from kept_message')).toEqual([{ recipient: email }]);
  const notes = await api.query('select note from prescription where participant_id = $1 order by date', [
    row.id,
  ]);
  expect(notes.map(({ note }) => note)).toEqual(body.prescriptions.map(({ note }) => note));
  expect(await api.query('select 1 from daily_record where participant_id = $1', [row.id])).toHaveLength(1);
});

test('a save that waits while its participant is erased is rejected, and saves nothing', async () => {
  const visitor = await api.logIn();
  const holder = await api.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from participant where id = $1 for update', [visitor.participant.id]);
  const saving = visitor.request(calls.saveDoctor.path, { body: { name: 'Too late', phone: '', email: '' } });
  await api.untilBlocked();
  await holder.query(DELETE_PARTICIPANT, [visitor.participant.id]);
  await holder.query('commit');
  holder.release();
  expect((await saving).status).toBe(401);
  expect(await api.query(`select 1 from helper where name = 'Too late'`)).toEqual([]);
});
