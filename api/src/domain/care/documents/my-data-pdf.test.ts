import { describe, expect, test } from '@jest/globals';
import type { DoseReport } from '@stepwise/shared-contracts/entities/plan';
import { recordInSentences } from '@stepwise/shared-contracts/entities/record-words';
import {
  buildAllData,
  buildDoseReport,
  buildRecord,
  buildSymptom,
  buildUser,
  buildVenlafaxineSchedule,
} from '@stepwise/tooling/testing/entity-builders';
import { readCsv } from '../../../testing/read-export.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { myAnswersCsv } from './my-answers.ts';
import { type MyData, myDataPdf } from './my-data-pdf.ts';

const VENLAFAXINE = 17;
const SOURCE = { productName: 'Stepwise', trial: 'A trial', demonstrationNotice: '' };
const TODAY = '2026-11-22';
const step = (id: number, date: string, dose: number) => ({
  id,
  date,
  planned: date,
  dose,
  note: '',
  days: 28,
  current: id === 1,
});
const report = (step: number, day: string, dose: number, kind: DoseReport['kind']) =>
  buildDoseReport({
    day,
    dose,
    step,
    kind,
    reportedBy: kind === 'assumed' ? null : 'participant',
    schedule: VENLAFAXINE,
  });

/** The document's text; `from` is where to begin, such as a heading. */
async function textOf(data: Partial<MyData>, from = ''): Promise<string> {
  const account = { timeZone: 'Australia/Melbourne', deviceTimeZone: null, logIns: null };
  const schedules = [buildVenlafaxineSchedule({ id: VENLAFAXINE })];
  const pdf = await myDataPdf({ ...buildAllData({ schedules }), ...account, ...data }, SOURCE, TODAY);
  const { pieces } = readPdf(pdf);
  const said = pieces.filter(({ tag }) => tag !== 'Artifact');
  const text = said
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ');
  return text.slice(text.indexOf(from));
}

test('names doses as the screens do, and apart: what was reported and what is planned', async () => {
  const text = await textOf(
    {
      schedule: VENLAFAXINE,
      prescriptions: [step(1, '2026-09-01', 75), step(2, '2026-10-01', 37), step(3, '2026-12-01', 0)],
      doseReports: [report(1, '2026-09-01', 75, 'starting'), report(2, '2026-10-01', 37, 'assumed')],
    },
    'Doses reported',
  );
  const [reported = '', planned = ''] = text.split('Planned steps');
  expect(reported).toMatch(
    /From 01\/09\/2026: 75 mg a day.*From 01\/10\/2026: 37\.5 mg a day, not confirmed/s,
  );
  expect(planned).toMatch(/From 01\/12\/2026: 0 mg a day/);
  expect(planned).not.toMatch(/2026: (75|37)/);
});

describe('strengths at home', () => {
  const medication = [{ id: 9, setupoption: 109, doses: [], forms: [{ id: 91, text: '37.5 mg capsule' }] }];
  test.each([
    [null, 'You have not said which.'],
    [[], 'None of those on the list.'],
    [[91], '37.5 mg capsule'],
    // That the content has no longer.
    [[91, 92], '37.5 mg capsule • Number 92'],
  ])('%j reads: %s', async (strengths, words) => {
    expect(await textOf({ strengths, medication }, 'Strengths you have at home')).toContain(words);
  });
});

describe('planned steps', () => {
  const prescriptions = [
    step(1, '2026-09-01', 100),
    step(2, '2026-10-01', 75),
    { ...step(3, '2026-12-01', 50), prepare: 'Ask now.', prepared: true },
    { ...step(4, '2027-01-01', 25), prepare: 'Ask now.', prepared: false },
  ];
  const plannedAfter = async (...reports: DoseReport[]) => {
    const doseReports = [report(1, '2026-09-01', 100, 'starting'), ...reports];
    const text = await textOf({ schedule: 11, prescriptions, doseReports }, 'Planned steps');
    return text.slice(0, text.indexOf('Strengths'));
  };

  test('leave out one that was passed', async () => {
    expect(await plannedAfter(report(3, '2026-11-10', 50, 'step'))).toMatch(
      /^Planned steps • From \d\d\/\d\d\/\d{4}: 25 mg a day $/,
    );
  });

  test('have no day while the next one waits, and say what is prepared', async () => {
    const taken = report(2, '2026-10-01', 75, 'step');
    expect(await plannedAfter(taken, report(1, '2026-10-05', 100, 'step'))).toContain(
      'Planned steps • No day yet: 75 mg a day • No day yet: 50 mg a day, prepared • No day yet: 25 mg a day ',
    );
  });
});

