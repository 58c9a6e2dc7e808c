import { createHash } from 'node:crypto';
import { Agent, type RequestOptions, request } from 'node:http';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { followUpDone } from '@stepwise/shared-contracts/calls/follow-up.calls';
import { logInRandomised } from '../../testing/build-randomised.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff } from '../../testing/staff-browser.ts';

const RESULTS = '/admin/questionnaire-results';
const HEADER = 'record_id,months,completed_on,dose_mg,other_antidepressant,well_being';

const api = await createTestApi({
  connections: 10,
  config: { sessionIdleMs: 900 * 86_400_000, sessionAbsoluteMs: 900 * 86_400_000 },
});
beforeEach(async () => {
  await api.removeParticipants('questionnaire_import');
  api.clock.set('2026-03-10T01:00:00Z');
});

async function join(arm: 'reduction' | 'usual-care' = 'usual-care') {
  const person = await logInRandomised(api, arm);
  const [{ study_id: studyId }] = await api.query('select study_id from participant where id = $1', [
    person.participant.id,
  ]);
  return Object.assign(person, { id: person.participant.id, studyId: studyId as string });
}
const csv = (...rows: string[]) => `${[HEADER, ...rows].join('\r\n')}\r\n`;
const stored = () =>
  api.query(`select r.version, months, completed_on::text as on, answers from questionnaire_result r
    join participant p on p.id = r.participant_id order by r.version, p.created_at, months`);
const done = (id: string) =>
  api.query(
    'select months, done_on::text as on, reported_by as by from follow_up_done where participant_id = $1',
    [id],
  );
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

