// In one file: who is held and who is randomised start from the same confirmed questionnaire.
import { describe, expect, test } from '@jest/globals';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import * as calls from '@stepwise/shared-contracts/calls/user.calls';
import { PASSWORD, type ParticipantOverrides } from '../../../testing/build-participant.ts';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import type { Visitor } from '../../../testing/create-visitor.ts';
import { logInStaff, openStaffBrowser } from '../../../testing/staff-browser.ts';
import { CONFIRM_ADDRESS } from '../../people/address-confirmation/address-confirmation.ts';
import type { StaffRole } from '../../people/staff/staff.entity.ts';
import { findRandomisations } from './find-randomisations.ts';

const DAY_MS = 86_400_000;
const api = await createMailingApi({ config: { trustedProxies: 1 } });
const plain = await createTestApi();
let networks = 0;

/** A participant who has confirmed the questionnaire, each from a network of their own. */
async function confirmed(overrides: ParticipantOverrides = {}, network = `10.${++networks}.0.1`) {
  const visitor = await api.logIn({ stage: 'questionnaire', ...overrides });
  const headers = { 'x-forwarded-for': network };
  const { status, json } = await visitor.request(calls.saveHomestep.path, { body: { homestep: 3 }, headers });
  expect(status).toBe(200);
  return Object.assign(visitor, { id: visitor.participant.id, shown: json.user });
}

/** The paths of the links that an address was sent, the newest last. */
async function linksTo(address: string | null | undefined): Promise<string[]> {
  expect(await api.untilJobsTried()).toBe(0);
  return api.mail.received
    .filter(({ to }) => to?.some((each) => each.address === address))
    .flatMap(({ text = '' }) => text.match(new RegExp(`\\S+${CONFIRM_ADDRESS}/\\S+`)) ?? [])
    .map((link) => new URL(link).pathname);
}

async function openLink(address: string | null | undefined) {
  const link = (await linksTo(address)).at(-1) ?? '';
  const browser = openStaffBrowser(api);
  await browser.open(link);
  return browser.post(link, {});
}

const isRandomised = async (id: string): Promise<boolean> =>
  (await api.query('select 1 from allocation where participant_id = $1', [id])).length === 1;
const userOf = async (visitor: Visitor) => (await visitor.send(allData, undefined)).body.user;
const eventsOf = async (id: string) =>
  (await api.query('select type, actor from audit_event where subject = $1 order by id', [id])).map(
    ({ type, actor }) => [type, actor.split(':')[0]],
  );