describe('the account', () => {
  test('has the participant’s own details, those of who helps them, and the own day of the consent', async () => {
    const text = await textOf({
      user: buildUser({ lastName: 'Kim', phone: '0491 570 156' }),
      doctor: { name: 'Dr Lee', phone: '03 5550 1001', email: 'lee@example.org' },
      support: { name: 'Sam Ray', phone: '03 5550 2002' },
      // The 20th in Melbourne.
      consent: { version: '1', hash: 'a'.repeat(64), agreedAt: '2026-11-19T13:30:00.000Z' },
    });
    expect(text.slice(0, text.indexOf('Doses reported'))).toBe(
      [
        'Your information on 22/11/2026 A trial. This is what is kept about you.',
        'You Name: Alex Kim Email: alex@example.org Phone: 0491 570 156',
        'Time zone: As your device says Time zone of your device: Not given Agreed to take part: 20/11/2026',
        'Your doctor or nurse Name: Dr Lee Phone: 03 5550 1001 Email: lee@example.org',
        'Your support person Name: Sam Ray Phone: 03 5550 2002 ',
      ].join(' '),
    );
  });

  test('of who has just signed up says what is not given, not done and not there', async () => {
    const logIns = { devices: [], passkeys: [] };
    expect(await textOf({ logIns }, 'Agreed')).toBe(
      [
        'Agreed to take part: Not yet',
        'Your doctor or nurse Name: Not given Phone: Not given Email: Not given',
        'Your support person Name: Not given Phone: Not given',
        'Doses reported There are none. Planned steps There are none.',
        'Strengths you have at home You have not said which.',
        'Where you are logged in There are none. Your passkeys There are none.',
        'Your choices First survey: Not done We may contact you about other research: No',
        'Your answers for the plan There are none. Your activities There are none. Your symptoms There are none.',
        'Your daily records There are none yet.',
      ].join(' '),
    );
  });

  test.each([
    [{ hour: null, isPaused: false }, 'Daily reminder: None'],
    [{ hour: 9, isPaused: false }, 'Daily reminder: 9:00am Agreed'],
    [{ hour: 21, isPaused: true }, 'Daily reminder: 9:00pm, paused until your next record'],
    [{ hour: 9, isPaused: false, stepMessages: true }, 'Messages about a step: Yes'],
    [{ hour: 9, isPaused: false, stepMessages: false }, 'Messages about a step: No'],
    [{ hour: 9, isPaused: false, push: { publicKey: '', isOn: true } }, 'On this device: As notifications'],
    [{ hour: 9, isPaused: false, push: { publicKey: '', isOn: false } }, 'On this device: By email'],
  ])('with the reminder %j says: %s', async (reminder, words) => {
    expect(await textOf({ reminder })).toContain(words);
  });

  test('has no daily reminder where there is none to choose', async () => {
    expect(await textOf({})).not.toContain('Daily reminder');
  });

  test('has the time zones, the devices and the passkeys, with days on the participant’s own clock', async () => {
    const text = await textOf({
      user: buildUser({ timeZone: 'Australia/Perth' }),
      timeZone: 'Australia/Perth',
      deviceTimeZone: 'Europe/London',
      logIns: {
        // The 21st in Perth.
        devices: [
          { name: 'Chrome on Android', lastUsedAt: '2026-11-20T17:00:00.000Z', isKept: true },
          { name: 'Firefox on Linux', lastUsedAt: '2026-11-20T15:00:00.000Z', isKept: false },
        ],
        passkeys: [{ name: 'My phone', createdAt: new Date('2026-11-19T17:00:00Z') }],
      },
    });
    expect(text).toContain('Time zone: Australia, Perth Time zone of your device: Europe, London');
    expect(text).toContain(
      'Where you are logged in • Chrome on Android, last used 21/11/2026, 1:00 am, stays logged in • Firefox on Linux, last used 20/11/2026, 11:00 pm Your passkeys • My phone, added 20/11/2026',
    );
  });

  test('has no devices and no passkeys in a copy for a member of staff', async () => {
    expect(await textOf({ logIns: null })).not.toMatch(/logged in|passkey/);
  });
});

