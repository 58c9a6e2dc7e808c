import { randomUUID } from 'node:crypto';
import { followUpDone } from '@stepwise/shared-contracts/calls/follow-up.calls';
import {
  askAboutDose,
  prepareStep,
  reportDose,
  saveSchedule,
  saveStrengths,
} from '@stepwise/shared-contracts/calls/plan.calls';
import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { setupSaveOption, setupScore } from '@stepwise/shared-contracts/calls/setup.calls';
import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { addActivity, addSymptom, saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import {
  saveBaseline,
  saveDoctor,
  saveHomestep,
  saveSupport,
  saveUserAgree,
  saveUserDataConsent,
} from '@stepwise/shared-contracts/calls/user.calls';
import { readCsrfToken } from '@stepwise/shared-contracts/client/cookie';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { sendDailyReminders } from '../domain/care/reminders/send-daily-reminders.job.ts';
import { sendStepMessages } from '../domain/care/reminders/send-step-messages.job.ts';
import { sendMissedNotices } from '../domain/core/mail/module-jobs.ts';
import type { Staff } from '../domain/people/staff/staff.entity.ts';
import { hasTrialEnded } from '../domain/trial/follow-ups/find-follow-ups.ts';
import { sendFollowUpReminders } from '../domain/trial/follow-ups/send-follow-up-reminders.job.ts';
import { modules } from '../modules.ts';
import type { Message } from '../platform/mail/mailer.ts';
import { BASELINE, PASSWORD, SETUP_ANSWERS } from './build-participant.ts';
import type { TestApi } from './create-test-api.ts';
import { createRandom } from './random.ts';
import { buildStaff, openStaffBrowser, type StaffBrowser } from './staff-browser.ts';

const START = '2026-03-10';
const DAYS = 150;
const PEOPLE = 6;
/** Of the first month; in the nightly run each day, as the server does. */
const JOBS_EVERY_DAYS = isNightly ? 1 : 5;
/** Days after the start by which everyone is randomised. */
const RANDOMISED_BY = 14;
const RECORD = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
const STOPS = [
  [],
  [],
  ['contact'],
  ['contact', 'anonymous'],
  ['anonymous'],
  ['delete'],
  ['contact', 'agree', 'contact'],
  ['contact', 'agree'],
] as const;

/** Options of setup questions. */
const FLUVOXAMINE_TWICE_A_DAY = new Map([
  [1, 104],
  [2, 202],
  [3, 346],
]);

/** The team of a trial. The blinded ones are those whose pages and mail are compared. */
export const buildTeam = async (api: TestApi) => ({
  manager: await buildStaff(api, 'manager'),
  investigator: await buildStaff(api, 'investigator'),
  researcher: await buildStaff(api, 'researcher'),
  blinded: await buildStaff(api, 'blinded-researcher'),
});
type Team = Awaited<ReturnType<typeof buildTeam>>;

type Step = readonly [day: number, minute: number, run: () => Promise<unknown>];

/**
 * Has a few people live through a trial by calls, jobs and pages, from their consent on. All that they and the team do
 * follows from the seed and, where it has to, from their arm, which the product draws. Returns every message sent.
 */
export async function liveTrial(api: TestApi, team: Team, seed: number): Promise<Message[]> {
  const sent: Message[] = [];
  const url = 'https://trial.example.org';
  const mailing = {
    push: { send: async () => 'failed' as const },
    mailer: { send: async (message: Message) => void sent.push(message) },
    publicUrl: url,
    warningSignUrl: (id: string) => `${url}/${id}`,
    adverseEventUrl: (id: string) => `${url}/${id}`,
    staffAccountUrl: url,
    allocationUrl: url,
    linkSecret: 'a secret of links',
  };
  api.clock.set(`${START}T00:00:00Z`);
  const steps: Step[] = [];
  for (let index = 0; index < PEOPLE; index++) steps.push(...(await stepsOf(api, team, seed, index)));
  for (let day = 0; day <= DAYS; day += day < 30 ? JOBS_EVERY_DAYS : 7)
    steps.push([
      day,
      // Nine o'clock in Melbourne, in summer and in winter nearly.
      -60,
      async () => {
        await sendDailyReminders(api.operation(), mailing, hasTrialEnded);
        await sendStepMessages(api.operation(), mailing, hasTrialEnded);
        await sendFollowUpReminders(api.operation(), mailing);
        await sendMissedNotices(modules, api.operation(), mailing);
      },
    ]);
  for (const [day, minute, run] of steps.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    api.clock.set(new Date(Date.parse(`${addDays(START, day)}T00:00:00Z`) + minute * 60_000).toISOString());
    await run();
  }
  api.clock.set(`${addDays(START, DAYS)}T12:00:00Z`);
  return sent;
}

/** An id that is the same in each life of a trial. */
const fixedId = (kind: string, seed: number, index: number): string =>
  `${kind}-0000-4000-8000-${String(seed).padStart(8, '0')}${String(index).padStart(4, '0')}`;

async function stepsOf(api: TestApi, team: Team, seed: number, index: number): Promise<Step[]> {
  const random = createRandom(seed * 1_000 + index);
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const id = fixedId('01900000', seed, index);
  const email = `person${index}.${seed}@example.org`;
  await api.buildParticipant({
    id,
    email,
    studyId: `P${String(seed).padStart(6, '0')}${String(index).padStart(6, '0')}`,
    firstName: `Person ${index}`,
    phone: `0491 570 00${index}`,
    stage: 'consent',
  });
  const phone = api.stranger();
  const log = async () => {
    if (!readCsrfToken(phone.cookies.header())) await phone.request('/api/login-check/', { method: 'GET' });
    return phone.send(loginUser, { username: email, password: PASSWORD });
  };
  const steps: Step[] = [];
  let isReducing = false;
  // A minute of its own for each person and thing that they do.
  const at = (day: number, slot: number, run: () => Promise<unknown>) =>
    steps.push([day, slot * 10 + index, run]);
  const inPlan = (day: number, slot: number, run: () => Promise<unknown>) =>
    at(day, slot, async () => isReducing && run());
  const as = async (staff: Staff): Promise<StaffBrowser> => {
    const browser = openStaffBrowser(api);
    await browser.logIn(staff);
    return browser;
  };
  const page = `/admin/participants/${id}`;

  const consents = between(0, 6);
  const drawn = consents + between(1, RANDOMISED_BY - consents - 1);
  at(consents, 1, async () => {
    await log();
    await phone.send(saveUserAgree, { consentAgree: true, futureContact: index % 2 === 0 });
  });
  at(drawn, 2, async () => {
    await log();
    await phone.send(saveBaseline, BASELINE);
    await phone.send(saveHomestep, { homestep: 3 });
    isReducing = (await phone.send(allData, undefined)).body.user.randomise;
  });

  const stops = STOPS[(seed + index) % STOPS.length] ?? [];
  let day = between(30, 70);
  const firstStop = stops.length > 0 ? day : DAYS;
  for (const stop of stops) {
    at(day, 20, async () => {
      await log();
      if (stop === 'contact') await phone.send(stopContact, { reason: 'privacy' });
      else if (stop === 'agree')
        await phone.send(saveUserAgree, { consentAgree: true, futureContact: false });
      else await phone.send(saveUserDataConsent, { value: stop });
      if (stop === 'anonymous')
        // The product draws a new id at random.
        await api.query(
          `update participant set id = $1 where data_consent = 'anonymous' and id::text not like '01900001%'`,
          [fixedId('01900001', seed, index)],
        );
    });
    day += between(10, 30);
  }

  // What both arms have, before anyone stops.
  if (random() < 0.7) {
    const heard = between(15, 29);
    at(heard, 10, () => reportEvent(team.blinded, heard, {}));
  }
  if (random() < 0.7) {
    const heard = between(15, 28);
    const event = fixedId('01900002', seed, index);
    const assessed = () => ({
      relatedness: isReducing ? 'possible' : 'unrelated',
      expectedness: isReducing ? 'expected' : 'unexpected',
      action: isReducing ? 'dose-increased' : 'none',
    });
    at(heard, 11, () => reportEvent(team.researcher, heard, { id: event, ...assessed() }));
    inPlan(heard, 12, async () => {
      const browser = await as(team.researcher);
      await browser.open(`/admin/adverse-events/${event}/change`);
      await browser.submit(`/admin/adverse-events/${event}/change`, {
        ...eventFields(heard),
        ...assessed(),
        ...{ action: 'step-delayed', version: '1', reason: 'The next step was delayed.' },
      });
    });
    inPlan(heard, 13, async () => {
      const browser = await as(team.investigator);
      await browser.open(`/admin/adverse-events/${event}`);
      await browser.sign(`/admin/adverse-events/${event}/sign`, { version: '2' });
    });
  }
  if (firstStop === DAYS) {
    at(100, 14, async () => {
      const browser = await as(team.blinded);
      await browser.open(page);
      await browser.submit(`${page}/contact-attempts`, {
        ...{
          attemptId: randomUUID(),
          months: '3',
          channel: 'phone',
          outcome: 'will-do-it',
          attemptNote: 'Called.',
        },
      });
    });
    if (index % 2 === 0)
      at(110, 15, async () => {
        await log();
        await phone.send(followUpDone, { months: 3 });
      });
  }

  async function reportEvent(staff: Staff, heard: number, fields: Record<string, string>): Promise<void> {
    const browser = await as(staff);
    await browser.open(`${page}/adverse-events`);
    const { status } = await browser.submit(`${page}/adverse-events`, {
      ...{ id: randomUUID(), ...eventFields(heard), ...fields },
    });
    if (status !== 303) throw new Error(`The adverse event was not recorded, but ${status}.`);
  }
  function eventFields(heard: number) {
    const before = addDays(START, heard - 1);
    return {
      ...{ sign: '', description: 'Fell at home.', source: 'call', serious: 'no', criteria: '' },
      ...{ severity: 'mild', outcome: 'recovered', onset: before, ended: before },
      ...{ awareAt: `${before}T08:00`, reportedAt: '' },
    };
  }

  planSteps();
  return steps;

  /** What only the reduction arm does. */
  function planSteps(): void {
    let signs: number[] = [];
    let activities: number[] = [];
    inPlan(drawn, 30, async () => {
      await log();
      await phone.send(saveDoctor, { name: `Dr ${index}`, phone: '0355 500 099', email: 'dr@example.org' });
      await phone.send(saveSupport, { name: `Friend ${index}`, phone: '0355 500 098' });
      for (const [questionId, optionId] of SETUP_ANSWERS)
        await phone.send(setupSaveOption, {
          questionId,
          optionId: FLUVOXAMINE_TWICE_A_DAY.get(questionId) ?? optionId,
        });
      const { schedule } = (await phone.send(setupScore, undefined)).body;
      await phone.send(saveSchedule, { schedule });
      await phone.send(saveStrengths, { strengths: [41] });
      await phone.send(saveReminder, { hour: 9 });
      const { prescriptions, symptoms } = (await phone.send(allData, undefined)).body;
      const step = prescriptions.at(-1);
      if (step) await phone.send(prepareStep, { step: step.id, prepared: true });
      await phone.send(addSymptom, { symptom: { text: 'My own', category: 'mood' } });
      activities = [(await phone.send(addActivity, { activity: { text: 'My own' } })).body.id];
      signs = symptoms.filter(({ redflag }) => redflag).map(({ id }) => id);
    });
    // Another clock and time zone than at the last log-in of the other arm.
    for (let record = drawn + 1; record < drawn + 6; record++)
      inPlan(record, 31, async () => {
        if (record === drawn + 3) phone.timeZone = 'Europe/Berlin';
        await log();
        const recordedAt = new Date(
          api.clock.now().getTime() - (record === drawn + 4 ? 30 * 3_600_000 : 0),
        ).toISOString();
        const isWarning = record === drawn + 2;
        await phone.send(saveRecord, {
          ...RECORD,
          mood: !isWarning,
          symptoms: isWarning ? signs : [],
          activities,
          recordedAt,
        });
      });
    inPlan(drawn + 3, 32, async () => {
      const [sign] = await api.query('select id from warning_sign where participant_id = $1', [id]);
      await reportEvent(team.researcher, drawn + 3, {
        ...{ sign: sign.id, source: 'warning-sign' },
        ...{ relatedness: 'possible', expectedness: 'expected', action: 'none' },
      });
      const browser = await as(team.researcher);
      const { text } = await browser.open(`/admin/warning-signs/${sign.id}`);
      const newestAt = /name="newestAt" value="([^"]+)"/.exec(text)?.[1] ?? '';
      await browser.submit(`/admin/warning-signs/${sign.id}`, {
        newestAt,
        action: 'reached-participant',
        note: 'Called.',
      });
    });
    inPlan(drawn + 6, 33, async () => {
      await log();
      const { prescriptions } = (await phone.send(allData, undefined)).body;
      const day = api.clock.now().toISOString().slice(0, 10);
      const next = prescriptions[1];
      if (next) await phone.send(reportDose, { day, dose: next.dose, step: next.id });
      await phone.send(askAboutDose, { reason: 'talk' });
    });
    if (index % 2 === 1)
      inPlan(drawn + 10, 34, async () => {
        await log();
        await phone.send(leavePlan, { reason: 'effort' });
      });
  }
}
