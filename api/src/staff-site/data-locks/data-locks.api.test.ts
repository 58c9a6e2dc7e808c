// In one file: each lock is closed, made and compared by the same steps.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  askAboutDose,
  reportDose,
  saveDose,
  saveMedcustom,
  saveSchedule,
} from '@stepwise/shared-contracts/calls/plan.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { setupSaveOption } from '@stepwise/shared-contracts/calls/setup.calls';
import { leavePlan } from '@stepwise/shared-contracts/calls/stop.calls';
import { addSymptom, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { unlockData } from '../../domain/data/data-locks/unlock-data.command.ts';
import type { Staff } from '../../domain/people/staff/staff.entity.ts';
import { lockData } from '../../domain/reports/locking/lock-data.command.ts';
import { buildAdverseEvent } from '../../testing/build-adverse-event.ts';
import { PASSWORD } from '../../testing/build-participant.ts';
import { logInRandomised } from '../../testing/build-randomised.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { download, readCsv, unzip } from '../../testing/read-export.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, type StaffBrowser } from '../../testing/staff-browser.ts';

const LOCKS = '/admin/data-locks';
const RECORD = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };

const api = await createTestApi({ connections: 10 });

beforeEach(() => {
  api.clock.set('2026-03-10T01:00:00Z');
  return api.removeParticipants('data_lock');
});

const studyIdOf = async (id: string): Promise<string> =>
  (await api.query('select study_id from participant where id = $1', [id]))[0].study_id;

const lockOne = (id: string) => `/admin/participants/${id}/lock`;
const EVERYBODY = `${LOCKS}/everybody`;
const REASON = 'The last visit was in February.';

async function lock(browser: StaffBrowser, page: string) {
  await browser.open(page);
  return browser.sign(page, { reason: REASON });
}

/** As the manager says it where nothing more is expected. */
async function close(browser: StaffBrowser, id: string, closure = 'ended') {
  await browser.open(lockOne(id));
  return browser.submit(`/admin/participants/${id}/close`, { closure });
}

/** A signed reason as the commands take it. */
const signed = ({ staff }: { staff: Staff }, reason: string) => ({
  reason,
  signing: { staff: staff.id, name: staff.name, proof: 'password', meaning: 'I sign it.' } as const,
});

const AN_EVENT = {
  ...{ sign: '', description: 'Headache.', source: 'call', serious: 'no', severity: 'mild' },
  ...{ relatedness: 'possible', expectedness: 'expected', outcome: 'recovered', action: 'none' },
  ...{ onset: '2026-03-09', ended: '', awareAt: '2026-03-10T10:00', reportedAt: '' },
};

