import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import type { Call } from './call.ts';
import { answerConsent } from './consent.calls.ts';
import { followUpDone } from './follow-up.calls.ts';
import { turnOnNotifications } from './notification.calls.ts';
import { passkeyOptions, renamePasskey } from './passkey.calls.ts';
import { prepareStep, reportDose, saveMedcustom, saveStrengths } from './plan.calls.ts';
import { releaseReport } from './release.calls.ts';
import { askMeInAMonth, saveReminder } from './reminder.calls.ts';
import { addActivity, addSymptom, saveRecord } from './tracker.calls.ts';
import { saveDoctor, saveSupport, saveUser, saveUserDataConsent } from './user.calls.ts';

const text = (length: number) => 'a'.repeat(length);
const email = (length: number) => `${text(length - '@example.org'.length)}@example.org`;
const list = (length: number, item: unknown = 1) => Array(length).fill(item);

const user = { firstName: 'Alex', lastName: '', phone: '', email: 'alex@example.org', password: '' };
const helper = { name: '', phone: '', email: '' };
const record = { symptoms: [], sleep: true, mood: true, active: true, activities: [] };
const report = { feature: 'mf-plan', version: '1', outcome: 'failed-in-use' };
const push = { endpoint: 'https://push.example/1', p256dh: text(87), auth: text(22) };
const row = { date: '', dose: '', note: '' };

