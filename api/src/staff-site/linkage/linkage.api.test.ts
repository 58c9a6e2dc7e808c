import { createHash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { readStudyIdKey, studyIdOf } from '../../domain/people/participants/study-id.ts';
import { findProof } from '../../domain/reports/linkage/find-proof.ts';
import { releaseLinkage } from '../../domain/reports/linkage/linkage.commands.ts';
import { makeLinkageFile } from '../../domain/reports/linkage/linkage-file.ts';
import { logInRandomised } from '../../testing/build-randomised.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { download, readCsv, unzip } from '../../testing/read-export.ts';
import { readPageForm } from '../../testing/read-form.ts';
import { rowsOfPage } from '../../testing/rows-of-page.ts';
import { logInStaff, type StaffBrowser } from '../../testing/staff-browser.ts';

const LINKAGE = '/admin/linkage';
const EVERYBODY = '/admin/data-locks/everybody';
const REASON = { reason: 'The last visit was in February.' };

const api = await createTestApi({ connections: 10 });
beforeEach(() => {
  api.clock.set('2026-03-10T01:00:00Z');
  return api.removeParticipants('data_lock', 'questionnaire_import', 'signature');
});

async function lockEverybody(manager: StaffBrowser): Promise<void> {
  await manager.open(EVERYBODY);
  const { status } = await manager.sign(EVERYBODY, REASON);
  if (status !== 303) throw new Error(`Not locked, but ${status}.`);
}

async function sign(browser: StaffBrowser, path: string, fields = REASON) {
  await browser.open(LINKAGE);
  return browser.sign(path, fields);
}

/** A person whose part is closed, so that the data may be locked, with a result that came in, and one of an earlier file. */
async function personWithResult(manager: StaffBrowser) {
  const person = await logInRandomised(api, 'usual-care');
  const { id } = person.participant;
  await api.query(
    `insert into consent_text (hash, version, article) values ('c', '1', '{}') on conflict do nothing`,
  );
  await api.query(
    `insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, 'c', false, $2)`,
    [id, api.clock.now()],
  );
  await manager.open(`/admin/participants/${id}/lock`);
  await manager.submit(`/admin/participants/${id}/close`, { closure: 'ended' });
  await api.query(
    `insert into questionnaire_import (version, sha256, codebook, rows, imported_at, imported_by)
     select version, '', '', 1, $1, gen_random_uuid() from generate_series(1, 2) version on conflict do nothing`,
    [api.clock.now()],
  );
  await api.query(
    `insert into questionnaire_result (version, participant_id, months, completed_on, answers)
     values (1, $1, 3, '2026-03-09', '{"dose_mg": 50, "other_antidepressant": 0, "well_being": null}'),
       (2, $1, 6, '2026-03-10', '{"dose_mg": 37.5, "other_antidepressant": 0, "well_being": null}')`,
    [id],
  );
  const [{ study_id: followUpId }] = await api.query('select study_id from participant where id = $1', [id]);
  return { id, followUpId: followUpId as string };
}

const releasePath = async () => `${LINKAGE}/${(await api.query('select id from linkage'))[0].id}`;

describe('the linkage file', () => {
  test('is released by a manager and a second member after the lock, and each later export says so', async () => {
    const manager = await logInStaff(api, 'manager');
    const statistician = await logInStaff(api, 'statistician');
    const { id, followUpId } = await personWithResult(manager);
    const anonymous = await api.buildParticipant({
      stage: 'consent',
      ...{ dataConsent: 'anonymous', email: null },
    });
    await api.buildParticipant({ stage: 'consent', firstName: 'Unconsented' });
    await api.query(
      `with nameless as (update participant set study_id = null where id = $1)
       insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, 'c', false, $2)`,
      [anonymous.id, api.clock.now()],
    );
    expect(await sign(manager, LINKAGE)).toMatchObject({
      status: 422,
      text: expect.stringContaining('have to be locked first'),
    });
    await lockEverybody(manager);
    const before = unzip((await download(statistician, api.origin)).bytes);
    expect(readCsv(before.get('questionnaire_results.csv') ?? '')).toHaveLength(1);
    expect(before.get('events.csv')).not.toContain('questionnaire');
    expect(JSON.parse(before.get('manifest.json') ?? '')).toMatchObject({
      lock: { unchanged: true },
      linkage: null,
    });

    const start = `action="${LINKAGE}"`;
    const waits = (await statistician.open(LINKAGE)).text;
    expect(waits).toContain('A manager has to start it.');
    expect(waits).not.toContain(start);
    const short = await sign(manager, LINKAGE, { reason: 'Now' });
    expect(short.status).toBe(422);
    expect(readPageForm(short.text, LINKAGE)).toEqual({ reason: ['Now'] });
    expect((await sign(manager, LINKAGE)).status).toBe(303);
    const path = await releasePath();
    expect((await manager.open(LINKAGE)).text).not.toContain(start);
    await api.query(`update staff set name = 'Kim Ode' where id = $1`, [statistician.staff.id]);
    api.clock.advance(60_000);
    expect((await sign(manager, LINKAGE)).text).toContain('It was started before.');
    expect((await sign(manager, path)).text).toContain('a second member');
    expect((await manager.open(LINKAGE)).text).toContain('another member has to release it');
    expect((await statistician.open(LINKAGE)).text).toContain('Release the linkage file');
    expect((await sign(statistician, `${LINKAGE}/${randomUUID()}`)).status).toBe(404);
    expect((await sign(manager, `${path}/file`)).status).toBe(404);
    const waiting = unzip((await download(statistician, api.origin)).bytes);
    expect(readCsv(waiting.get('questionnaire_results.csv') ?? '')).toHaveLength(1);
    const checked = { reason: 'The lock and its hash are checked.' };
    expect((await sign(statistician, path, checked)).status).toBe(303);
    expect((await sign(statistician, path)).status).toBe(422);

    const key = await readStudyIdKey(api.orm.em.fork());
    const exportId = studyIdOf(key, id);
    const file = await sign(statistician, `${path}/file`);
    expect(file.text).toBe(`study_id,follow_up_id\r\n${exportId},${followUpId}\r\n`);
    const sha256 = createHash('sha256').update(file.text).digest('hex');
    const [lock] = await api.query('select id, hash from data_lock');
    for (const variant of ['whole', 'masked'] as const) {
      const files = unzip((await download(statistician, api.origin, { variant })).bytes);
      expect(JSON.parse(files.get('manifest.json') ?? '')).toMatchObject({
        masked: variant === 'masked',
        lock: { sha256: lock.hash, unchanged: true },
        linkage: { sha256, lockSha256: lock.hash },
      });
      const [, result, ...more] = readCsv(files.get('questionnaire_results.csv') ?? '');
      expect(result?.slice(0, 5)).toEqual([exportId, '6', '0', '37.5', '0']);
      expect(more).toEqual([]);
      const events = readCsv(files.get('events.csv') ?? '').filter(
        ([, , event]) => event === 'questionnaire',
      );
      expect(events.map(([person, , , , months]) => [person, months])).toEqual([[exportId, '6']]);
    }
    const [started, released] = [manager, statistician].map(({ staff }) => ({ actor: `staff:${staff.id}` }));
    const linked = { lock: lock.id, lockHash: lock.hash, sha256, people: 1, ...checked };
    const facts = [
      ['Started', `10/03/2026, 12:00 pm, Robin Reed: ${REASON.reason}`],
      ['Released', `10/03/2026, 12:01 pm, Kim Ode: ${checked.reason}`],
      ['People', '1'],
      ['SHA-256 of the file', sha256],
    ];
    const { text: shown } = await statistician.open(LINKAGE);
    expect(rowsOfPage(shown)).toEqual(facts);
    expect(shown.match(/<h2 id="release-[^>]*>[^<]*/g)?.map((each) => each.split('>')[1])).toEqual([
      'Released',
    ]);
    expect(shown).not.toContain(start);
    expect(
      await api.query(
        `select e.type, e.actor, v.after from audit_event e join audit_values v on v.event_id = e.id
         where e.type like 'linkage.%' order by e.id`,
      ),
    ).toEqual([
      { type: 'linkage.started', ...started, after: { lock: lock.id, ...REASON } },
      { type: 'linkage.released', ...released, after: linked },
      { type: 'linkage.downloaded', ...released, after: { sha256, people: 1 } },
    ]);

    api.clock.advance(10 * 60_000);
    await statistician.open(LINKAGE);
    const unproved = await statistician.submit(`${path}/file`);
    expect(unproved).toMatchObject({ status: 422, text: expect.stringContaining('Confirm that it is you') });

    // A change behind the back of the product shows in the next export.
    await api.query('delete from allocation where participant_id = $1', [id]);
    const changed = unzip((await download(statistician, api.origin)).bytes);
    expect(JSON.parse(changed.get('manifest.json') ?? '')).toMatchObject({ lock: { unchanged: false } });
  });

  test('is not released for data that were changed or unlocked since', async () => {
    const manager = await logInStaff(api, 'manager');
    const statistician = await logInStaff(api, 'statistician');
    const { id } = await personWithResult(manager);
    await lockEverybody(manager);
    expect((await sign(manager, LINKAGE)).status).toBe(303);
    const path = await releasePath();
    await api.query('update allocation set stratum = $2 where participant_id = $1', [id, 'high']);
    expect((await sign(statistician, path)).text).toContain('The data are not as they were locked.');
    const [lock] = await api.query('select id from data_lock');
    const lockPage = `/admin/data-locks/${lock.id}`;
    await manager.open(lockPage);
    await manager.sign(lockPage, REASON);
    expect((await sign(statistician, path)).text).toContain('have to be locked first');
    await lockEverybody(manager);
    // Hashed as an earlier version of the product did, whatever the data are.
    await api.query('update data_lock set hash_format = 1');
    expect((await sign(statistician, path)).text).toContain('The data are not as they were locked.');
    await api.query('update data_lock set hash_format = 2');
    expect((await sign(statistician, path)).text).toContain('were unlocked since');
    api.clock.advance(1_000);
    expect((await sign(manager, LINKAGE)).status).toBe(303);
    expect(await api.query('select 1 from linkage where confirmed_at is not null')).toEqual([]);
    const { text } = await statistician.open(LINKAGE);
    expect([...text.matchAll(/<h2 id="release-[^>]*>([^<]*)/g)].map(([, words]) => words)).toEqual([
      ...['Waits for a second member', 'Not released before the data were unlocked'],
    ]);
    expect(text.match(/Release the linkage file/g)).toHaveLength(1);
  });

  test('is signed each time with the password, and then takes two members to unlock', async () => {
    const manager = await logInStaff(api, 'manager');
    const statistician = await logInStaff(api, 'statistician');
    await personWithResult(manager);
    await lockEverybody(manager);
    await manager.open(LINKAGE);
    const asked = await manager.submit(LINKAGE, REASON);
    for (const words of ['I start the release of the linkage file', REASON.reason])
      expect(asked.text).toContain(words);
    expect((await manager.submit(LINKAGE, { ...REASON, currentPassword: 'wrong' })).status).toBe(422);
    expect(await api.query('select 1 from linkage')).toEqual([]);
    expect((await sign(manager, LINKAGE)).status).toBe(303);
    expect((await sign(statistician, await releasePath())).status).toBe(303);
    const kinds = await api.query(
      `select kind, staff_id from signature where kind like 'linkage%' order by kind`,
    );
    expect(kinds).toEqual([
      { kind: 'linkage', staff_id: statistician.staff.id },
      { kind: 'linkage-start', staff_id: manager.staff.id },
    ]);
    const [lock] = await api.query('select id from data_lock');
    const lockPage = `/admin/data-locks/${lock.id}`;
    await manager.open(lockPage);
    expect((await manager.sign(lockPage, REASON)).status).toBe(303);
    expect(await api.query('select 1 from data_lock where unlocked_at is not null')).toEqual([]);
  });

  test('started under an earlier lock is not listed on Today after a new lock', async () => {
    const manager = await logInStaff(api, 'manager');
    const statistician = await logInStaff(api, 'statistician');
    await personWithResult(manager);
    await lockEverybody(manager);
    await sign(manager, LINKAGE);
    const [lock] = await api.query('select id from data_lock');
    await manager.open(`/admin/data-locks/${lock.id}`);
    expect((await manager.sign(`/admin/data-locks/${lock.id}`, REASON)).status).toBe(303);
    await lockEverybody(manager);
    expect((await statistician.open('/admin')).text).not.toContain('Linkage to release');
  });

  test('of the newest release is named in an export, with the hash of the lock that it was made under', async () => {
    const release = (hash: string, confirmedAt: string) =>
      api.query(
        `with lock as (insert into data_lock (id, locked_by, locked_at, hash, unlocked_at)
           values (gen_random_uuid(), gen_random_uuid(), '2026-01-01', $1, $2) returning id)
         insert into linkage (id, lock_id, started_by, started_at, reason, confirmed_at, sha256)
         select gen_random_uuid(), id, gen_random_uuid(), '2026-01-02', '', $2, 'file of ' || $1 from lock`,
        [hash, confirmedAt],
      );
    await release('first', '2026-02-01T00:00:00Z');
    await release('last', '2026-03-01T00:00:00Z');
    await release('second', '2026-02-02T00:00:00Z');
    expect(await findProof(api.orm.em.fork())).toEqual({
      lock: null,
      linkage: { releasedAt: '2026-03-01T00:00:00.000Z', sha256: 'file of last', lockSha256: 'last' },
    });
  });

  test('has its rows in the order of study ids', async () => {
    for (let count = 0; count < 8; count++) {
      const { id } = await api.buildParticipant({ stage: 'usualCare' });
      await api.query(
        `with text as (insert into consent_text (hash, version, article) values ('c', '1', '{}') on conflict do nothing)
         insert into consent (participant_id, text_hash, future_contact, agreed_at) values ($1, 'c', false, $2)`,
        [id, api.clock.now()],
      );
    }
    const [, ...rows] = readCsv((await makeLinkageFile(api.orm.em.fork())).csv);
    const ids = rows.map(([studyId = '']) => studyId);
    expect(ids).toHaveLength(8);
    expect(ids).toEqual(ids.toSorted());
  });

  test('is not released where none was started by this id', async () => {
    const browser = await logInStaff(api, 'manager');
    const { id: staff, name } = browser.staff;
    // The data of one participant only.
    await api.query(
      `insert into data_lock (id, participant_id, locked_by, locked_at, hash) values (gen_random_uuid(), $1, $2, $3, '')`,
      [(await api.buildParticipant()).id, staff, api.clock.now()],
    );
    expect((await browser.open(LINKAGE)).text).toContain('The data are not locked for everybody');
    const signing = { staff, name, proof: 'password', meaning: 'I release it.' } as const;
    const released = releaseLinkage(api.operation(), randomUUID(), { signing, ...REASON });
    await expect(released).rejects.toMatchObject({ code: 'not-found' });
  });

  test('waits on Today for the second member, and so does the unlocking', async () => {
    const manager = await logInStaff(api, 'manager');
    const second = await logInStaff(api, 'manager');
    const statistician = await logInStaff(api, 'statistician');
    const researcher = await logInStaff(api, 'researcher');
    /** The words of the first page, up to what waits for others and from there. */
    const today = async (browser: StaffBrowser) =>
      (await browser.open('/admin')).text.split('aria-labelledby="waiting"') as [string, string?];
    await personWithResult(manager);
    await lockEverybody(manager);
    expect((await today(statistician))[0]).not.toContain('Linkage to release');
    await sign(manager, LINKAGE);
    for (const browser of [second, statistician]) {
      const [due] = await today(browser);
      expect(due).toContain('Linkage to release');
      expect(due).toContain(`href="${LINKAGE}" aria-describedby`);
    }
    const [due, waiting] = await today(manager);
    expect(due).not.toContain('Linkage to release');
    expect(waiting).toContain('Linkage to release, by another member');
    expect((await today(researcher)).join('')).not.toContain('Linkage to release');

    await sign(statistician, await releasePath());
    for (const browser of [manager, second, statistician])
      expect((await today(browser)).join('')).not.toContain('Linkage to release');

    const [lock] = await api.query('select id from data_lock');
    const lockPage = `/admin/data-locks/${lock.id}`;
    await manager.open(lockPage);
    await manager.sign(lockPage, REASON);
    expect((await today(manager))[1]).toContain('Data to unlock, by another member');
    expect((await today(second))[0]).toContain(`href="${lockPage}" aria-describedby`);
    expect((await today(statistician)).join('')).not.toContain('Data to unlock');
    await second.open(lockPage);
    expect((await second.sign(lockPage, REASON)).status).toBe(303);
    expect((await today(second)).join('')).not.toContain('Data to unlock');
    // What was released stays to be downloaded.
    expect((await statistician.open(LINKAGE)).text).toContain(`action="${await releasePath()}/file"`);
  });
});