describe('where mail goes out', () => {
  test('I Confirm moves the home step, and randomisation waits until the address is confirmed', async () => {
    const visitor = await confirmed();
    const { id, participant } = visitor;
    expect(visitor.shown).toMatchObject({ homestep: 3, randomise: false, awaits: 'address' });
    expect(await isRandomised(id)).toBe(false);
    expect((await findRandomisations(api.orm.em.fork())).withoutAllocation).toBe(0);
    const [link = ''] = await linksTo(participant.email);
    expect(api.mail.received.at(-1)?.text).not.toContain(participant.firstName);

    const browser = openStaffBrowser(api);
    expect((await browser.open(link)).text).toContain('Is this your email address?');
    expect(await isRandomised(id)).toBe(false);
    expect((await browser.post(link, {})).text).toContain('Your address is confirmed');
    expect(await isRandomised(id)).toBe(true);
    const user = await userOf(visitor);
    expect(user.homestep).toBe(3);
    expect(user).not.toHaveProperty('awaits');

    expect((await browser.post(link, {})).status).toBe(200);
    expect((await eventsOf(id)).slice(1)).toEqual([
      ['questionnaire.confirmed', 'participant'],
      ['home-step.changed', 'participant'],
      ['address-confirmation.sent', 'operator'],
      ['address.confirmed-by-link', 'visitor'],
      ['allocation.drawn', 'participant'],
    ]);
  });

  test('the message is sent again on request, and only its link works then', async () => {
    const visitor = await confirmed();
    const { email } = visitor.participant;
    const [first = ''] = await linksTo(email);
    await visitor.send(calls.sendAddressConfirmation, undefined);
    const [, second = ''] = await linksTo(email);
    expect(second).not.toBe(first);
    const browser = openStaffBrowser(api);
    expect((await browser.post(first, {})).status).toBe(400);
    expect(await isRandomised(visitor.id)).toBe(false);
    expect((await browser.post(second, {})).status).toBe(200);
    expect(await isRandomised(visitor.id)).toBe(true);
    await expect(visitor.send(calls.sendAddressConfirmation, undefined)).rejects.toMatchObject({
      code: 'not-yet',
    });
  });

  test('asking again and again is slowed down', async () => {
    const visitor = await confirmed();
    for (let times = 0; times < 3; times++) await visitor.send(calls.sendAddressConfirmation, undefined);
    await expect(visitor.send(calls.sendAddressConfirmation, undefined)).rejects.toMatchObject({
      code: 'too-many-requests',
    });
  });

  test('a link works for seven days, and for the address that the participant still has', async () => {
    const late = await confirmed();
    const moved = await confirmed();
    const [lateLink = ''] = await linksTo(late.participant.email);
    const [formerLink = ''] = await linksTo(moved.participant.email);
    const { firstName, lastName } = moved.participant;
    const email = `moved-${moved.id}@example.org`;
    await moved.send(calls.saveUser, { firstName, lastName, phone: '', email, password: '' });
    const browser = openStaffBrowser(api);
    expect((await browser.post(formerLink, {})).status).toBe(400);
    await moved.send(calls.sendAddressConfirmation, undefined);
    expect((await openLink(email)).status).toBe(200);
    expect(await isRandomised(moved.id)).toBe(true);

    const punctual = await confirmed();
    const [punctualLink = ''] = await linksTo(punctual.participant.email);
    await api.pass(7 * DAY_MS - 120_000);
    expect((await browser.post(punctualLink, {})).status).toBe(200);
    expect(await isRandomised(punctual.id)).toBe(true);
    await api.pass(60_000);
    const answer = await browser.post(lateLink, {});
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('This link no longer works');
    expect(await isRandomised(late.id)).toBe(false);
  });

  test.each([
    [`${CONFIRM_ADDRESS}/nothing`, 400],
    [`${CONFIRM_ADDRESS}/%00`, 404],
  ])('%s confirms nothing', async (path, status) => {
    expect((await openStaffBrowser(api).post(path, {})).status).toBe(status);
  });

  test('logged out, and at another step, no message is sent', async () => {
    await expect((await api.visit()).send(calls.sendAddressConfirmation, undefined)).rejects.toMatchObject({
      code: 'not-logged-in',
    });
    const early = await api.logIn({ stage: 'questionnaire' });
    await expect(early.send(calls.sendAddressConfirmation, undefined)).rejects.toMatchObject({
      code: 'not-yet',
    });
  });

  test('of two that open the link at once one randomises', async () => {
    const visitor = await confirmed();
    const [link = ''] = await linksTo(visitor.participant.email);
    const answers = await Promise.all([1, 2, 3].map(() => openStaffBrowser(api).post(link, {})));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await isRandomised(visitor.id)).toBe(true);
  });

  test('a participant who waits for the team is not randomised by the link', async () => {
    const { id, participant } = await confirmed();
    await api.query(`update participant set awaits_randomisation = 'team' where id = $1`, [id]);
    expect((await openLink(participant.email)).status).toBe(200);
    expect(await isRandomised(id)).toBe(false);
  });

  test('a participant who withdraws while waiting is not randomised by the link, and agrees and confirms again', async () => {
    const visitor = await confirmed();
    const { email } = visitor.participant;
    const [link = ''] = await linksTo(email);
    await visitor.send(calls.saveUserDataConsent, { value: 'agree' });
    expect((await openStaffBrowser(api).post(link, {})).status).toBe(200);
    expect(await isRandomised(visitor.id)).toBe(false);
    await visitor.send(loginUser, { username: email ?? '', password: PASSWORD });
    const { body } = await visitor.send(calls.saveUserAgree, { consentAgree: true, futureContact: false });
    expect(body.user.homestep).toBe(2);
    await visitor.send(calls.saveHomestep, { homestep: 3 });
    expect(await isRandomised(visitor.id)).toBe(true);
    expect((await eventsOf(visitor.id)).filter(([type]) => type === 'questionnaire.confirmed')).toHaveLength(
      1,
    );
  });

  test('a participant found ineligible in the meantime confirms the address and is not randomised', async () => {
    const visitor = await confirmed();
    const { id, participant } = visitor;
    const [link = ''] = await linksTo(participant.email);
    await api.query('update participant set survey_ineligible = true where id = $1', [id]);
    expect((await openStaffBrowser(api).post(link, {})).status).toBe(200);
    expect(await isRandomised(id)).toBe(false);
    expect((await eventsOf(id)).at(-1)).toEqual(['address.confirmed-by-link', 'visitor']);
    await api.query('update participant set survey_ineligible = false where id = $1', [id]);
    const { firstName, lastName } = participant;
    const email = `changed-${id}@example.org`;
    await visitor.send(calls.saveUser, { firstName, lastName, phone: '', email, password: '' });
    await visitor.send(calls.sendAddressConfirmation, undefined);
    expect(await linksTo(email)).toHaveLength(1);
    // The link to the new address is not opened yet.
    await visitor.send(calls.sendAddressConfirmation, undefined);
    expect(await isRandomised(id)).toBe(false);
    await openLink(email);
    expect(await isRandomised(id)).toBe(true);
  });

  test('a participant whose address is confirmed is randomised on asking, without another message', async () => {
    const visitor = await confirmed();
    const { id, participant } = visitor;
    await api.query('update participant set survey_ineligible = true where id = $1', [id]);
    await openLink(participant.email);
    await api.query('update participant set survey_ineligible = false where id = $1', [id]);
    await visitor.send(calls.sendAddressConfirmation, undefined);
    expect(await isRandomised(id)).toBe(true);
    expect(await linksTo(participant.email)).toHaveLength(1);
  });

  test('an erased participant leaves no address behind', async () => {
    const visitor = await confirmed();
    const other = await confirmed();
    await linksTo(other.participant.email);
    await visitor.send(calls.saveUserDataConsent, { value: 'delete' });
    await other.send(calls.saveUserDataConsent, { value: 'anonymous' });
    const emails = [visitor, other].map(({ participant }) => participant.email);
    expect(await api.query('select 1 from address_confirmation where email = any($1)', [emails])).toEqual([]);
  });
});