/** What a field takes, and what it does not, each beside the other; undefined for a field that is left out. */
test.each<[string, Call, object, string, taken: unknown[], rejected: unknown[]]>([
  ['a first name', saveUser, user, 'firstName', ['A', text(150)], ['', '  ', text(151)]],
  ['a last name', saveUser, user, 'lastName', ['', text(150)], [text(151)]],
  ['a phone number', saveUser, user, 'phone', ['', text(40)], [text(41)]],
  ['an address', saveUser, user, 'email', [email(254)], ['', 'alex', email(255)]],
  ['a time zone', saveUser, user, 'timeZone', [undefined, '', text(64)], [text(65)]],
  ['a new password', saveUser, user, 'password', ['', text(256)], [null, text(257)]],
  ['the current password', saveUser, user, 'currentPassword', [undefined, text(256)], [text(257)]],
  [
    'the password that erases',
    saveUserDataConsent,
    { value: 'delete' },
    'currentPassword',
    [undefined, text(256)],
    [text(257)],
  ],
  ['a doctor’s name', saveDoctor, helper, 'name', ['', text(150)], [text(151)]],
  ['a doctor’s number', saveDoctor, helper, 'phone', ['', text(40)], [text(41)]],
  ['a doctor’s address', saveDoctor, helper, 'email', ['', email(254)], ['kim', email(255)]],
  ['a support person’s name', saveSupport, helper, 'name', ['', text(150)], [text(151)]],
  ['an activity', addActivity, {}, 'activity', [{ text: text(200) }], [{ text: ' ' }, { text: text(201) }]],
  [
    'a symptom',
    addSymptom,
    {},
    'symptom',
    [{ text: 'a', category: 'mood' }],
    [
      { text: ' ', category: 'mood' },
      { text: text(201), category: 'mood' },
      { text: 'a', category: 'other' },
    ],
  ],
  ['the symptoms of a day', saveRecord, record, 'symptoms', [[], list(200)], [list(201)]],
  ['the activities of a day', saveRecord, record, 'activities', [[], list(200)], [list(201)]],
  ['the own day', saveRecord, record, 'localDate', [undefined, '2028-02-29'], ['2026-02-29', '20/11/2026']],
  [
    'a dose',
    reportDose,
    { day: '2026-11-20', step: null },
    'dose',
    [0, 0.5, 9_999.99],
    [-0.01, 10_000, Number.NaN],
  ],
  [
    'a stay',
    reportDose,
    { day: '2026-11-20', step: null, dose: 0 },
    'stay',
    [undefined, { until: null }, { until: '2026-11-21' }],
    [null, {}, { until: 'tomorrow' }],
  ],
  ['rows of a plan', saveMedcustom, {}, 'customDates', [[row], list(100, row)], [[], list(101, row)]],
  [
    'a reason for rows',
    saveMedcustom,
    { customDates: [row] },
    'reason',
    [undefined, '', text(500)],
    [text(501)],
  ],
  ['strengths at home', saveStrengths, {}, 'strengths', [[], list(20)], [list(21)]],
  ['what is prepared', prepareStep, { step: 1 }, 'prepared', [true, false], [undefined]],
  ['what was talked about', prepareStep, { step: 1 }, 'talked', [true, false], [undefined]],
  ['the months of a follow-up', followUpDone, {}, 'months', [1, 120], [0, 121, 1.5]],
  ['the hour of a reminder', saveReminder, {}, 'hour', [null, 0, 23], [undefined, -1, 24, 9.5]],
  ['the hash of a form', answerConsent, { answer: 'informed' }, 'hash', [text(64)], [text(65)]],
  ['an answer to a form', answerConsent, { hash: '' }, 'answer', ['informed', 'declined'], ['agreed']],
  ['an address to ask again', askMeInAMonth, {}, 'email', [' a@example.org ', email(254)], ['', email(255)]],
  [
    'where a notification goes',
    turnOnNotifications,
    push,
    'endpoint',
    [`https://${text(992)}`],
    ['http://push.example/1', `https://${text(993)}`],
  ],
  [
    'the key of notifications',
    turnOnNotifications,
    push,
    'p256dh',
    [text(80), '_-'.repeat(50)],
    [text(79), text(101), '+/'.repeat(45)],
  ],
  [
    'the secret of notifications',
    turnOnNotifications,
    push,
    'auth',
    [text(20), '_-'.repeat(20)],
    [text(19), text(41), '+/'.repeat(10)],
  ],
  ['a passkey’s name', renamePasskey, { id: 'a' }, 'name', ['a', text(100)], ['', ' ', text(101)]],
  ['a passkey’s id', renamePasskey, { name: 'a' }, 'id', ['_-', text(1_400)], ['+', text(1_401)]],
  ['the password for a passkey', passkeyOptions, {}, 'currentPassword', ['', text(256)], [text(257)]],
  [
    'a fault’s class',
    releaseReport,
    report,
    'error',
    [undefined, 'TypeError'],
    ['of jo@example.org', text(65)],
  ],
  [
    'where a fault was',
    releaseReport,
    report,
    'frames',
    [undefined, list(10, '/features/mf-plan/1~2/a.js:1:2')],
    [list(11, '/a.js:1:2'), ['at Alex (/a.js:1:2)'], [`/${text(200)}:1:2`]],
  ],
  [
    'a call that the server does not have',
    releaseReport,
    report,
    'call',
    [undefined, 'GET /api/survey-score/', 'POST /api/save-user/'],
    ['POST /api/participants/7/', 'PUT /api/save-user/'],
  ],
])('%s is taken within its limits only', (_what, { body }, rest, field, taken, rejected) => {
  const isTaken = (value: unknown) =>
    z.safeParse(body as z.ZodMiniType, value === undefined ? rest : { ...rest, [field]: value }).success;
  expect(taken.map(isTaken)).toEqual(taken.map(() => true));
  expect(rejected.map(isTaken)).toEqual(rejected.map(() => false));
});

test('names, addresses and items of a list are taken without the spaces around them', () => {
  const parsed = (call: Call, value: object) => z.parse(call.body as z.ZodMiniType, value);
  expect(parsed(saveDoctor, { name: ' Dr Kim ', phone: ' 1 ', email: '' })).toEqual({
    ...{ name: 'Dr Kim', phone: '1', email: '' },
  });
  expect(parsed(addActivity, { activity: { text: ' Walk ' } })).toEqual({ activity: { text: 'Walk' } });
  expect(parsed(askMeInAMonth, { email: ' a@example.org ' })).toEqual({ email: 'a@example.org' });
  expect(parsed(renamePasskey, { id: 'a', name: ' Phone ' })).toEqual({ id: 'a', name: 'Phone' });
});
