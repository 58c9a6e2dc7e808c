import { expect, test } from '@jest/globals';
import { buildRecord, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { readCsv } from '../../../testing/read-export.ts';
import { myRecordsCsv } from './my-records.ts';

test('each record is a line with its own day, each answer beside its symptoms, and when and where it was made', () => {
  const records = [
    buildRecord({
      ...{ date: '2026-11-19', localDate: '2026-11-20', recordedAt: '2026-11-19T22:00:00.000Z' },
      ...{ sleep: false, mood: true, active: false },
      symptoms: [
        buildSymptom({ id: 1, text: 'Woke at three', category: 'sleep' }),
        buildSymptom({ id: 2, text: 'Panic', category: 'mood', redflag: true }),
        buildSymptom({ id: 3, text: 'Vivid dreams', category: 'sleep' }),
      ],
      activities: [
        { id: 1, text: 'Walk' },
        { id: 2, text: 'Choir' },
      ],
    }),
    buildRecord({ date: '2026-11-21', localDate: '2026-11-20', mood: false, timeZone: 'Pacific/Honolulu' }),
  ];
  expect(readCsv(myRecordsCsv(records))).toEqual([
    [
      ...['Day', 'Sleep', 'Sleep: symptoms', 'Mood', 'Mood: symptoms', 'Activity', 'Activity: symptoms'],
      ...['Activities', 'Recorded at (UTC)', 'Time zone'],
    ],
    [
      ...['20/11/2026', 'not so good', 'Woke at three; Vivid dreams', 'good', 'Panic (warning sign)'],
      ...['not so good', '', 'Walk; Choir', '2026-11-19T22:00:00.000Z', 'Australia/Melbourne'],
    ],
    [
      ...['20/11/2026', 'good', '', 'not so good', '', 'good', ''],
      ...['', '2026-11-20T09:00:00.000Z', 'Pacific/Honolulu'],
    ],
  ]);
});