describe('a check holds for the team', () => {
  const LIST = '/admin/allocation';
  /** Confirms the address, and expects that the participant waits for this reason on the team's pages. */
  async function expectHeld(visitor: Awaited<ReturnType<typeof confirmed>>, reason: string) {
    const { id, participant } = visitor;
    const manager = await logInStaff(api, 'manager');
    const page = `/admin/participants/${id}`;
    const unconfirmed = (await manager.open(page)).text;
    for (const words of ['Randomisation waits.', 'The email address is not confirmed.'])
      expect(unconfirmed).toContain(words);
    expect((await openLink(participant.email)).status).toBe(200);
    expect(await isRandomised(id)).toBe(false);
    // A notice for each goes out where the team randomises everybody.
    expect(api.mail.received.map(({ subject }) => subject)).not.toContain(
      'A participant waits to be randomised',
    );
    expect(await userOf(visitor)).toMatchObject({ homestep: 3, awaits: 'team' });
    for (const path of [page, LIST, `${page}/allocate`]) {
      const { text } = await manager.open(path);
      expect(text).toContain(reason);
    }
    const confirmedPage = (await manager.open(page)).text;
    expect(confirmedPage).toContain('The team randomises next.');
    expect(confirmedPage).not.toContain('The email address is not confirmed.');
    await manager.open(`${page}/allocate`);
    expect((await manager.submit(`${page}/allocate`)).status).toBe(303);
    expect(await isRandomised(id)).toBe(true);
    const [held] = await api.query(
      `select v.after from audit_event e join audit_values v on v.event_id = e.id
       where e.subject = $1 and e.type = 'randomisation.held'`,
      [id],
    );
    return held.after.reasons;
  }

  test('a burst of confirmations from one network', async () => {
    const burst = [];
    for (let times = 0; times < 6; times++) burst.push(await confirmed({}, '203.0.113.9'));
    const [first, last] = [burst.at(0), burst.at(-1)];
    if (!first || !last) throw new Error('There are six.');
    await openLink(first.participant.email);
    expect(await isRandomised(first.id)).toBe(true);
    expect(await expectHeld(last, 'from the same network within minutes')).toEqual(['burst']);
    const enrolled = await api.buildParticipant({ stage: 'questionnaire' });
    const team = await logInStaff(api);
    await team.act(enrolled.id);
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    await team.request(calls.saveHomestep.path, { body: { homestep: 3 }, headers });
    await openLink(enrolled.email);
    expect(await isRandomised(enrolled.id)).toBe(true);
    // Who was held stays so, from wherever they confirm again after a withdrawal.
    const again = await confirmed({}, '203.0.113.9');
    const { email } = again.participant;
    await again.send(calls.saveUserDataConsent, { value: 'agree' });
    await again.send(loginUser, { username: email ?? '', password: PASSWORD });
    await again.send(calls.saveUserAgree, { consentAgree: true, futureContact: false });
    await again.request(calls.saveHomestep.path, {
      body: { homestep: 3 },
      headers: { 'x-forwarded-for': '10.201.0.1' },
    });
    await openLink(email);
    expect(await userOf(again)).toMatchObject({ homestep: 3, awaits: 'team' });
  });

  test('the phone number of another account, however it is written', async () => {
    await api.buildParticipant({ phone: '0491 570 156' });
    const visitor = await confirmed({ phone: '+61 491-570-156' });
    expect(await expectHeld(visitor, 'Same phone number as')).toEqual(['phone']);
  });

  test('the phone number of an account whose data is kept after they withdrew', async () => {
    await api.buildParticipant({ phone: '0491 570 157', dataConsent: 'agree' });
    const visitor = await confirmed({ phone: '0491 570 157' });
    expect(await expectHeld(visitor, 'Same phone number as')).toEqual(['phone']);
  });

  test('the name and the doctor of another account', async () => {
    const name = { firstName: 'Zora', lastName: 'Quinn' };
    const other = await api.logIn({ stage: 'questionnaire', ...name });
    await other.send(calls.saveDoctor, { name: 'Dr. Imani Okafor', phone: '', email: '' });
    const visitor = await api.logIn({ stage: 'questionnaire', firstName: ' zora', lastName: 'QUINN ' });
    await visitor.send(calls.saveDoctor, { name: 'Doctor imani okafor', phone: '', email: '' });
    await visitor.request(calls.saveHomestep.path, {
      body: { homestep: 3 },
      headers: { 'x-forwarded-for': '10.200.0.1' },
    });
    const held = Object.assign(visitor, { id: visitor.participant.id, shown: undefined });
    expect(await expectHeld(held, 'Same name and same doctor as')).toEqual(['name-and-doctor']);
  });

  test('an address that differs from another account’s by dots or a plus', async () => {
    await api.buildParticipant({ email: 'zo.quinn@example.com' });
    const visitor = await confirmed({ email: 'z.oquinn+trial@example.com' });
    expect(await expectHeld(visitor, 'differs by dots or a plus')).toEqual(['address']);
  });

  test('no likeness holds without its other half', async () => {
    const name = { firstName: 'Ines', lastName: 'Moreau' };
    const other = await api.buildParticipant({ ...name, phone: '12', email: 'ines@example.net' });
    const visitor = await confirmed({ ...name, phone: '12', email: 'ines@example.com' });
    // The same name and support person, with doctors of no name, and the same doctor and all but an area’s digit.
    const another = await api.buildParticipant({ firstName: 'Otto', phone: '0391 570 199' });
    const second = await confirmed({ firstName: 'Emil', phone: '0491 570 199' });
    await api.query(
      `insert into helper (participant_id, kind, name, phone)
       values ($1, 'support', 'Jo', ''), ($2, 'support', 'Jo', ''), ($1, 'doctor', '', '1'), ($2, 'doctor', '', '2'),
         ($3, 'doctor', 'Dr Wu', ''), ($4, 'doctor', 'Dr Wu', '')`,
      [other.id, visitor.id, another.id, second.id],
    );
    for (const { id, participant } of [visitor, second]) {
      await openLink(participant.email);
      expect(await isRandomised(id)).toBe(true);
    }
  });

  test('a researcher sees why, and cannot randomise', async () => {
    await api.buildParticipant({ phone: '0491570110' });
    const { id } = await confirmed({ phone: '0491570110' });
    const researcher = await logInStaff(api, 'researcher');
    const { text } = await researcher.open(`/admin/participants/${id}`);
    expect(text).toContain('Same phone number as');
    expect(text).not.toContain(`/admin/participants/${id}/allocate`);
    expect((await researcher.open(LIST)).status).toBe(403);
  });

  test('the other account is named to each role as that role may see it', async () => {
    const other = await api.buildParticipant({ firstName: '', lastName: '', phone: '0491570111' });
    const { id } = await confirmed({ phone: '0491570111' });
    const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [
      other.id,
    ]);
    const [page, link] = [`/admin/participants/${id}`, `href="/admin/participants/${other.id}"`];
    const likeness = (name: string) => `Same phone number as <a class="pages-link" ${link}>${name}</a>.`;
    const shownTo = async (path: string, ...roles: StaffRole[]) =>
      (await (await logInStaff(api, ...roles)).open(path)).text;
    expect(await shownTo(page, 'manager')).toContain(likeness('a participant without a name'));
    expect(await shownTo(page, 'monitor')).toContain(likeness(studyId));
    const withoutPages = await shownTo(`${page}/allocate`, 'allocator', 'statistician');
    expect(withoutPages).toContain(`Same phone number as ${studyId}.`);
    // A doctor whom two have in common belongs to one group only.
    for (const [path, role] of [
      [page, 'blinded-researcher'],
      [`${page}/allocate`, 'allocator'],
    ] as const) {
      const text = await shownTo(path, role);
      expect(text).toContain('It may be a second account of the same person: a manager compares them.');
      expect(text).not.toContain('Same phone number');
      expect(text).not.toContain(link);
    }
  });
});

test('without mail a participant is randomised at once, whatever they share', async () => {
  await plain.buildParticipant({ phone: '0491570156' });
  const visitor = await plain.logIn({ stage: 'questionnaire', phone: '0491570156' });
  const { body } = await visitor.send(calls.saveHomestep, { homestep: 3 });
  expect(body.user).not.toHaveProperty('awaits');
  expect(await plain.query('select 1 from allocation')).toHaveLength(1);
});
