// In one file: all tests read one export, which takes long to prepare.
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { addActivity, addSymptom, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import {
  saveBaseline,
  saveDoctor,
  saveHomestep,
  saveUserAgree,
  saveUserDataConsent,
} from '@stepwise/shared-contracts/calls/user.calls';
import { addDays, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import * as z from 'zod';
import { BASELINE, PASSWORD } from '../../../testing/build-participant.ts';
import { createTestApi } from '../../../testing/create-test-api.ts';
import { download, readCsv, type Unzipped, unzip } from '../../../testing/read-export.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';
import { shapeOf } from '../../core/export/export-file.ts';
import { readStudyIdKey, studyIdOf } from '../../people/participants/study-id.ts';
import { hashSigned } from '../../people/signatures/signatures.ts';
import { exportFiles } from './files/export-files.ts';

const api = await createTestApi({ connections: 10 });
const DAY_MS = 86_400_000;
const FREE_TEXT = '=1+1 my own words';

/** Consents, is randomised into the reduction group and, with plan and lists, records two days. */
async function participantWithRecords(firstName: string, stratum: string) {
  const visitor = await api.logIn({
    stage: 'consent',
    firstName,
    lastName: 'Nguyen',
    phone: '0355-500-077',
    stratum,
  });
  await visitor.send(saveUserAgree, { futureContact: true, consentAgree: true });
  await api.query(`update participant set strengths = '[61, 62]' where id = $1`, [visitor.participant.id]);
  await visitor.send(saveDoctor, { name: 'Dr Secret', phone: '0355-500-088', email: 'secret@example.org' });
  await visitor.send(saveBaseline, BASELINE);
  await visitor.send(saveHomestep, { homestep: 3 });
  await api.query(
    `update participant set randomise = true, home_step = 4, start_dose = 37.5, schedule_id = 11 where id = $1`,
    [visitor.participant.id],
  );
  await api.query(
    `insert into prescription (participant_id, date, dose, note, days, prepared_on, talked_on)
     values ($1, '2026-03-10', 37.5, 'a note of the doctor', 28, null, null), ($1, '2026-04-07', 0, '', 0, '2026-03-30', '2026-03-29')`,
    [visitor.participant.id],
  );
  await api.query(
    `insert into dose_report (participant_id, day, dose, schedule_id, planned, kind, reported_at, reported_by, stays, stay_until)
     values ($1, '2026-03-01', 75, 12, '2026-03-01', 'starting', '2026-03-01', 'participant', true, null),
       ($1, '2026-03-09', 50, 12, '2026-03-08', 'step', '2026-03-09', 'team', true, '2026-03-23'),
       ($1, '2026-03-10', 25, 12, '2026-03-10', 'assumed', '2026-03-08', null, false, null)`,
    [visitor.participant.id],
  );
  const own = (await visitor.send(addSymptom, { symptom: { text: FREE_TEXT, category: 'mood' } })).body.id;
  const hobby = (await visitor.send(addActivity, { activity: { text: 'My secret hobby' } })).body.id;
  const [listed] = await api.query(
    `select id, text from symptom where participant_id = $1 and category = 'sleep' and redflag order by id limit 1`,
    [visitor.participant.id],
  );
  const [walk] = await api.query(
    'select id, text from activity where participant_id = $1 order by id limit 1',
    [visitor.participant.id],
  );
  await visitor.send(saveRecord, {
    sleep: false,
    mood: true,
    active: true,
    symptoms: [listed.id],
    activities: [],
  });
  await visitor.send(saveRecord, {
    sleep: false,
    mood: false,
    active: true,
    symptoms: [listed.id, own],
    activities: [walk.id, hobby],
  });
  return { visitor, id: visitor.participant.id, listed: listed.text as string, walk: walk.text as string };
}

let ada: Awaited<ReturnType<typeof participantWithRecords>>;
let names: string[];
let unzipped: Unzipped;
let adaId: string;

beforeAll(async () => {
  ada = await participantWithRecords('Ada', 'low');
  const bo = await participantWithRecords('Boris', 'high');
  const cy = await participantWithRecords('Cy', 'low');
  // An eligible person who has not agreed to the research.
  await api.buildParticipant({ stage: 'consent', firstName: 'Unconsented' });
  api.clock.advance(DAY_MS);
  for (const { visitor } of [ada, bo, cy]) {
    await visitor.send(loginUser, { username: visitor.participant.email ?? '', password: PASSWORD });
  }
  await ada.visitor.send(saveRecord, { sleep: true, mood: true, active: true, symptoms: [], activities: [] });
  await bo.visitor.send(saveUserDataConsent, { value: 'anonymous' });
  await cy.visitor.send(saveUserDataConsent, { value: 'delete' });
  names = [
    'Ada',
    'Boris',
    'Cy',
    'Unconsented',
    'Nguyen',
    '0355-500',
    'Secret',
    'secret',
    '@example',
    'a note of',
    FREE_TEXT,
  ];
  names.push(ada.id, bo.id, cy.id);
  const manager = await logInStaff(api, 'manager');
  unzipped = unzip((await download(manager, api.origin)).bytes);
  adaId = studyIdOf(await readStudyIdKey(api.orm.em.fork()), ada.id);
});

test('the zip has a file for each kind of thing, a codebook, a dictionary, a manifest and checksums', () => {
  expect([...unzipped.keys()]).toEqual([
    ...exportFiles(api.content).map(({ name }) => `${name}.csv`),
    'codebook.csv',
    'codebook-changes.md',
    ...['analysis.yaml', 'declared_analysis.csv'],
    ...['dictionary', 'events', 'instrument_events', 'repeating_instruments'].map(
      (name) => `redcap/${name}.csv`,
    ),
    ...['analysis/README.md', 'analysis/analyse.R', 'analysis/analyse.py', 'analysis/redcap.py'],
    'manifest.json',
    'SHA256SUMS',
  ]);
  const manifest = JSON.parse(unzipped.get('manifest.json') ?? '');
  expect(manifest).toMatchObject({
    product: api.content.product.name,
    format: 4,
    masked: false,
    timeZone: api.content.product.timeZone,
    lock: null,
    linkage: null,
    madeAt: api.clock.now().toISOString(),
    contentVersion: api.content.version,
    contentFiles: api.content.versions,
    demonstration: true,
    rows: { participants: 2, daily_records: 3 },
  });
  for (const { name } of exportFiles(api.content)) {
    expect(readCsv(unzipped.get(`${name}.csv`) ?? '').length - 1).toBe(manifest.rows[name]);
  }
});

test('the checksums are those of the files', () => {
  const lines = (unzipped.get('SHA256SUMS') ?? '').trimEnd().split('\n');
  expect(lines).toHaveLength(unzipped.size - 1);
  for (const line of lines) {
    const [sum, name = ''] = line.split('  ');
    expect(
      createHash('sha256')
        .update(unzipped.get(name) ?? '')
        .digest('hex'),
    ).toBe(sum);
  }
});

test('it contains no names, and no participant who has not consented or was deleted', () => {
  const everything = [...unzipped]
    .filter(([name]) => name !== 'codebook.csv')
    .map(([, text]) => text)
    .join('\n');
  for (const name of names) expect(everything).not.toContain(name);
  expect(everything).not.toMatch(/\d{4}-\d{2}-\d{2}(?!T)/);
  const [, ...participants] = readCsv(unzipped.get('participants.csv') ?? '');
  expect(participants).toHaveLength(2);
  expect(participants.map(([, , , , , , , choice]) => choice).sort()).toEqual(['', 'anonymous']);
});

test('the export has what a participant did, under the study id, by days since the consent', () => {
  const rowsOf = (name: string) => {
    const [, ...rows] = readCsv(unzipped.get(`${name}.csv`) ?? '');
    return rows.filter(([id]) => id === adaId).map(([, ...cells]) => cells);
  };
  const own = 'Own item';
  expect(rowsOf('participants')).toEqual([['2026', '4', '0', '11', '37.5', '1', '', '', '1']]);
  expect(rowsOf('survey_outcomes')).toEqual([['1', '1', 'low', '0', '0']]);
  expect(rowsOf('consents')).toEqual([
    ['1', '0', api.content.consent.version, api.content.versions.consent, '1'],
  ]);
  expect(rowsOf('allocations')).toEqual([[expect.stringMatching(/^(reduction|usual-care)$/), '0']]);
  expect(rowsOf('prescriptions')).toEqual([
    ['1', '0', '37.5', '28', '', ''],
    ['2', '28', '0', '0', '20', '19'],
  ]);
  expect(rowsOf('strengths')).toEqual([['61'], ['62']]);
  expect(rowsOf('dose_reports')).toEqual([
    ['1', '-9', '75', '12', '-9', 'starting', 'participant', '1', ''],
    ['2', '0', '25', '12', '0', 'assumed', '', '0', ''],
    ['3', '-1', '50', '12', '-2', 'step', 'team', '1', '13'],
  ]);
  expect(rowsOf('daily_records')).toEqual([
    ['1', '0', '1', '0', '0', '0', '1', '1', '1', '0', '1', '2', '12', '0'],
    ['2', '1', '1', '0', '1', '1', '1', '0', '0', '0', '0', '0', '12', '0'],
  ]);
  expect(
    rowsOf('record_versions').map(([record, version, day, inForce]) => [record, version, day, inForce]),
  ).toEqual([
    ['1', '1', '0', '0'],
    ['1', '2', '0', '1'],
    ['2', '1', '1', '1'],
  ]);
  expect(rowsOf('record_symptoms')).toEqual([
    ['1', '0', expect.any(String), 'mood', own, '0', '0'],
    ['1', '0', expect.any(String), 'sleep', ada.listed, '1', '0'],
  ]);
  expect(
    rowsOf('record_activities')
      .map(([, , , text]) => text)
      .sort(),
  ).toEqual([own, ada.walk].sort());
  expect(rowsOf('symptom_lists')).toHaveLength(api.content.tracker.symptoms.length + 1);
  expect(rowsOf('warning_signs')).toEqual([['1', '0', '0', '']]);
  expect(rowsOf('adsl')).toEqual([
    ['Y', 'Y', expect.stringMatching(/^(reduction|usual-care)$/), 'low', '0', 'ONGOING', '', ''],
  ]);
  expect(rowsOf('events')).toEqual([
    ['1', 'dose', '-9', '75'],
    ['2', 'dose', '-1', '50'],
    ['3', 'consent', '0', ''],
    ['4', 'dose', '0', '25'],
    ['5', 'randomisation', '0', ''],
  ]);
  const receipts = readCsv(unzipped.get('data_choices.csv') ?? '').slice(1);
  expect(receipts).toEqual([
    ['anonymous', 'participant', '2026'],
    ['delete', 'participant', '2026'],
  ]);
});

test('the codebook says which dose a rounded number stands for', () => {
  const [, ...book] = readCsv(unzipped.get('codebook.csv') ?? '');
  const meanings = book.filter(([, , column = '']) => /^(start_)?dose$/.test(column)).map((line) => line[3]);
  expect(meanings).toEqual([
    'Dose at the start of the plan. 37 stands for 37.5 mg of venlafaxine.',
    ...Array(3).fill('Dose of the step. 37 stands for 37.5 mg of venlafaxine.'),
  ]);
});

test('the codebook gives each code of plans and records its own words, and each answer its meaning', () => {
  const [, ...book] = readCsv(unzipped.get('codebook.csv') ?? '');
  const lineOf = (file: string, column: string) =>
    book.find(([name, , each]) => name === `${file}.csv` && each === column) ?? [];
  const codesOf = (file: string, column: string) => lineOf(file, column)[6]?.split(' | ');
  const who = ['participant = The participant', 'team = The team, acting for them'];
  expect(codesOf('plan_changes', 'made_by')).toEqual(who);
  expect(codesOf('dose_reports', 'reported_by')).toEqual(who);
  expect(codesOf('plan_changes', 'kind')).toEqual([
    'first = The first plan, from the setup',
    'schedule = Another schedule',
    'dose = Another starting dose of the same schedule',
    'steps = Other steps of the same schedule',
    'started = Each date moved: the first record came after the plan’s first day',
  ]);
  expect(codesOf('dose_reports', 'kind')).toEqual([
    'starting = The dose of the setup',
    'step = The dose of a step of the plan',
    'other = Another dose',
    'assumed = Not reported: assumed from the plan’s dates',
  ]);
  expect(codesOf('record_symptoms', 'category')).toEqual([
    'sleep = Sleep',
    'mood = Mood',
    'active = Activity',
  ]);
  expect(['sleep', 'mood', 'active'].map((name) => lineOf('daily_records', name)[3])).toEqual([
    'Slept well.',
    'Mood was good.',
    'Was active.',
  ]);
});

test('the key of each file names each row', () => {
  for (const { name, key } of exportFiles(api.content)) {
    const [header = [], ...rows] = readCsv(unzipped.get(`${name}.csv`) ?? '');
    const keys = rows.map((row) => key.map((column) => row[header.indexOf(column)]).join());
    if (key.length > 0) expect([name, new Set(keys).size]).toEqual([name, rows.length]);
  }
});

test('every cell has the shape that the codebook says, and every column stands in the codebook', () => {
  const [, ...book] = readCsv(unzipped.get('codebook.csv') ?? '');
  for (const file of exportFiles(api.content)) {
    const [header, ...rows] = readCsv(unzipped.get(`${file.name}.csv`) ?? '');
    expect(header).toEqual(
      book.filter(([name]) => name === `${file.name}.csv`).map(([, , column]) => column),
    );
    for (const [index, column] of file.columns.entries()) {
      const { type, mayBeEmpty } = shapeOf(column);
      for (const cells of rows) {
        const cell = cells[index] ?? '';
        const value =
          cell === '' && mayBeEmpty
            ? null
            : type === 'yes or no'
              ? { 1: true, 0: false }[cell]
              : type === 'text' || !z.safeParse(column.schema, Number(cell)).success
                ? cell
                : Number(cell);
        expect([file.name, column.name, z.safeParse(column.schema, value).error]).toEqual([
          file.name,
          column.name,
          undefined,
        ]);
        if (type === 'choice' && cell) expect([...shapeOf(column).values.keys()]).toContain(cell);
      }
    }
  }
});

describe('calendar dates', () => {
  test('are in an export for those who have the right, which the audit log keeps', async () => {
    const manager = await logInStaff(api, 'manager');
    const { bytes } = await download(manager, api.origin, { dates: 'yes' });
    expect(unzip(bytes).get('calendar.csv')).toContain(`${adaId},2026-03-10\r\n`);
    const [{ after }] = await api.query(
      `select v.after from audit_event e join audit_values v on v.event_id = e.id
       where e.type = 'export.started' order by e.id desc limit 1`,
    );
    expect(after).toMatchObject({ dates: true });
    const [{ hash, release }] = await api.query(
      `select s.hash, s.target as release from audit_event e join audit_values v on v.event_id = e.id
       join signature s on s.target::text = v.after->>'release' where e.type = 'export.finished' order by e.id desc limit 1`,
    );
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { reason } = after;
    expect(hash).toBe(hashSigned({ release, reason, isMasked: false, hasDates: true, sha256 }));
    expect(unzipped.has('calendar.csv')).toBe(false);
  });

  test('are refused to those who have not', async () => {
    const blinded = await logInStaff(api, 'blinded-statistician');
    await expect(download(blinded, api.origin, { variant: 'masked', dates: 'yes' })).rejects.toThrow('403');
    expect((await blinded.open('/admin/export')).text).not.toContain('Calendar dates');
  });
});

test('the codebook of a masked export has the files and columns that are in it, and no others', async () => {
  const blinded = await logInStaff(api, 'blinded-statistician');
  const masked = unzip((await download(blinded, api.origin, { variant: 'masked' })).bytes);
  const [, ...book] = readCsv(masked.get('codebook.csv') ?? '');
  for (const name of new Set(book.map(([file = '']) => file)))
    expect([name, readCsv(masked.get(name) ?? '')[0]]).toEqual([
      name,
      book.filter(([file]) => file === name).map(([, , column]) => column),
    ]);
});

test('study ids are the same each time, and rows come in their order, not in that of joining', async () => {
  for (let count = 0; count < 6; count++) {
    const visitor = await api.logIn({ stage: 'consent' });
    await visitor.send(saveUserAgree, { futureContact: false, consentAgree: true });
  }
  const manager = await logInStaff(api, 'manager');
  const ids = async () =>
    readCsv(unzip((await download(manager, api.origin)).bytes).get('participants.csv') ?? '')
      .slice(1)
      .map(([id]) => id);
  const first = await ids();
  expect(await ids()).toEqual(first);
  expect(first).toContain(adaId);
  expect(first).toEqual([...first].sort());
});

test('a record from before the consent, or saved in a distant time zone, gets the day of the person’s own calendar', async () => {
  const visitor = await api.logIn({ stage: 'consent' });
  await visitor.send(saveUserAgree, { futureContact: false, consentAgree: true });
  const today = localDate(api.clock.now(), api.content.product.timeZone);
  await api.query(
    `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
     values ($1, $2, true, true, true, now(), 'UTC', $2, now())`,
    [visitor.participant.id, addDays(today, -3)],
  );
  const manager = await logInStaff(api, 'manager');
  const files = unzip((await download(manager, api.origin)).bytes);
  const id = studyIdOf(await readStudyIdKey(api.orm.em.fork()), visitor.participant.id);
  const [row] = readCsv(files.get('daily_records.csv') ?? '').filter(([each]) => each === id);
  expect(row?.slice(1, 3)).toEqual(['1', '-3']);
  const [adsl] = readCsv(files.get('adsl.csv') ?? '').filter(([each]) => each === id);
  expect(adsl).toEqual([id, 'N', 'N', '', 'low', '', 'ONGOING', '', '']);
});

describe('from one export to the next', () => {
  const rowsOf = async (id: string, file: string) => {
    const { bytes } = await download(await logInStaff(api, 'manager'), api.origin);
    const studyId = studyIdOf(await readStudyIdKey(api.orm.em.fork()), id);
    return readCsv(unzip(bytes).get(`${file}.csv`) ?? '').filter(([each]) => each === studyId);
  };

  test('a record keeps its number when a later version of it comes', async () => {
    const person = await api.logIn();
    const { id } = person.participant;
    await person.send(saveUserAgree, { futureContact: false, consentAgree: true });
    const save = (recordedAt: string, sleep: boolean) =>
      person.send(saveRecord, { sleep, mood: true, active: true, symptoms: [], activities: [], recordedAt });
    const at = (ms: number) => new Date(api.clock.now().getTime() + ms).toISOString();
    await save(at(-3 * DAY_MS), true);
    await save(at(-DAY_MS), true);
    const numbers = async () => (await rowsOf(id, 'daily_records')).map((row) => [row[1], row[2], row[5]]);
    const [[, first] = [], [, second] = []] = await numbers();
    expect(await numbers()).toEqual([
      ['1', first, '1'],
      ['2', second, '1'],
    ]);
    await save(at(-3 * DAY_MS + 1), false);
    expect(await numbers()).toEqual([
      ['1', first, '0'],
      ['2', second, '1'],
    ]);
  });

  test('of two records of one own day the later one counts, and warning signs are numbered by time', async () => {
    const person = await api.logIn();
    const { id } = person.participant;
    await person.send(saveUserAgree, { futureContact: false, consentAgree: true });
    const today = localDate(api.clock.now(), api.content.product.timeZone);
    const addRecord = (date: string, recordedAt: string) =>
      api.query(
        `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
         values ($1, $2, true, true, true, $3, 'UTC', $4, $3)`,
        [id, date, recordedAt, today],
      );
    await addRecord(today, `${today}T09:00:00Z`);
    await addRecord(addDays(today, -1), `${today}T08:00:00Z`);
    const addSign = (signId: string, raisedAt: string, selfHarm: boolean) =>
      api.query(
        `insert into warning_sign (id, participant_id, date, local_date, self_harm, raised_at, newest_at)
         values ($1, $2, $3::date, $3::date, $4, $3, $3)`,
        [signId, id, raisedAt, selfHarm],
      );
    await addSign('00000000-0000-4000-8000-000000000000', `${today}T09:00:00Z`, true);
    await addSign('ffffffff-ffff-4fff-8fff-ffffffffffff', `${addDays(today, -1)}T09:00:00Z`, false);
    expect((await rowsOf(id, 'daily_records')).map(([, record, , counts]) => [record, counts])).toEqual([
      ['1', '1'],
      ['2', '0'],
    ]);
    expect((await rowsOf(id, 'warning_signs')).map(([, sign, , selfHarm]) => [sign, selfHarm])).toEqual([
      ['1', '0'],
      ['2', '1'],
    ]);
  });

  test('a record of a time zone that the database does not know has no hour, and stays', async () => {
    const person = await api.logIn();
    const { id } = person.participant;
    await person.send(saveUserAgree, { futureContact: false, consentAgree: true });
    await api.query(
      `insert into daily_record (participant_id, date, sleep, mood, active, recorded_at, time_zone, local_date, received_at)
       values ($1, '2026-03-10', true, true, true, $2, 'Nowhere/Unknown', '2026-03-10', $2)`,
      [id, api.clock.now()],
    );
    for (const file of ['daily_records', 'record_versions']) expect(await rowsOf(id, file)).toHaveLength(1);
  });

  test('a follow-up is due by the trial’s own day of randomisation, which UTC may not have yet', async () => {
    const before = api.clock.now().toISOString();
    api.clock.set('2026-06-09T22:00:00Z');
    const person = await api.logIn({ stage: 'usualCare' });
    await api.query(
      `insert into allocation (participant_id, stratum, position, arm, drawn_at) values ($1, 'low', 1000, 'usual-care', $2)`,
      [person.participant.id, api.clock.now()],
    );
    await person.send(saveUserAgree, { futureContact: false, consentAgree: true });
    const [three] = await rowsOf(person.participant.id, 'follow_ups');
    // The last follow-up is due after 24 months, and may be filled in for 42 days more.
    const states = [];
    for (const day of ['2028-07-21', '2028-07-22']) {
      api.clock.set(`${day}T22:00:00Z`);
      const [state] = await rowsOf(person.participant.id, 'adsl');
      states.push(state?.[6]);
    }
    expect(states).toEqual(['ONGOING', 'COMPLETED']);
    api.clock.set(before);
    // 10 June in Melbourne to 10 September.
    expect(three?.slice(1, 3)).toEqual(['3', '92']);
  });
});

test('a participant who withdrew and allowed data retention is in it, without a name', async () => {
  const { visitor } = await participantWithRecords('Deirdre', 'low');
  await visitor.send(saveUserDataConsent, { value: 'agree' });
  const files = unzip((await download(await logInStaff(api, 'manager'), api.origin)).bytes);
  const [header = [], ...rows] = readCsv(files.get('participants.csv') ?? '');
  expect(rows.map((row) => row[header.indexOf('data_choice')])).toContain('agree');
  for (const text of files.values()) expect(text).not.toMatch(/Deirdre|Nguyen|0355-500-0/);
});
