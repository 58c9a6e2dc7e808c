import { expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveHomestep, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { findRandomisations } from '../../domain/trial/randomisation/find-randomisations.ts';
import { findReplayMismatch } from '../../domain/trial/randomisation/replay-allocation.ts';
import { createTestApi, type TestApi } from '../../testing/create-test-api.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, openStaffBrowser } from '../../testing/staff-browser.ts';

const LIST = '/admin/allocation';
const SEED = 'the seed that only the statistician knows';
const manual = await createTestApi({
  connections: 10,
  allocationSeed: SEED,
  config: { allocation: 'manual' },
});
const automatic = await createTestApi({ connections: 10, allocationSeed: SEED });

const pathOf = (id: string) => `/admin/participants/${id}`;

/** A participant who has confirmed the questionnaire where a manager randomises. */
async function waiting(firstName = 'Ada') {
  const visitor = await manual.logIn({ stage: 'questionnaire', firstName, lastName: 'Nguyen' });
  await visitor.send(saveHomestep, { homestep: 3 });
  return Object.assign(visitor, { id: visitor.participant.id });
}

const drawsOf = (api: TestApi, id: string) =>
  api.query('select arm from allocation where participant_id = $1', [id]);

test('a manager randomises after confirming, and the participant moves to the next home step', async () => {
  const participant = await waiting('Ada');
  const manager = await logInStaff(manual, 'manager');
  const list = (await manager.open(LIST)).text;
  expect(list).toContain('Ada Nguyen');
  expect(list).toContain('>1 participant waits<');
  expect(list).toContain('The team randomises each participant once the questionnaire is confirmed.');
  expect((await manager.open(pathOf(participant.id))).text).toContain(`${pathOf(participant.id)}/allocate`);
  const asked = await manager.open(`${pathOf(participant.id)}/allocate`);
  expect(asked.text).toContain('Randomise Ada Nguyen?');
  expect(await drawsOf(manual, participant.id)).toEqual([]);

  expect(await manager.submit(`${pathOf(participant.id)}/allocate`)).toMatchObject({
    status: 303,
    location: pathOf(participant.id),
  });
  const [{ arm }] = await drawsOf(manual, participant.id);
  const { text } = await manager.open(pathOf(participant.id));
  expect(text).toMatch(
    new RegExp(`<dt>Group</dt><dd>${arm === 'reduction' ? 'Reduction' : 'Usual care'}</dd>`),
  );
  expect(text).toMatch(/<dt>Randomised<\/dt><dd>10\/03\/2026, 12:00/);
  expect(text).not.toContain('/allocate');
  expect((await manager.open(LIST)).text).not.toContain('Ada Nguyen');
  expect((await manager.open(LIST)).text).toContain('>No participant waits<');
  const { user } = (await participant.send(allData, undefined)).body;
  expect(user).toMatchObject({ homestep: 3, randomise: arm === 'reduction' });
  const events = await manual.query(
    `select type, actor from audit_event where subject = $1 and type in ('allocation.drawn', 'home-step.changed') order by id`,
    [participant.id],
  );
  expect(events).toEqual([
    { type: 'home-step.changed', actor: `participant:${participant.id}` },
    { type: 'allocation.drawn', actor: `staff:${manager.staff.id}` },
  ]);
});

test('repeated submits of several managers at once randomise once', async () => {
  const people = [await waiting(), await waiting(), await waiting()];
  const managers = [await logInStaff(manual, 'manager'), await logInStaff(manual, 'manager')];
  for (const manager of managers) await manager.open(LIST);
  await Promise.all(managers.map((manager) => manager.open(`${pathOf(people[0]?.id ?? '')}/allocate`)));
  const answers = await Promise.all(
    managers.flatMap((manager) =>
      people.flatMap(({ id }) => [
        manager.submit(`${pathOf(id)}/allocate`),
        manager.submit(`${pathOf(id)}/allocate`),
      ]),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
  for (const { id } of people) expect(await drawsOf(manual, id)).toHaveLength(1);
  expect(findReplayMismatch(await findRandomisations(manual.orm.em.fork()), SEED)).toBeNull();
});

test('a participant’s confirmation and a manager’s at once randomise once', async () => {
  const visitor = await automatic.logIn({ stage: 'questionnaire', awaitsRandomisation: 'team' });
  const { id } = visitor.participant;
  const manager = await logInStaff(automatic, 'manager');
  await manager.open(`${pathOf(id)}/allocate`);
  await Promise.all([
    visitor.send(saveHomestep, { homestep: 3 }),
    manager.submit(`${pathOf(id)}/allocate`),
    visitor.send(saveHomestep, { homestep: 3 }),
  ]);
  expect(await drawsOf(automatic, id)).toHaveLength(1);
  expect(findReplayMismatch(await findRandomisations(automatic.orm.em.fork()), SEED)).toBeNull();
});

test('a manager’s randomisation uses no position while another transaction writes the audit log', async () => {
  const { id } = await waiting();
  const manager = await logInStaff(manual, 'manager');
  await manager.open(`${pathOf(id)}/allocate`);
  const client = await manual.pool.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(724002)');
  const drawing = manager.submit(`${pathOf(id)}/allocate`);
  await manual.untilBlocked();
  const unlocked = await client.query('select 1 from allocation_counter for update skip locked');
  await client.query('commit');
  client.release();
  expect((await drawing).status).toBe(303);
  expect(unlocked.rowCount).toBe(1);
  expect(await drawsOf(manual, id)).toHaveLength(1);
});

test('a researcher sees who waits and the group, and has neither the button nor the right', async () => {
  const participant = await waiting();
  const researcher = await logInStaff(manual);
  const { text } = await researcher.open(pathOf(participant.id));
  expect(text).toContain('The team randomises next.');
  expect(text).not.toContain('/allocate');
  expect(text).not.toContain(`href="${LIST}"`);
  expect(await researcher.open(LIST)).toMatchObject({ status: 403 });
  expect(await researcher.open(`${pathOf(participant.id)}/allocate`)).toMatchObject({ status: 403 });
  await researcher.open(pathOf(participant.id));
  expect(await researcher.submit(`${pathOf(participant.id)}/allocate`)).toMatchObject({ status: 403 });
  expect(await drawsOf(manual, participant.id)).toEqual([]);
});

test('visitors and participants are sent to the log-in page', async () => {
  const participant = await waiting();
  const browser = openStaffBrowser(manual);
  const toLogIn = { status: 303, location: '/admin/log-in' };
  expect(await browser.open(LIST)).toMatchObject(toLogIn);
  expect(await browser.open(`${pathOf(participant.id)}/allocate`)).toMatchObject(toLogIn);
  await browser.open('/admin/log-in');
  expect(await browser.submit(`${pathOf(participant.id)}/allocate`)).toMatchObject(toLogIn);
  expect(await drawsOf(manual, participant.id)).toEqual([]);
});

test('without the form’s token nothing is randomised, and an unknown id is not found', async () => {
  const participant = await waiting();
  const manager = await logInStaff(manual, 'manager');
  expect(await manager.post(`${pathOf(participant.id)}/allocate`, {})).toMatchObject({ status: 403 });
  expect(await drawsOf(manual, participant.id)).toEqual([]);
  for (const id of ['018f3c1e-0000-7000-8000-000000000001', 'not-an-id']) {
    await manager.open(LIST);
    expect(await manager.open(`${pathOf(id)}/allocate`)).toMatchObject({ status: 404 });
    await manager.open(`${pathOf(participant.id)}/allocate`);
    expect(await manager.submit(`${pathOf(id)}/allocate`)).toMatchObject({ status: 404 });
  }
});

test('those who wait beyond the first 25 are on further pages, the longest waiting first', async () => {
  await automatic.query(
    `insert into participant (id, first_name, times_per_day, home_step, created_at, awaits_randomisation, questionnaire_confirmed_at)
     select gen_random_uuid(), 'Waiter' || lpad(n::text, 2, '0'), 1, 3, '2026-01-01', 'team', timestamptz '2026-01-01' + n * interval '1 hour'
     from generate_series(1, 30) n`,
  );
  const manager = await logInStaff(automatic, 'manager');
  const namesOn = async (page: string) => {
    const { status, text } = await manager.open(`${LIST}${page}`);
    expect(status).toBe(200);
    expect(text).toContain('30 participants wait');
    return [...text.matchAll(/>(Waiter\d\d)<\/a>/g)].map(([, name]) => name);
  };
  await automatic.query(`update participant set held_as_burst = true where first_name = 'Waiter02'`);
  const { text: shown } = await manager.open(LIST);
  const none = 'A check held them when they confirmed. Nothing is left of it.';
  const burst = 'Many confirmed their questionnaires from the same network within minutes.';
  expect(rowsOfPage(shown).slice(1, 4)).toEqual([
    ['Waiter01', '01/01/2026, 12:00 pm', none, 'Randomise'],
    ['Waiter02', '01/01/2026, 1:00 pm', burst, 'Randomise'],
    ['Waiter03', '01/01/2026, 2:00 pm', none, 'Randomise'],
  ]);
  const own = /participants\/([0-9a-f-]{36})">Waiter[\s\S]*?participants\/([0-9a-f-]{36})\/allocate/g;
  const pairs = [...shown.matchAll(own)];
  expect(pairs).toHaveLength(25);
  for (const [, person, randomised] of pairs) expect(randomised).toBe(person);
  expect(shown).toContain('Participants are randomised automatically, as soon as');
  const names = Array.from({ length: 30 }, (_, index) => `Waiter${String(index + 1).padStart(2, '0')}`);
  expect(await namesOn('')).toEqual(names.slice(0, 25));
  expect((await manager.open(LIST)).text).toContain(`href="${LIST}?page=2">Next page`);
  expect(await namesOn('?page=2')).toEqual(names.slice(25));
  expect(await namesOn('?page=3')).toEqual([]);
  expect(await namesOn('?page=none')).toEqual(names.slice(0, 25));
});

test('participants who have not confirmed or no longer take part are not randomised', async () => {
  const manager = await logInStaff(manual, 'manager');
  const early = await manual.buildParticipant({ stage: 'questionnaire' });
  const leaving = await waiting();
  await leaving.send(saveUserDataConsent, { value: 'anonymous' });
  const [{ id: left }] = await manual.query(`select id from participant where data_consent = 'anonymous'`);
  const { text } = await manager.open(LIST);
  for (const id of [early.id, left]) {
    expect(text).not.toContain(id);
    expect(await manager.open(`${pathOf(id)}/allocate`)).toMatchObject({ status: 303, location: pathOf(id) });
    await manager.open(pathOf(early.id));
    expect(await manager.submit(`${pathOf(id)}/allocate`)).toMatchObject({ status: 409 });
    expect(await drawsOf(manual, id)).toEqual([]);
  }
});
