// In one file: a model of the whole table of plan states, read from top to bottom.
import { describe, expect, test } from '@jest/globals';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import * as plan from '@stepwise/shared-contracts/calls/plan.calls';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import * as setup from '@stepwise/shared-contracts/calls/setup.calls';
import * as stop from '@stepwise/shared-contracts/calls/stop.calls';
import * as tracker from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserAgree, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { addDays, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import { doseInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import {
  PLAN_ACTIONS,
  PLAN_ACTORS,
  PLAN_STATES,
  type PlanAction,
  type PlanActor,
  type PlanState,
  planState,
} from '@stepwise/shared-contracts/plan/plan-state';
import { fc, runs } from '@stepwise/tooling/testing/properties';
import { PASSWORD, SETUP_ANSWERS } from '../../testing/build-participant.ts';
import { createTestApi } from '../../testing/create-test-api.ts';
import { buildStaff, logInStaff, openStaffBrowser, type StaffBrowser } from '../../testing/staff-browser.ts';

const api = await createTestApi();
const manager = buildStaff(api, 'manager');
const STEPS = { 1101: 200, 1102: 150, 1103: 100, 1104: 50, 1105: 25, 1106: 0 };
const SETUP_DOSE = 100;
const DAYS = 28;
const today = () => localDate(api.clock.now(), 'Australia/Melbourne');

/** How far a plan was followed: the index of the step reached (-1 before the first), from which day, and whether the next waits. */
interface Position {
  at: number;
  since: number;
  waits: boolean;
}

/** What is true of a participant, by the words of the specification, the issue and decision 50. Days count from the test's first. */
interface Model extends Position {
  isOffered: boolean;
  hasAgreed: boolean;
  hasLeft: boolean;
  isChosen: boolean;
  isStarted: boolean;
  /** mg a day, as last reported; null while it is only assumed. */
  dose: number | null;
  /** The day of the last report, and whether one came after the setup's. */
  reportedOn: number;
  hasReported: boolean;
  doses: number[];
  days: number[];
  /** The day on which the first step is planned. */
  start: number;
  today: number;
  /** Where today began: another report of the same day takes its place. */
  morning: Position;
}

const positionOf = ({ at, since, waits }: Position): Position => ({ at, since, waits });

function stateOf(model: Model): PlanState {
  const { at, since, waits, doses, days, start } = model;
  if (!model.isOffered) return 'not-offered';
  if (!model.hasAgreed) return 'ended';
  if (model.hasLeft) return 'left-plan';
  if (!model.isChosen) return 'setting-up';
  if (!model.isStarted) return 'chosen';
  if (model.dose === null) return 'dose-unknown';
  if (at === doses.length - 1) return 'last-step-taken';
  if (waits) return 'step-waiting';
  return (at < 0 ? start : since + (days[at] ?? 0)) <= model.today ? 'step-due' : 'step-planned';
}

const LIST_EDITS: PlanAction[] = [
  'addActivity',
  'deleteActivity',
  'addSymptom',
  'deleteSymptom',
  'saveSymptom',
];
const REPORTS: PlanAction[] = ['saveRecord', 'reportDose', 'saveStrengths', 'prepareStep', 'askAboutDose'];
const TEAM_ONLY: PlanAction[] = ['saveMedcustom', 'setStepDay'];

/** The code of the rejection, or 'done'. */
function expected(action: PlanAction, actor: PlanActor, model: Model): string {
  if (TEAM_ONLY.includes(action) && actor === 'participant') return 'not-allowed';
  if (!model.isOffered) return 'not-yet';
  if (action === 'setupScore') return 'done';
  if (LIST_EDITS.includes(action)) return model.hasAgreed ? 'done' : 'not-yet';
  if (!model.hasAgreed || model.hasLeft) return action === 'askAboutDose' ? 'done' : 'not-yet';
  if (action === 'leavePlan') return 'done';
  const isFirst = action === 'setupSaveOption' || action === 'saveSchedule';
  if (!model.isChosen) return isFirst ? 'done' : 'not-yet';
  if (REPORTS.includes(action)) return 'done';
  if (action === 'setStepDay') return stateOf(model) === 'step-waiting' ? 'done' : 'not-yet';
  if (!model.isStarted) return 'done';
  if (actor === 'participant') return 'not-allowed';
  return model.dose === null ? 'not-yet' : 'done';
}

/** A new plan from today; the dose in force, where it is its first, is taken. */
function replan(model: Model, doses: number[], days: number): void {
  if (!model.isStarted) Object.assign(model, { dose: doses[0], reportedOn: model.today, hasReported: false });
  const isTaken = doses[0] === model.dose;
  Object.assign(model, {
    isChosen: true,
    doses,
    days: doses.map(() => days),
    start: model.today,
    at: isTaken ? 0 : -1,
    since: model.today,
    waits: false,
  });
  model.morning = positionOf(model);
}

/** Downwards from a dose, by the standard steps of sertraline. */
const downFrom = (dose: number): number[] => [dose, ...Object.values(STEPS).filter((each) => each < dose)];

type Answer = 'same' | 'next' | 'back';
type Besides = 'wait' | 'assume' | 'withdraw' | 'agree' | 'resume';
interface Command<A = PlanAction | Besides> {
  action: A;
  actor: PlanActor;
  /** How many days pass, for `wait`. */
  days: number;
  /** What is answered, for `reportDose`. */
  answer: Answer;
}

/** The dose that an answer means: of the next step, of the one before, or the present one. */
function doseOf({ dose, doses, morning }: Model, answer: Answer): number {
  const next = doses[morning.at + 1];
  const back = morning.at > 0 ? doses[morning.at - 1] : undefined;
  const present = dose ?? doses[Math.max(morning.at, 0)] ?? SETUP_DOSE;
  return (answer === 'next' ? next : answer === 'back' ? back : undefined) ?? present;
}

function report(model: Model, dose: number): void {
  if (model.reportedOn === model.today && model.dose === dose) return;
  Object.assign(model, { reportedOn: model.today, hasReported: true });
  const { at, since, waits } = model.morning;
  const { doses, today: day } = model;
  if (dose === doses[at + 1]) Object.assign(model, { at: at + 1, since: day, waits: false });
  else if (at > 0 && dose === doses[at - 1]) Object.assign(model, { at: at - 1, since: day, waits: true });
  else Object.assign(model, { at, since, waits });
  model.dose = dose;
}

/** What a call that is not rejected changes. */
function change(model: Model, { action, answer }: Command<PlanAction>): void {
  if (action === 'leavePlan') model.hasLeft = true;
  if (action === 'saveSchedule') {
    const isReported = model.isStarted || model.hasReported;
    replan(model, downFrom((isReported ? model.dose : null) ?? SETUP_DOSE), DAYS);
  }
  if (action === 'saveDose') replan(model, downFrom(doseToStartFrom(model)), DAYS);
  if (action === 'saveMedcustom') replan(model, customDoses(model), 14);
  if (action === 'reportDose') report(model, doseOf(model, answer));
  if (action === 'saveRecord' && !model.isStarted) {
    const moved = Math.max(model.today - model.start, 0);
    model.start += moved;
    if (model.at === 0) model.since += moved;
    if (model.morning.at === 0) model.morning.since += moved;
    model.isStarted = true;
  }
  if (action === 'setStepDay') {
    Object.assign(model, { since: model.today + 5 - (model.days[model.at] ?? 0), waits: false });
    model.morning = positionOf(model);
  }
}

const doseToStartFrom = ({ dose }: Model): number => dose || SETUP_DOSE;
const customDoses = ({ dose }: Model): number[] => (dose ? [dose, 0] : [0]);

/** A participant with the browsers of all who act, and the model beside them. */
class Walk {
  readonly model: Model;
  readonly email: string;
  private readonly id: string;
  private readonly person: Awaited<ReturnType<typeof api.logIn>>;
  /** Of a member of the team. */
  private browser: StaffBrowser | undefined;
  private isActing = false;

  constructor(person: Awaited<ReturnType<typeof api.logIn>>, isOffered: boolean) {
    this.person = person;
    this.id = person.participant.id;
    this.email = person.participant.email ?? '';
    const position = { at: -1, since: 0, waits: false };
    this.model = {
      ...position,
      morning: position,
      isOffered,
      hasAgreed: true,
      hasLeft: false,
      isChosen: false,
      isStarted: false,
      dose: null,
      reportedOn: 0,
      hasReported: false,
      doses: [],
      days: [],
      start: 0,
      today: 0,
    };
  }

  static async begin(stage: 'plan' | 'usualCare'): Promise<Walk> {
    const person = await api.logIn({ stage });
    for (const [question, option] of SETUP_ANSWERS)
      await api.query(
        'insert into setup_answer (participant_id, question_id, option_id) values ($1, $2, $3)',
        [person.participant.id, question, option],
      );
    return new Walk(person, stage === 'plan');
  }

  get state(): PlanState {
    return stateOf(this.model);
  }

  /** Makes one call and compares its answer, and the state after it, with the model. */
  async take(command: Command): Promise<void> {
    const { model } = this;
    const from = this.state;
    if (command.action === 'wait') await this.wait(command.days);
    else if (command.action === 'assume') await this.assume();
    else if (command.action === 'withdraw') await this.withdraw();
    else if (command.action === 'agree') await this.agree();
    else if (command.action === 'resume') await this.resume();
    else {
      const { action, actor } = command;
      if (from === 'ended' && actor === 'team' && action !== 'setStepDay') {
        expect(await this.act()).toBe(403);
        return;
      }
      const code = expected(action, actor, model);
      const got = await this.call({ ...command, action });
      expect({ from, action, actor, got }).toEqual({ from, action, actor, got: code });
      reached.add(cell(from, action, actor));
      if (code === 'done') change(model, { ...command, action });
    }
    expect({ from, command, ...(await this.shown()) }).toEqual({
      from,
      command,
      state: this.state,
      dose: model.isChosen ? model.dose : null,
    });
  }

  private async shown() {
    const { body } = await this.person.send(allData, undefined);
    const isStarted = body.records.length > 0;
    return {
      state: planState({ ...body, isStarted }, today()),
      dose: doseInForce(body.doseReports, today()),
    };
  }

  private async call({ action, actor, answer }: Command<PlanAction>): Promise<string> {
    if (action === 'setStepDay') return this.setStepDay(actor);
    const send = async <C extends Call>(call: C, body: unknown) =>
      (actor === 'team' ? await this.team() : this.person).send(call, body as never);
    try {
      await send(CALLS[action], await this.bodyOf(action, answer));
      return 'done';
    } catch (error) {
      if (error instanceof CallError) return error.code;
      throw error;
    }
  }

  private async bodyOf(action: Exclude<PlanAction, 'setStepDay'>, answer: Answer): Promise<unknown> {
    const { model } = this;
    const idIn = async (table: string, rest = '') =>
      (await api.query(`select min(id) as id from ${table} where participant_id = $1 ${rest}`, [this.id]))[0]
        .id ?? 1;
    const dose = doseOf(model, answer);
    const planned = [...model.doses.keys()].find(
      (index) => index > model.morning.at && model.doses[index] === dose,
    );
    const ids = await api.query(
      'select id from prescription where participant_id = $1 order by planned, id',
      [this.id],
    );
    const isNamed = planned !== undefined && answer === 'next';
    const bodies: Record<Exclude<PlanAction, 'setStepDay'>, () => unknown> = {
      setupSaveOption: () => ({ questionId: 4, optionId: 401 }),
      setupScore: () => undefined,
      saveSchedule: () => ({ schedule: 11 }),
      saveDose: () => ({ prescription: idOfDose(doseToStartFrom(model)) }),
      saveMedcustom: () => ({
        customDates: customDoses(model).map((mg, index) => ({
          date: formatDate(addDays(today(), index * 14)),
          dose: `${mg} mg`,
          note: '',
        })),
      }),
      saveRecord: () => ({ symptoms: [], sleep: true, mood: false, active: true, activities: [] }),
      reportDose: () => ({ day: today(), dose, step: isNamed ? ids[planned].id : null }),
      saveStrengths: () => ({ strengths: [] }),
      prepareStep: () => ({ step: ids[0]?.id ?? 1, prepared: true }),
      askAboutDose: () => ({ reason: 'talk' }),
      leavePlan: () => ({ reason: 'effort' }),
      addActivity: () => ({ activity: { text: 'Gardening' } }),
      deleteActivity: async () => ({ id: await idIn('activity') }),
      addSymptom: () => ({ symptom: { text: 'Woke at three', category: 'sleep' } }),
      deleteSymptom: async () => ({ id: await idIn('symptom') }),
      saveSymptom: async () => ({
        symptom: {
          id: await idIn('symptom', 'and removed_at is null'),
          text: 'As it was',
          category: 'sleep',
          redflag: true,
        },
      }),
    };
    return bodies[action]();
  }

  private async setStepDay(actor: PlanActor): Promise<string> {
    const browser = actor === 'team' ? await this.staff() : openStaffBrowser(api);
    if (actor === 'participant')
      for (const name of ['stepwise.session', 'stepwise.session.sig', 'csrftoken'])
        browser.cookies.set(name, this.person.cookies.get(name));
    const page = await browser.post(`/admin/participants/${this.id}/step-day`, {
      csrfToken: browser.cookies.get('csrftoken'),
      day: addDays(today(), 5),
    });
    if (page.location === '/admin/log-in') return 'not-allowed';
    return { 303: 'done', 409: 'not-yet' }[page.status] ?? `${page.status}`;
  }

  private async staff(): Promise<StaffBrowser> {
    this.browser ??= await logInStaff(api);
    return this.browser;
  }

  private async act(): Promise<number> {
    const browser = await this.staff();
    const page = await browser.post(`/admin/participants/${this.id}/act`, {
      csrfToken: browser.cookies.get('csrftoken'),
      reason: 'Asked by phone to change the schedule',
    });
    return page.status;
  }

  private async team(): Promise<StaffBrowser> {
    if (!this.isActing) expect(await this.act()).toBe(303);
    this.isActing = true;
    return this.staff();
  }

  private async wait(days: number): Promise<void> {
    api.clock.advance(days * 86_400_000);
    const { model } = this;
    model.today += days;
    if (days > 0) model.morning = positionOf(model);
    await this.logInAgain();
  }

  /** A plan that ran before doses were reported. */
  private async assume(): Promise<void> {
    const { model } = this;
    if (!model.isChosen || model.dose === null) return;
    await api.query(
      `insert into dose_report (participant_id, day, dose, schedule_id, kind, reported_at) values ($1, $2, $3, 11, 'assumed', $4)`,
      [this.id, today(), model.dose, api.clock.now()],
    );
    Object.assign(model, model.morning, { dose: null, reportedOn: model.today, hasReported: true });
  }

  private async withdraw(): Promise<void> {
    if (!this.model.hasAgreed) return;
    await this.person.send(saveUserDataConsent, { value: 'agree' });
    this.model.hasAgreed = false;
    await this.logInAgain();
  }

  private async agree(): Promise<void> {
    await this.person.send(saveUserAgree, { consentAgree: true, futureContact: false });
    this.model.hasAgreed = true;
  }

  /** The team opens the plan again. */
  private async resume(): Promise<void> {
    const browser = openStaffBrowser(api);
    await browser.logIn(await manager);
    await browser.open(`/admin/participants/${this.id}`);
    const page = await browser.submit(`/admin/participants/${this.id}/resume-plan`);
    expect(page.status).toBe(this.model.hasLeft && this.model.hasAgreed ? 303 : 403);
    if (page.status === 303) this.model.hasLeft = false;
  }

  private async logInAgain(): Promise<void> {
    this.browser = undefined;
    this.isActing = false;
    await this.person.send(loginUser, { username: this.email, password: PASSWORD });
  }
}

const CALLS: Record<Exclude<PlanAction, 'setStepDay'>, Call> = { ...setup, ...plan, ...tracker, ...stop };
const idOfDose = (dose: number): number =>
  Number(Object.entries(STEPS).find(([, mg]) => mg === dose)?.[0] ?? 0);

const reached = new Set<string>();
const cell = (state: PlanState, action: PlanAction, actor: PlanActor) => `${state} ${action} ${actor}`;
const command = (action: Command['action'], changes: Partial<Command> = {}): Command => ({
  action,
  actor: 'participant',
  days: 0,
  answer: 'same',
  ...changes,
});

const CHOSEN = [command('saveSchedule')];
const STARTED = [...CHOSEN, command('saveRecord')];
const DUE = [...STARTED, command('wait', { days: DAYS })];
const STEP = [command('wait', { days: DAYS }), command('reportDose', { answer: 'next' })];
/** How each state is reached. */
const WAYS: Record<PlanState, Command[]> = {
  'not-offered': [],
  'setting-up': [],
  chosen: CHOSEN,
  'step-planned': STARTED,
  'step-due': DUE,
  'step-waiting': [
    ...STARTED,
    ...STEP,
    command('wait', { days: 2 }),
    command('reportDose', { answer: 'back' }),
  ],
  'dose-unknown': [...STARTED, command('assume')],
  'last-step-taken': [...STARTED, ...STEP, ...STEP, ...STEP],
  'left-plan': [...STARTED, command('leavePlan')],
  ended: [...STARTED, command('withdraw')],
};

async function reach(state: PlanState): Promise<Walk> {
  const walk = await Walk.begin(state === 'not-offered' ? 'usualCare' : 'plan');
  for (const step of WAYS[state]) await walk.take(step);
  expect(walk.state).toBe(state);
  return walk;
}

describe('every call in every state of the plan agrees with the model', () => {
  test.each(PLAN_STATES)(
    '%s',
    async (state) => {
      let walk = await reach(state);
      for (const action of PLAN_ACTIONS)
        for (const actor of PLAN_ACTORS) {
          if (walk.state !== state) walk = await reach(state);
          await walk.take(command(action, { actor }));
        }
      // Acting cannot begin for a participant who withdrew, which the walks check; the team's pages stay.
      const reachable = (action: PlanAction, actor: PlanActor) =>
        state !== 'ended' || actor !== 'team' || action === 'setStepDay';
      const all = PLAN_ACTIONS.flatMap((action) =>
        PLAN_ACTORS.filter((actor) => reachable(action, actor)).map((actor) => cell(state, action, actor)),
      );
      expect([...reached].filter((each) => each.startsWith(`${state} `)).sort()).toEqual(all.sort());
    },
    120_000,
  );

  test('on walks of random calls over weeks', async () => {
    const weighted = fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom<Command['action']>('reportDose', 'wait', 'saveRecord') },
      { weight: 2, arbitrary: fc.constantFrom<Command['action']>('saveSchedule', 'saveDose', 'setStepDay') },
      {
        weight: 2,
        arbitrary: fc.constantFrom<Command['action']>(
          ...PLAN_ACTIONS,
          'assume',
          'withdraw',
          'agree',
          'agree',
          'resume',
          'resume',
        ),
      },
    );
    const anyCommand = fc.record<Command>({
      action: weighted,
      actor: fc.constantFrom(...PLAN_ACTORS),
      days: fc.constantFrom(1, 3, 14, DAYS),
      answer: fc.constantFrom<Answer>('same', 'next', 'next', 'back'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyCommand, { minLength: 20, maxLength: 35 }), async (commands) => {
        const walk = await Walk.begin('plan');
        for (const step of [...CHOSEN, ...commands]) await walk.take(step);
      }),
      { numRuns: runs(1, 20), endOnFailure: true },
    );
  }, 600_000);
});