describe('a data lock', () => {
  test('is made, compared and unlocked with a reason', async () => {
    const visitor = await api.logIn({ stage: 'timeline' });
    const other = await api.logIn({ stage: 'timeline' });
    await visitor.send(saveRecord, RECORD);
    const manager = await logInStaff(api, 'manager');
    const { id } = visitor.participant;
    const studyId = await studyIdOf(id);
    await manager.open(LOCKS);
    expect(
      await manager.submit(LOCKS, { scope: 'one', studyId: ` ${studyId.toLowerCase()} ` }),
    ).toMatchObject({ status: 303, location: lockOne(id) });
    for (let time = 0; time < 2; time++) expect((await close(manager, id)).status).toBe(303);
    await manager.open(lockOne(id));
    expect(await manager.submit(lockOne(id), { reason: ' ' })).toMatchObject({
      status: 422,
      text: expect.stringContaining('Say why'),
    });
    const tooLong = 'x'.repeat(501);
    const again = await manager.submit(lockOne(id), { reason: tooLong });
    expect(readPageForm(again.text, lockOne(id))).toEqual({ reason: [tooLong] });
    expect(rowsOfPage((await manager.submit(lockOne(id), { reason: REASON })).text)).toEqual([
      ['Data of', studyId],
      ['Why the data are locked', REASON],
    ]);
    const { status, location } = await lock(manager, lockOne(id));
    expect(status).toBe(303);
    const page = location ?? '';
    const [locked, byRobin] = ['10/03/2026, 12:00 pm', 'Robin Reed'];
    const [{ hash }] = await api.query('select hash from data_lock');
    const factsOf = ({ text }: { text: string }) => rowsOfPage(text.split('<h2 id="signatures">')[0] ?? '');
    const factsBefore = [
      ['Data of', studyId],
      ['Locked', `${locked}, ${byRobin}`],
      ['Why it was locked', REASON],
      ['SHA-256 of the data', hash],
    ];
    const none = 'Check-ups: 0, dose reports: 0, versions of adverse events: 0';
    expect(factsOf(await manager.open(page))).toEqual([
      ...factsBefore,
      ['The locked data now', 'The same'],
      ['Recorded since, kept apart', none],
    ]);
    expect(rowsOfPage((await manager.open(LOCKS)).text).slice(1)).toEqual([
      [studyId, locked, byRobin, 'Locked'],
    ]);
    const whole = (await manager.open(`/admin/participants/${id}`)).text;
    for (const words of [`Locked since ${locked}.`, `Closed ${locked}: follow-ups have ended.`])
      expect(whole).toContain(words);
    expect(await lock(manager, lockOne(id))).toMatchObject({
      status: 422,
      text: expect.stringContaining('The data are locked already.'),
    });
    await expect(lockData(api.operation(), id, signed(manager, REASON))).rejects.toThrow('locked already');

    const rejected = expect.objectContaining({
      code: 'not-yet',
      message: expect.stringMatching(/are locked.*call 000.*13 11 14/),
    });
    const acting = await logInStaff(api);
    await acting.act(id);
    const rows = { customDates: [{ date: '2026-03-10', dose: '100', note: '' }] };
    for (const change of [
      () => visitor.send(saveSchedule, { schedule: 1 }),
      () => visitor.send(saveDose, { prescription: 1104 }),
      () => visitor.send(setupSaveOption, { questionId: 4, optionId: 403 }),
      () => acting.send(saveMedcustom, rows),
    ])
      await expect(change()).rejects.toEqual(rejected);
    api.clock.advance(1_000);
    await other.send(saveRecord, RECORD);

    // Changes behind the back of the product.
    await api.queryAsOwner(`update data_lock set reason = 'Another one.'`);
    const altered = (await manager.open(page)).text;
    for (const words of ['The same', 'Void: the data have changed', 'Recorded since, kept apart'])
      expect(altered).toContain(words);
    await api.queryAsOwner('update data_lock set reason = $1', [REASON]);
    const restored = (await manager.open(page)).text;
    expect(restored).not.toContain('Void');
    // Another participant's record is not of this lock.
    expect(restored).toContain('Check-ups: 0,');
    await api.query('update daily_record set sleep = false where participant_id = $1', [id]);
    expect((await manager.open(page)).text).toContain('Changed since');
    const unexplained = await manager.submit(page, { reason: ' ' });
    expect(unexplained.status).toBe(422);
    expect(unexplained.text).toContain('<title>Error: Data lock - ');
    expect(unexplained.text).toContain('<a href="#reason">Say why, in at most 500 characters.</a>');
    const opener = await logInStaff(api, 'manager');
    await api.query(`update staff set name = 'Kim Ode' where id = $1`, [opener.staff.id]);
    api.clock.advance(59_000);
    await opener.open(page);
    const asked = await opener.submit(page, { reason: 'A record came late.' });
    expect(rowsOfPage(asked.text)).toEqual([
      ['Data of', studyId],
      ['SHA-256 of the locked data', hash],
      ['Why they are unlocked', 'A record came late.'],
    ]);
    expect((await opener.sign(page, { reason: 'A record came late.' })).status).toBe(303);
    const shown = await manager.open(page);
    expect(factsOf(shown)).toEqual([
      ...factsBefore,
      ['The locked data now', 'Changed since: their hash is another'],
      ['Recorded after the lock', none],
      ['Unlocked', '10/03/2026, 12:01 pm, Kim Ode'],
      ['Why it was unlocked', 'A record came late.'],
    ]);
    const unlocked = shown.text;
    for (const words of [
      'A record came late.',
      'I unlock these data',
      'unlocked since',
      'Recorded after the lock',
    ])
      expect(unlocked).toContain(words);
    const row = (await manager.open(LOCKS)).text.split(`>${studyId}</a>`)[1]?.split('</tr>')[0];
    expect(row).toMatch(/Robin Reed.*Unlocked 10\/03\/2026, 12:01 pm/s);
    await manager.open(page);
    expect((await manager.submit(page, { reason: 'Twice.' })).status).toBe(409);
    // Opened by another member while the page waited for a signature.
    const twice = signed(manager, 'Twice.');
    const lockId = page.slice(`${LOCKS}/`.length);
    await expect(unlockData(api.operation(), lockId, twice)).rejects.toThrow('This lock was opened before.');
    await expect(unlockData(api.operation(), randomUUID(), twice)).rejects.toMatchObject({
      code: 'not-found',
    });
    const audit = await api.query(
      `select type, after from audit_event join audit_values on event_id = id
       where subject = $1 and type ~ '^(data|participation)[.]' order by id`,
      [id],
    );
    expect(audit).toEqual([
      { type: 'participation.closed', after: { reason: 'ended' } },
      { type: 'data.locked', after: { lock: lockId, hash, reason: REASON } },
      { type: 'data.unlocked', after: { lock: lockId, reason: 'A record came late.' } },
    ]);
  });

  test('of an earlier release and of someone anonymous says what is not known', async () => {
    const { id } = await api.buildParticipant({ stage: 'eligibility' });
    await api.query('update participant set study_id = null where id = $1', [id]);
    const manager = await logInStaff(api, 'manager');
    await manager.open(lockOne(id));
    const toSign = await manager.submit(lockOne(id), { reason: REASON });
    expect(toSign.text).toContain('<dd>Participant without a study id</dd>');
    const { location } = await manager.sign(lockOne(id), { reason: REASON });
    await api.queryAsOwner('update data_lock set reason = null, hash_format = 1');
    expect(rowsOfPage((await manager.open(location ?? '')).text)).toEqual(
      expect.arrayContaining([
        ['Data of', 'Participant without a study id'],
        ['Why it was locked', 'Not given'],
        ['The locked data now', 'Not compared: locked by an earlier release. Unlock and lock again.'],
      ]),
    );
    expect((await manager.open(LOCKS)).text).toContain('>Participant without a study id</a>');
  });

  test('of an unknown id is not found, nor is one that would be of an unknown participant', async () => {
    const manager = await logInStaff(api, 'manager');
    const pages = [`${LOCKS}/${randomUUID()}`, lockOne(randomUUID())];
    for (const page of pages) {
      expect((await manager.open(page)).status).toBe(404);
      await manager.open(LOCKS);
      expect((await manager.submit(page, { reason: REASON })).status).toBe(404);
    }
  });

  test('is listed with 25 to a page', async () => {
    const { id } = await api.buildParticipant();
    await api.query(
      `insert into data_lock (id, participant_id, locked_by, locked_at, hash)
       select gen_random_uuid(), $1, gen_random_uuid(), $2, repeat('c', 64) from generate_series(1, 26)`,
      [id, api.clock.now()],
    );
    const manager = await logInStaff(api, 'manager');
    const studyId = await studyIdOf(id);
    const locksOn = (text: string) => text.split(`>${studyId}</a>`).length - 1;
    const first = (await manager.open(LOCKS)).text;
    expect(first).toContain(`href="${LOCKS}?page=2">Next page</a>`);
    expect([locksOn(first), locksOn((await manager.open(`${LOCKS}?page=2`)).text)]).toEqual([25, 1]);
    expect((await manager.open(`${LOCKS}?page=3`)).text).toContain('No lock is on this page.');
  });

  test('waits for what is open, which is counted and leads to the place where it is settled', async () => {
    const { id } = await api.buildParticipant({ stage: 'timeline' });
    const page = `/admin/participants/${id}`;
    await api.query(
      `insert into data_query (id, participant_id, about, day, state, raised_at)
       select gen_random_uuid(), $1, 'record', '2026-03-09', 'open', now() from generate_series(1, 2)`,
      [id],
    );
    for (let event = 0; event < 2; event++) await buildAdverseEvent(api, id);
    const another = await api.buildParticipant({ stage: 'eligibility' });
    await buildAdverseEvent(api, another.id);
    await api.query(
      `with people as (
         insert into participant (id, first_name, times_per_day, home_step, created_at)
         select gen_random_uuid(), 'Ab', 1, 4, '2026-03-01' from generate_series(1, 51) returning id)
       insert into allocation (participant_id, stratum, position, arm, drawn_at)
       select id, 'low', row_number() over (), 'usual-care', '2026-03-10' from people`,
    );
    await api.query('update participant set study_id = null');
    const manager = await logInStaff(api, 'manager');
    const linesOf = async (path: string) =>
      [...(await manager.open(path)).text.matchAll(/<li>(.*?)<\/li>/g)].map(([, line]) => line);
    expect(await linesOf(lockOne(id))).toEqual([
      `<a class="pages-link" href="${page}#data-queries">2 data queries are not closed</a>`,
      `<a class="pages-link" href="${page}#adverse-events">2 adverse events are not signed off</a>`,
      'They have a plan that runs.',
    ]);
    const lines = await linesOf(EVERYBODY);
    expect(lines.slice(0, 2)).toEqual([
      '<a class="pages-link" href="/admin/data-queries">2 data queries are not closed</a>',
      '<a class="pages-link" href="/admin/adverse-events?only=unsigned">3 adverse events are not signed off</a>',
    ]);
    expect(lines).toContain(
      `<a class="pages-link" href="${lockOne(id)}">Participant without a study id</a> has a plan that runs`,
    );
    expect(lines).toHaveLength(53);
    expect(lines.at(-1)).toBe('2 more people have open work');
  });

  test('rejects nothing that a participant reports, and keeps it apart', async () => {
    const visitor = await api.logIn({ stage: 'timeline' });
    const { id } = visitor.participant;
    const other = await api.logIn({ stage: 'timeline' });
    await visitor.send(saveRecord, RECORD);
    const manager = await logInStaff(api, 'manager');
    await close(manager, id, 'lost');
    const page = (await lock(manager, lockOne(id))).location ?? '';

    // In the instant of the lock, another version of the day that is locked, with a sign of self-harm.
    const data = await visitor.send(allData, undefined);
    const sign = data.body.symptoms.find(({ selfHarm }) => selfHarm);
    expect(
      (await visitor.send(saveRecord, { ...RECORD, mood: false, symptoms: [sign?.id ?? 0] })).status,
    ).toBe(200);
    const { dose } = data.body.doseReports?.at(-1) ?? { dose: 0 };
    await visitor.send(reportDose, { day: '2026-03-10', dose: dose / 2, step: null });
    expect((await visitor.send(addSymptom, { symptom: { text: 'Dizzy', category: 'active' } })).status).toBe(
      200,
    );
    const events = `/admin/participants/${id}/adverse-events`;
    await manager.open(events);
    const answer = await manager.submit(events, { ...AN_EVENT, id: randomUUID() });
    expect(answer.status).toBe(303);
    const second = await logInStaff(api, 'investigator');
    await second.open(answer.location ?? '');
    expect((await second.sign(`${answer.location}/sign`, { version: '1' })).status).toBe(303);

    const { text } = await manager.open(page);
    expect(text).toContain('The same');
    expect(text).toContain('Check-ups: 1, dose reports: 1, versions of adverse events: 1');
    expect((await manager.open('/admin/warning-signs')).text).toContain(`/admin/warning-signs/`);
    expect(await api.query('select self_harm from warning_sign')).toEqual([{ self_harm: true }]);
    await api.query(
      `with text as (insert into consent_text (hash, version, article) values (repeat('a', 64), '1', '{}') returning hash)
       insert into consent (participant_id, text_hash, future_contact, agreed_at)
       select person, hash, false, '2026-03-01T00:00:00Z' from text, unnest($1::uuid[]) person`,
      [[id, other.participant.id]],
    );
    // Of someone whose data are not locked.
    api.clock.advance(1_000);
    await other.send(saveRecord, RECORD);
    const files = unzip((await download(manager, api.origin)).bytes);
    const [, ...rows] = readCsv(files.get('after_lock.csv') ?? '');
    expect(rows.map(([, ...named]) => named)).toEqual([
      ['adverse_event', '1', '1', '9'],
      ['check_up', '1', '2', '9'],
      ['dose_report', '2', '1', '9'],
    ]);
    await manager.open(page);
    expect((await manager.sign(page, { reason: 'A record came late.' })).status).toBe(303);
    const unlocked = unzip((await download(manager, api.origin)).bytes);
    expect(readCsv(unlocked.get('after_lock.csv') ?? '')).toHaveLength(1);
    expect((await visitor.send(leavePlan, { reason: 'other' })).status).toBeLessThan(300);
    expect((await visitor.send(askAboutDose, { reason: 'talk' })).status).toBeLessThan(300);
    expect((await visitor.send(saveUserDataConsent, { value: 'delete' })).status).toBeLessThan(300);
    expect(await api.query('select choice from data_consent_receipt')).toEqual([{ choice: 'delete' }]);
  });

  test('rejects a follow-up that is reported as done', async () => {
    const { id } = (await logInRandomised(api, 'usual-care')).participant;
    api.clock.set('2026-06-10T01:00:00Z');
    const manager = await logInStaff(api, 'manager');
    await close(manager, id);
    await lock(manager, lockOne(id));
    const staff = await logInStaff(api);
    await staff.open(`/admin/participants/${id}`);
    const given = { doneMonths: '3', doneOn: '2026-06-10' };
    expect((await staff.submit(`/admin/participants/${id}/follow-ups`, given)).text).toContain('are locked');
    expect(await api.query('select 1 from follow_up_done')).toEqual([]);
  });

  test('waits for a running plan and open follow-ups until the team closes them with a reason', async () => {
    // In Melbourne the morning of the next day.
    api.clock.set('2026-03-10T22:00:00Z');
    const visitor = await logInRandomised(api, 'reduction');
    const { id } = visitor.participant;
    await visitor.send(saveRecord, RECORD);
    const manager = await logInStaff(api, 'manager');
    for (const page of [lockOne(id), EVERYBODY]) {
      const { text } = await manager.open(page);
      expect(text).toContain('a plan that runs and open follow-ups');
      expect(text).not.toContain('Why the data are locked');
      expect(await manager.submit(page, { reason: REASON })).toMatchObject({
        status: 422,
        text: expect.stringContaining('Something is still open'),
      });
    }
    expect(await close(manager, id, 'bored')).toMatchObject({
      status: 422,
      text: expect.stringContaining('Choose why nothing more is expected.'),
    });
    expect(await api.query('select 1 from data_lock')).toEqual([]);
    await api.query(
      `insert into daily_reminder (participant_id, hour, from_day, stop_token) values ($1, 8, '2026-03-10', 'a token')`,
      [id],
    );
    expect(await close(manager, id, 'died')).toMatchObject({ status: 303, location: lockOne(id) });
    expect(await api.query('select closed_on::text as day from closure')).toEqual([{ day: '2026-03-11' }]);
    expect(await api.query('select 1 from daily_reminder')).toEqual([]);
    const participantPage = async (browser: StaffBrowser) =>
      (await browser.open(`/admin/participants/${id}`)).text;
    const shown = await participantPage(manager);
    expect(shown).toContain('They died. Closed');
    expect(shown).toContain('Open their part again');
    expect(await participantPage(await logInStaff(api))).not.toContain('Open their part again');
    expect((await manager.open(lockOne(id))).text).toContain('Nothing: no data query');
    const other = await logInStaff(api, 'manager');
    await participantPage(other);
    expect((await other.submit(`/admin/participants/${id}/reopen`)).status).toBe(303);
    const at = api.clock.now();
    expect(
      await api.query('select reason, closed_at, closed_by, reopened_at, reopened_by from closure'),
    ).toEqual([
      {
        ...{ reason: 'died', closed_at: at, closed_by: manager.staff.id },
        ...{ reopened_at: at, reopened_by: other.staff.id },
      },
    ]);
    expect((await manager.open(lockOne(id))).text).toContain('a plan that runs');
    expect(await participantPage(manager)).not.toMatch(/They died. Closed|Open their part again/);
    expect((await manager.submit(`/admin/participants/${id}/reopen`)).status).toBe(403);
    const reason = { reason: 'died' };
    expect(await api.eventsOf(id, 'participation.')).toEqual([
      { type: 'participation.closed', before: null, after: reason },
      { type: 'participation.reopened', before: reason, after: null },
    ]);
    await close(manager, id);
    await manager.open(`/admin/participants/${id}`);
    expect((await manager.submit(`/admin/participants/${id}/reopen`)).status).toBe(303);
    expect(await api.query('select 1 from closure where reopened_at is null')).toEqual([]);
  });

  test('waits for a follow-up until its window is over, reminded of or not', async () => {
    api.clock.set('2026-03-10T22:00:00Z');
    const { id } = (await logInRandomised(api, 'usual-care')).participant;
    const listed = async (at: string) => {
      api.clock.set(at);
      const page = await (await logInStaff(api, 'manager')).open(lockOne(id));
      return /open follow-ups \((.*?)\)/.exec(page.text)?.[1];
    };
    const later = '6 months, 12 months, 18 months, 24 months';
    expect(await listed('2026-06-11T00:00:00Z')).toBe(`3 months, ${later}`);
    await api.query('insert into follow_up_reminder values ($1, 3, 0, now())', [id]);
    expect(await listed('2026-06-11T00:00:00Z')).toBe(`3 months, ${later}`);
    expect(await listed('2026-07-24T00:00:00Z')).toBe(later);
  });

  test('waits for open follow-ups of usual care, and for an adverse event that is not signed', async () => {
    const { id } = (await logInRandomised(api, 'usual-care')).participant;
    const manager = await logInStaff(api, 'manager');
    const { text } = await manager.open(lockOne(id));
    expect(text).toContain('open follow-ups');
    expect(text).not.toContain('a plan that runs');
    const events = `/admin/participants/${id}/adverse-events`;
    await manager.open(events);
    const event = (await manager.submit(events, { ...AN_EVENT, id: randomUUID() })).location ?? '';
    await close(manager, id);
    await manager.open(`/admin/participants/${id}`);
    await manager.submit(`/admin/participants/${id}/reopen`);
    expect((await manager.open(lockOne(id))).text).toContain('open follow-ups');
    await close(manager, id);
    expect((await manager.open(lockOne(id))).text).not.toContain('open follow-ups');
    expect((await manager.open(lockOne(id))).text).toContain('1 adverse event is not signed');
    expect((await manager.submit(lockOne(id), { reason: REASON })).status).toBe(422);
    const second = await logInStaff(api, 'investigator');
    await second.open(event);
    await second.sign(`${event}/sign`, { version: '1' });
    expect((await lock(manager, lockOne(id))).status).toBe(303);
  });

  test('of everybody waits for queries that are not closed', async () => {
    const visitor = await api.logIn({ stage: 'timeline' });
    const { id } = visitor.participant;
    const manager = await logInStaff(api, 'manager');
    await close(manager, id);
    const query = { id: randomUUID(), event: '', about: 'record', day: '2026-03-09', text: 'Is it meant?' };
    const form = `/admin/participants/${id}/data-queries`;
    await manager.open(form);
    await manager.submit(form, query);
    expect((await manager.open(EVERYBODY)).text).toContain('1 data query is not closed');
    expect((await manager.submit(EVERYBODY, { reason: REASON })).status).toBe(422);
    const { id: other } = await api.buildParticipant({ stage: 'timeline' });
    await close(manager, other);
    expect((await lock(manager, lockOne(other))).status).toBe(303);
    await manager.open(LOCKS);
    for (const [fields, words] of [
      [{ scope: '' }, 'Choose what to lock.'],
      [{ scope: 'one', studyId: 'P000000000000' }, 'There is no participant of this study id.'],
    ] as const) {
      const given = { studyId: '', ...fields };
      const page = await manager.submit(LOCKS, given);
      expect(page).toMatchObject({ status: 422, text: expect.stringContaining(words) });
      expect(readPageForm(page.text, LOCKS)).toEqual({ scope: [given.scope], studyId: [given.studyId] });
    }
    await api.query(`update data_query set state = 'answered'`);
    expect((await manager.open(EVERYBODY)).text).toContain('1 data query is not closed');
    await api.query(`update data_query set state = 'closed'`);
    expect((await manager.submit(LOCKS, { scope: 'all', studyId: '' })).location).toBe(EVERYBODY);
    const locked = await lock(manager, EVERYBODY);
    expect(locked.status).toBe(303);
    expect((await visitor.send(saveRecord, RECORD)).status).toBe(200);
    await manager.open(locked.location ?? '');
    await manager.sign(locked.location ?? '', { reason: 'Too early.' });
    expect((await lock(manager, EVERYBODY)).status).toBe(303);
    expect(await api.query('select 1 from data_lock where participant_id is null')).toHaveLength(2);
  });

  test('is signed, and its signature is void once the data change', async () => {
    const visitor = await api.logIn({ stage: 'timeline' });
    const { id } = visitor.participant;
    await visitor.send(saveRecord, RECORD);
    const manager = await logInStaff(api, 'manager');
    await close(manager, id);
    await manager.open(lockOne(id));
    const asked = await manager.submit(lockOne(id), { reason: REASON });
    for (const words of ['I have checked that nothing is open', REASON]) expect(asked.text).toContain(words);
    expect(
      await manager.submit(lockOne(id), { reason: REASON, currentPassword: 'not it at all' }),
    ).toMatchObject({
      status: 422,
      text: expect.stringContaining('This is not your password.'),
    });
    // Recorded by another replica, whose clock is ahead.
    const [{ at }] = await api.query(
      `update daily_record set received_at = received_at + interval '2 seconds' returning received_at as at`,
    );
    const { location } = await manager.submit(lockOne(id), { reason: REASON, currentPassword: PASSWORD });
    const page = location ?? '';
    expect(await api.query('select locked_at as at from data_lock')).toEqual([{ at }]);
    expect((await manager.open(page)).text).toContain('Stands');
    await api.query('update daily_record set sleep = false where participant_id = $1', [id]);
    expect((await manager.open(page)).text).toContain('Void: the data have changed');
  });

  test('takes two signatures to open once outcomes were linked with arms, and locks again with a new hash', async () => {
    const visitor = await api.logIn({ stage: 'timeline' });
    const { id } = visitor.participant;
    await visitor.send(saveRecord, RECORD);
    const manager = await logInStaff(api, 'manager');
    await close(manager, id);
    const page = (await lock(manager, lockOne(id))).location ?? '';
    await api.query(
      `insert into signature (id, kind, target, staff_id, name, meaning, proof, hash, signed_at)
       values (gen_random_uuid(), 'linkage', gen_random_uuid(), gen_random_uuid(), 'Robin', 'I release it.', 'password', repeat('d', 64), $1)`,
      [api.clock.now()],
    );
    const isOpen = async () =>
      (await api.query('select unlocked_at is not null as open from data_lock'))[0].open;
    await manager.open(page);
    expect((await manager.sign(page, { reason: 'A record came late.' })).status).toBe(303);
    expect(await isOpen()).toBe(false);
    const half = (await manager.open(page)).text;
    expect(half).toContain('The first one signed: <strong>A record came late.</strong>');
    expect(readPageForm(half, page)).toEqual({ reason: ['A record came late.'] });
    expect((await manager.sign(page, { reason: 'Again.' })).status).toBe(403);
    const investigator = await logInStaff(api, 'investigator');
    await investigator.open(page);
    expect((await investigator.sign(page, { reason: 'Another reason.' })).status).toBe(303);
    expect(await isOpen()).toBe(true);
    expect((await manager.open(page)).text).toContain('A record came late.');
    for (const browser of [manager, investigator])
      await expect(
        unlockData(api.operation(), page.slice(`${LOCKS}/`.length), signed(browser, 'Twice.')),
      ).rejects.toThrow('This lock was opened before.');
    expect(await api.query(`select 1 from signature where kind = 'data-unlock'`)).toHaveLength(2);
    await api.query('update daily_record set sleep = false where participant_id = $1', [id]);
    // The linkage was released before this lock.
    api.clock.advance(60_000);
    await manager.open(lockOne(id));
    const again = (await lock(manager, lockOne(id))).location ?? '';
    const listed = [
      ...(await manager.open(LOCKS)).text.matchAll(/href="(\/admin\/data-locks\/[0-9a-f-]{36})"/g),
    ];
    expect(listed.map(([, path]) => path)).toEqual([again, page]);
    expect(await api.query('select distinct hash from data_lock')).toHaveLength(2);
    await manager.open(again);
    await manager.sign(again, { reason: 'Another came late.' });
    expect(await api.query('select 1 from data_lock where unlocked_at is null')).toEqual([]);
  });

  test('is not made where a data query was raised while it was signed', async () => {
    const { id } = await api.buildParticipant({ stage: 'eligibility' });
    const manager = await logInStaff(api, 'manager');
    await manager.open(lockOne(id));
    const holder = await api.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from participant for update');
    const locking = manager.sign(lockOne(id), { reason: REASON });
    await api.untilBlocked();
    await holder.query(
      `insert into data_query (id, participant_id, about, day, state, raised_at)
       values (gen_random_uuid(), $1, 'record', '2026-03-09', 'open', now())`,
      [id],
    );
    await holder.query('commit');
    holder.release();
    const { status, text } = await locking;
    expect(status).toBe(422);
    expect(text).toContain('1 data query is not closed');
    expect(text).toContain('<a href="#reason">Something is still open');
    expect(await api.query('select 1 from data_lock')).toEqual([]);
  });

  test('has what was saved before it, and keeps apart what waited for it', async () => {
    const visitor = await api.logIn({ stage: 'timeline' });
    const manager = await logInStaff(api, 'manager');
    await close(manager, visitor.participant.id);
    await manager.open(EVERYBODY);
    const holder = await api.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from participant for update');
    const saving = visitor.send(saveRecord, RECORD);
    await api.untilBlocked();
    const locking = manager.sign(EVERYBODY, { reason: REASON });
    await api.untilBlocked(2);
    await holder.query('commit');
    holder.release();
    expect((await saving).status).toBe(200);
    const { location } = await locking;
    expect((await manager.open(location ?? '')).text).toContain('The same');
  });
});
