import type { allCalls, CallName } from '@stepwise/shared-contracts/calls/all-calls';
import type { BodyOf } from '@stepwise/shared-contracts/calls/call';
import { localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { BASELINE, PASSWORD } from './build-participant.ts';
import type { TestApi } from './create-test-api.ts';
import { LIVE_RELEASE } from './releases.ts';
import { createSoftPasskey } from './soft-passkey.ts';

/** Right in shape: a challenge is one browser's. */
const NO_CHALLENGE = { challenge: 'none', origin: 'http://localhost' };

/** For every call a body that it accepts from this participant, who has the trial's lists. */
export async function validBodies(
  api: Pick<TestApi, 'query' | 'content'> & { clock: Pick<TestApi['clock'], 'now'> },
  participant: string,
): Promise<{ [Name in CallName]: BodyOf<(typeof allCalls)[Name]> }> {
  const idOf = async (table: 'symptom' | 'activity'): Promise<number> =>
    (await api.query(`select min(id) as id from ${table} where participant_id = $1`, [participant]))[0].id;
  const stepOf = async (): Promise<number> =>
    (await api.query(`select max(id) as id from prescription where participant_id = $1`, [participant]))[0]
      ?.id ?? 1;
  const symptom = await idOf('symptom');
  const activity = await idOf('activity');
  const [{ device }] = await api.query(
    `insert into device (id, participant_id, name, key_hash, logged_in_at, last_used_at, expires_at)
     values (gen_random_uuid(), $1, 'Firefox on Windows', md5(random()::text), $2, $2, $2::timestamptz + interval '30 days')
     returning id as device`,
    [participant, api.clock.now()],
  );
  const [{ passkey }] = await api.query(
    `insert into passkey (id, participant_id, name, public_key, counter, transports, created_at)
     values (md5(random()::text), $1, 'Chrome on Android', 'a2V5', 0, '[]', $2) returning id as passkey`,
    [participant, api.clock.now()],
  );
  // The first follow-up is asked for today.
  await api.query(
    `insert into allocation (participant_id, stratum, position, arm, drawn_at)
     select $1, 'valid', count(*), 'reduction', $2::timestamptz - interval '3 months' from allocation where stratum = 'valid'
     on conflict do nothing`,
    [participant, api.clock.now()],
  );
  const [{ email }] = await api.query('select email from participant where id = $1', [participant]);
  return {
    loginCheck: undefined,
    allData: undefined,
    loginUser: { username: email, password: PASSWORD },
    registerUser: {
      first_name: 'New',
      last_name: 'Person',
      username: 'new.person@example.org',
      email: 'new.person@example.org',
      password1: PASSWORD,
      password2: PASSWORD,
    },
    logoutUser: undefined,
    listDevices: undefined,
    logOutDevice: { id: device },
    listPasskeys: undefined,
    passkeyOptions: { currentPassword: '' },
    addPasskey: { credential: createSoftPasskey().create(NO_CHALLENGE) },
    renamePasskey: { id: passkey, name: 'My phone' },
    removePasskey: { id: passkey },
    passkeyProofOptions: undefined,
    proveByPasskey: { credential: createSoftPasskey().use(NO_CHALLENGE) },
    passkeyLogInOptions: undefined,
    logInByPasskey: { credential: createSoftPasskey().use(NO_CHALLENGE) },
    surveyData: undefined,
    surveySaveOption: { questionId: 1, optionId: 101 },
    surveyScore: undefined,
    setupSaveOption: { questionId: 4, optionId: 402 },
    setupScore: undefined,
    saveUser: { firstName: 'Pat', lastName: 'Taylor', phone: '0400-000-000', email, password: '' },
    saveUserAgree: { futureContact: true, consentAgree: true },
    saveUserDataConsent: { value: 'agree' },
    saveBaseline: BASELINE,
    saveHomestep: { homestep: 3 },
    sendAddressConfirmation: undefined,
    saveReminder: { hour: 9 },
    saveStepMessages: { on: false },
    turnOnNotifications: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/an-address',
      p256dh: `B${'a'.repeat(86)}`,
      auth: 'a'.repeat(22),
    },
    turnOffNotifications: undefined,
    saveDoctor: { name: 'Dr Lee', phone: '0355-500-011', email: 'lee@example.org' },
    saveSupport: { name: 'Jo', phone: '0355-500-022' },
    addActivity: { activity: { text: 'Gardening' } },
    deleteActivity: { id: activity },
    addSymptom: { symptom: { text: 'Woke at three', category: 'sleep' } },
    deleteSymptom: { id: symptom },
    saveSymptom: { symptom: { id: symptom, text: 'As it was', category: 'sleep', redflag: true } },
    saveRecord: {
      symptoms: [symptom],
      sleep: false,
      mood: true,
      active: true,
      activities: [activity],
      recordedAt: api.clock.now().toISOString(),
    },
    saveSchedule: { schedule: 11 },
    saveDose: { prescription: 1103 },
    previewMedcustom: { customDates: [{ date: '10/03/2026', dose: '100', note: '' }] },
    saveMedcustom: { customDates: [{ date: '10/03/2026', dose: '100', note: '' }] },
    reportDose: { day: localDate(api.clock.now(), 'Australia/Melbourne'), dose: 75, step: null },
    saveStrengths: { strengths: [61] },
    prepareStep: { step: await stepOf(), prepared: true },
    askAboutDose: { reason: 'talk' },
    planFindings: undefined,
    consentForm: undefined,
    privacyStatement: undefined,
    releaseReport: { ...LIVE_RELEASE, outcome: 'failed-to-load' },
    followUpDone: { months: 3 },
    consentAgreedTo: undefined,
    answerConsent: { hash: api.content.versions.consent, answer: 'informed' },
    leavePlan: { reason: 'health' },
    stopContact: { reason: 'privacy' },
    askMeInAMonth: { email: 'later@example.org' },
  };
}