test('each daily record is under the participant’s own day, with what it says', async () => {
  const records = [
    buildRecord({ date: '2026-11-19', localDate: '2026-11-20', sleep: false }),
    buildRecord({ date: '2026-11-20', localDate: '2026-11-20', mood: false }),
  ];
  const [first, second] = records.map((record) => recordInSentences(record));
  expect(await textOf({ records }, 'Your daily records')).toBe(
    `Your daily records 20/11/2026: ${first} 20/11/2026: ${second}`,
  );
});

describe('choices, answers and lists', () => {
  const answered = {
    user: buildUser({ surveydone: true, futureContact: true }),
    setupQuestions: [
      { id: 1, page: 2, text: 'Which medicine?', options: [{ id: 109, text: 'Venlafaxine' }] },
      { id: 3, page: 2, text: 'Which dose?', options: [] },
      { id: 5, page: 3, text: 'How long?', options: [{ id: 401, text: 'A year' }] },
    ],
    setupAnswers: [
      { qid: 1, oid: 109 },
      { qid: 3, oid: 900 },
      { qid: 5, oid: null },
      // Whose question the content has no longer.
      { qid: 99, oid: 109 },
    ],
    medication: [{ id: 9, setupoption: 109, doses: [{ id: 900, text: '75 mg' }] }],
    activities: [{ id: 1, text: '=Gardening' }],
    symptoms: [
      buildSymptom({ id: 2, text: 'Panic', category: 'mood', redflag: true }),
      buildSymptom({ id: 3, text: 'Feeling flat', category: 'mood', redflag: false }),
    ],
  };

  test('are in the PDF', async () => {
    expect(await textOf(answered, 'Your choices')).toContain(
      'First survey: Done; by it you can take part. Its answers are not kept. We may contact you about other research: Yes Your answers for the plan Which medicine: Venlafaxine Which dose: 75 mg Your activities Activity: =Gardening Your symptoms Mood: Panic (a warning sign) Mood: Feeling flat Your daily records',
    );
    const user = buildUser({ surveydone: true, surveyineligible: true });
    expect(await textOf({ user }, 'Your choices')).toContain(
      'First survey: Done; by it you could not take part. Its answers are not kept.',
    );
  });

  test('are in the CSV, without formulas', () => {
    const before = { baseline: { medicine: 109, dose: 900, duration: 401 } };
    const baselineWords = { intro: '', medicine: 'Medicine', dose: 'Dose', duration: 'Since', notListed: '' };
    const data = { ...buildAllData(), ...answered, ...before, baselineWords };
    const [, ...rows] = readCsv(myAnswersCsv(data));
    const drawn = 'Your medicine before the groups were drawn';
    expect(rows.slice(2)).toEqual([
      [drawn, 'Medicine', 'Venlafaxine'],
      [drawn, 'Dose', '75 mg'],
      [drawn, 'Since', 'A year'],
      ['Your answers for the plan', 'Which medicine?', 'Venlafaxine'],
      ['Your answers for the plan', 'Which dose?', '75 mg'],
      ['Your activities', 'Activity', "'=Gardening"],
      ['Your symptoms', 'Mood', 'Panic (a warning sign)'],
      ['Your symptoms', 'Mood', 'Feeling flat'],
    ]);
    // What the content has no longer is left out.
    expect(myAnswersCsv({ ...data, baseline: { ...before.baseline, duration: 999 } })).not.toContain('Since');
  });
});