describe('results of the questionnaires', () => {
  test('are imported whole as versions, and complete follow-ups by what came in', async () => {
    const pressed = await join('reduction');
    const silent = await join();
    const unanswered = await join();
    api.clock.set('2026-06-15T01:00:00Z');
    for (const person of [pressed, unanswered]) await person.send(followUpDone, { months: 3 });
    const manager = await logInStaff(api, 'manager');
    const first = (await manager.open(RESULTS)).text;
    expect(first).not.toContain('no result came in');
    expect(rowsOfPage(first.split('<h2 id="codebook">')[1] ?? '').slice(4)).toEqual([
      ['dose_mg', expect.stringMatching(/^Dose of/), '0 to 600 mg a day'],
      ['other_antidepressant', expect.stringMatching(/^Takes another/), '0 = No, 1 = Yes'],
      ['well_being', expect.stringMatching(/^How well/), '0 to 10; may be empty'],
    ]);

    const wrong = csv(`${pressed.studyId},3,2026-06-12,37.5,0,`, `${silent.studyId},3,2026-06-14,-5,0,7`);
    const rejected = await manager.upload(RESULTS, wrong);
    expect(rejected.status).toBe(422);
    expect(rejected.text).toMatch(/Nothing was imported: 1 fault/);
    expect(rejected.text).toMatch(/Row 3<[\s\S]*dose_mg[\s\S]*It is no number from 0 to 600/);
    expect([await stored(), await done(silent.id)]).toEqual([[], []]);
    expect(
      await api.query(`select 1 from audit_event where type = 'questionnaire-results.imported'`),
    ).toEqual([]);

    const right = csv(`${pressed.studyId},3,2026-06-12,37.5,0,`, `${silent.studyId},3,2026-06-14,50,1,7`);
    await manager.open(RESULTS);
    const taken = await manager.upload(RESULTS, right);
    expect(taken).toMatchObject({ status: 303, location: `${RESULTS}?done=imported` });
    expect(await stored()).toEqual([
      {
        version: 1,
        months: 3,
        on: '2026-06-12',
        answers: { dose_mg: 37.5, other_antidepressant: 0, well_being: null },
      },
      {
        version: 1,
        months: 3,
        on: '2026-06-14',
        answers: { dose_mg: 50, other_antidepressant: 1, well_being: 7 },
      },
    ]);
    // The day is the result's, also where another was reported.
    expect(await done(pressed.id)).toEqual([{ months: 3, on: '2026-06-12', by: 'team' }]);
    expect(await done(silent.id)).toEqual([{ months: 3, on: '2026-06-14', by: 'team' }]);
    expect((await api.eventsOf(silent.id, 'follow-up.done')).map(({ after }) => after)).toEqual([
      { months: 3, doneOn: '2026-06-14' },
    ]);
    const { text } = await manager.open(taken.location ?? '');
    expect(text).toContain('Version 1 is imported: 2 rows');
    const open = (text: string) =>
      rowsOfPage(text.split('<h2 id="without">')[1]?.split('</section>')[0] ?? '').slice(1);
    expect(open(text)).toEqual([[unanswered.studyId, '3 months', 'The participant']]);
    await api.query(
      `insert into follow_up_done (participant_id, months, done_on, reported_at, reported_by)
       values ($1, 6, '2026-06-15', now(), 'team')`,
      [pressed.id],
    );
    // The latest first.
    await api.query(`update follow_up_done set done_on = '2026-06-14' where participant_id = $1`, [
      unanswered.id,
    ]);
    expect(open((await manager.open(RESULTS)).text)).toEqual([
      [pressed.studyId, '6 months', 'The team'],
      [unanswered.studyId, '3 months', 'The participant'],
    ]);
    api.clock.advance(60_000);

    // The same file is no other version.
    expect(await manager.upload(RESULTS, right)).toMatchObject({
      status: 422,
      text: expect.stringContaining('This file was imported last: it is version 1.'),
    });
    await manager.open(RESULTS);
    await manager.upload(RESULTS, csv(`${silent.studyId},3,2026-06-14,25,0,7`));
    expect((await stored()).map(({ version }) => version)).toEqual([1, 1, 2]);
    const newest = (await manager.open(taken.location ?? '')).text;
    expect(newest).toContain('Version 2 is imported: 1 row. The follow-up that it is of is done.');
    expect(rowsOfPage(newest.split('<h2 id="imports">')[1]?.split('</section>')[0] ?? '').slice(1)).toEqual([
      ['Version 2', '15/06/2026, 11:01 am', 'Robin Reed', '1', expect.stringMatching(/^[0-9a-f]{64}$/)],
      ['Version 1', '15/06/2026, 11:00 am', 'Robin Reed', '2', expect.stringMatching(/^[0-9a-f]{64}$/)],
    ]);
    // The newest version has no result of the first follow-up either.
    expect(newest.split('no result came in')[1]?.split(pressed.studyId)).toHaveLength(3);
    await api.query(`update participant set data_consent = 'anonymous' where id = $1`, [pressed.id]);
    expect((await manager.open(RESULTS)).text).not.toContain(pressed.studyId);
    const [{ after }] = await api.query(
      `select v.after from audit_event e join audit_values v on v.event_id = e.id
       where e.type = 'questionnaire-results.imported' order by e.id`,
    );
    const codebook = api.content.versions.questionnaires;
    expect(after).toEqual({ version: 1, rows: 2, sha256: sha256Of(right), codebook });
    expect(
      await api.query(
        `select sha256, codebook, rows, imported_by from questionnaire_import where version = 1`,
      ),
    ).toEqual([{ sha256: sha256Of(right), codebook, rows: 2, imported_by: manager.staff.id }]);
    expect(
      await api.query('select staff_id from follow_up_done where participant_id = $1', [silent.id]),
    ).toEqual([{ staff_id: manager.staff.id }]);
  });

  test('are rejected with the number of faults, of which the first 200 are listed', async () => {
    const manager = await logInStaff(api, 'manager');
    const upload = async (rows: number) => {
      await manager.open(RESULTS);
      const unknown = (row: number) => `P${String(row).padStart(12, '0')},3,2026-03-09,50,0,7`;
      return manager.upload(RESULTS, csv(...Array.from({ length: rows }, (_, row) => unknown(row))));
    };
    const listed = (text: string) => text.match(/>Row \d+</g);
    const few = await upload(200);
    expect(few.status).toBe(422);
    expect(few.text).toContain('Nothing was imported: 200 faults. Correct the file and upload it again.');
    expect(few.text).not.toContain('are listed.');
    expect(listed(few.text)).toHaveLength(200);
    const many = await upload(201);
    expect(many.text).toContain('Nothing was imported: 201 faults.');
    expect(many.text).toContain('<p>The first 200 of 201 are listed.</p>');
    expect(listed(many.text)).toEqual(listed(few.text));
    expect(await stored()).toEqual([]);
  });

  test('are not imported where the database fails, which the page does not explain', async () => {
    const person = await join();
    api.clock.set('2026-06-15T01:00:00Z');
    const manager = await logInStaff(api, 'manager');
    await manager.open(RESULTS);
    await api.queryAsOwner('alter table questionnaire_import add constraint away check (false) not valid');
    try {
      const page = await manager.upload(RESULTS, csv(`${person.studyId},3,2026-06-12,37.5,0,`));
      expect(page.status).toBe(500);
      expect(page.text).not.toMatch(/questionnaire_import|constraint/);
    } finally {
      await api.queryAsOwner('alter table questionnaire_import drop constraint away');
    }
    expect([await stored(), await done(person.id)]).toEqual([[], []]);
  });

  test('keep a follow-up reported for the same day, and one of locked data', async () => {
    const [sameDay, locked, lockedSilent] = [await join(), await join(), await join()];
    api.clock.set('2026-06-15T01:00:00Z');
    for (const person of [sameDay, locked]) await person.send(followUpDone, { months: 3 });
    for (const { id } of [locked, lockedSilent])
      await api.query(
        `insert into data_lock (id, participant_id, locked_by, locked_at, hash)
         values (gen_random_uuid(), $1, gen_random_uuid(), $2, repeat('c', 64))`,
        [id, api.clock.now()],
      );
    const manager = await logInStaff(api, 'manager');
    await manager.open(RESULTS);
    const answers = '37.5,0,';
    const file = csv(
      `${sameDay.studyId},3,2026-06-15,${answers}`,
      `${locked.studyId},3,2026-06-12,${answers}`,
      `${lockedSilent.studyId},3,2026-06-14,${answers}`,
    );
    expect((await manager.upload(RESULTS, file)).status).toBe(303);
    expect(await done(sameDay.id)).toEqual([{ months: 3, on: '2026-06-15', by: 'participant' }]);
    expect(await api.eventsOf(sameDay.id, 'follow-up.done')).toHaveLength(1);
    expect(await done(locked.id)).toEqual([{ months: 3, on: '2026-06-15', by: 'participant' }]);
    expect(await done(lockedSilent.id)).toEqual([{ months: 3, on: '2026-06-14', by: 'team' }]);

    // Under another codebook the same file is another version.
    await api.query(`update questionnaire_import set codebook = 'an earlier one'`);
    await manager.open(RESULTS);
    expect((await manager.upload(RESULTS, file)).status).toBe(303);
    expect(await api.query('select max(version)::int as version from questionnaire_import')).toEqual([
      { version: 2 },
    ]);
  });

  test('are rejected for a day outside the window in the trial’s time zone, or after a stop', async () => {
    // Half past midnight on the 11th in Melbourne.
    api.clock.set('2026-03-10T13:30:00Z');
    const [person, stopped, kept] = [await join(), await join(), await join()];
    for (const { id } of [stopped, kept])
      await api.query(`update participant set data_consent = 'agree' where id = $1`, [id]);
    // Before stops were kept nothing says when the other left.
    await api.query(
      `insert into stop (participant_id, degree, reason, stopped_on, stopped_at, carried_out_by)
       select $1, degree, 'health', day::date, day, 'participant'
       from (values ('plan', timestamptz '2026-06-05'), ('contact', '2026-06-12'), ('anonymous', '2026-06-14')) s (degree, day)`,
      [kept.id],
    );
    // The 15th there.
    api.clock.set('2026-06-14T22:00:00Z');
    const manager = await logInStaff(api, 'manager');
    const upload = async (studyId: string, day: string) => {
      await manager.open(RESULTS);
      return manager.upload(RESULTS, csv(`${studyId},3,${day},37.5,0,`));
    };
    for (const [studyId, day, words] of [
      [person.studyId, '2026-06-03', 'before the follow-up could be answered'],
      [person.studyId, '2026-06-16', 'It is ahead.'],
      [stopped.studyId, '2026-06-12', 'had stopped taking part'],
      [kept.studyId, '2026-06-13', 'had stopped taking part'],
    ] as const)
      expect(await upload(studyId, day)).toMatchObject({ status: 422, text: expect.stringContaining(words) });
    expect((await upload(person.studyId, '2026-06-04')).status).toBe(303);
    expect((await upload(person.studyId, '2026-06-15')).status).toBe(303);
    expect((await upload(kept.studyId, '2026-06-12')).status).toBe(303);
  });

  test('go with a participant who is deleted', async () => {
    const person = await join();
    api.clock.set('2026-06-15T01:00:00Z');
    const manager = await logInStaff(api, 'manager');
    await manager.open(RESULTS);
    await manager.upload(RESULTS, csv(`${person.studyId},3,2026-06-12,37.5,0,`));
    expect(await stored()).toHaveLength(1);
    await api.queryAsOwner(`delete from participant where id = '${person.id}'`);
    expect(await stored()).toEqual([]);
  });

  test('come as a file of at most 2 MB, by a form of the page', async () => {
    const manager = await logInStaff(api, 'manager');
    await manager.open(RESULTS);
    expect(await manager.upload(RESULTS, '')).toMatchObject({
      status: 422,
      text: expect.stringContaining('Choose the CSV file.'),
    });
    expect((await manager.submit(RESULTS, { file: 'a text' })).status).toBe(422);
    await manager.open(RESULTS);
    expect((await manager.upload(RESULTS, 'a'.repeat(2 * 1024 * 1024))).status).toBe(413);
    await manager.open('/admin/no-such-page');
    expect((await manager.upload(RESULTS, csv())).status).toBe(403);
    const broken = await fetch(new URL(RESULTS, api.origin), {
      method: 'POST',
      headers: { cookie: manager.cookies.header(), 'content-type': 'multipart/form-data; boundary=x' },
      body: 'no form',
    });
    expect(broken.status).toBe(400);
  });

  test('that are too large leave the connection to the next request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = (options: RequestOptions, body?: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const sending = request(new URL(RESULTS, api.origin), { ...options, agent }, (response) =>
          response.resume().on('end', () => resolve(response.statusCode)),
        );
        sending.on('error', reject).end(body);
      });
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await send({ method: 'POST', headers }, 'a'.repeat(4 * 1024 * 1024))).toBe(413);
    expect(await send({ method: 'GET' })).toBe(303);
    agent.destroy();
  });
});
