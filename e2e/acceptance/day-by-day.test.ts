// In one file: one walk through a plan, with all that is compared each day.
import { describe, expect, test } from '@jest/globals';
import { reportDose, saveMedcustom, saveSchedule } from '@stepwise/shared-contracts/calls/plan.calls';
import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { allData, loginUser } from '@stepwise/shared-contracts/calls/session.calls';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUserAgree } from '@stepwise/shared-contracts/calls/user.calls';
import { addDays, browserTimeZone, formatDate, localDate } from '@stepwise/shared-contracts/dates/plain-date';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { doseInForce } from '@stepwise/shared-contracts/plan/dose-reports';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { MemoryRouter } from '@stepwise/tooling/testing/memory-router';
import { isNightly } from '@stepwise/tooling/testing/nightly';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { sendDailyReminders } from '../../api/src/domain/care/reminders/send-daily-reminders.job.ts';
import { clockIn } from '../../api/src/domain/people/participants/time-zone.ts';
import { hasTrialEnded } from '../../api/src/domain/trial/follow-ups/find-follow-ups.ts';
import { PASSWORD, SETUP_ANSWERS } from '../../api/src/testing/build-participant.ts';
import { createMailingApi } from '../../api/src/testing/create-mailing-api.ts';
import { download, readCsv, unzip } from '../../api/src/testing/read-export.ts';
import { readPdf } from '../../api/src/testing/read-pdf.ts';
import { logInStaff, type StaffBrowser } from '../../api/src/testing/staff-browser.ts';
import { PlanPage } from '../../mf-plan/src/pages/plan.page.tsx';
import { doseStepsOf } from '../../mf-tracker/src/doses/dose-steps.ts';
import { TimelinePage } from '../../mf-tracker/src/pages/timeline.page.tsx';

/**
 * The nightly run follows each plan to its end, with documents and an export every day; otherwise documents are read on the
 * day of each event.
 */
const MAX_DAYS = isNightly ? Number.POSITIVE_INFINITY : 24;
/** Between events, where nothing changes but the day, pages are read on every tenth. */
const PAGES_EVERY_DAYS = 10;
/** Of the evenings of events, but for the nightly run. */
const EXPORTS_EVERY_EVENTS = 5;
const DAY_MS = 86_400_000;

/** A step of a plan: mg a day as stored, and its number of days. */
type Step = readonly [dose: number, days: number];

/** What happens on a day of a plan, counted from the day it was saved. */
interface Happening {
  on: number;
  /** A dose that is reported, from an earlier day where one is given. */
  takes?: number;
  from?: number;
  /** The team types these steps from that day. */
  changes?: readonly Step[];
  /** The team gives the step that waits this day. */
  setsDay?: number;
}

interface Scenario {
  schedule: number;
  answers: readonly [question: number, option: number][];
  steps: readonly Step[];
  /** The day of the first record. */
  starts: number;
  happenings: readonly Happening[];
  lasts: number;
}

/** Written from the words of the issue only: what was taken from which day, and on which day each later step stands. */
function calculate({ steps, starts, happenings }: Scenario, today: number, isMorning: boolean) {
  let [plan, at, since, waits] = [steps, 0, 0, false];
  if (today > starts || (today === starts && !isMorning)) since = starts;
  const taken = [{ day: 0, dose: steps[0]?.[0] ?? 0 }];
  for (const { on, takes, from = on, changes, setsDay } of happenings) {
    if (on > today || (on === today && isMorning)) break;
    if (changes) [plan, at, since, waits] = [changes, 0, on, false];
    if (setsDay !== undefined) [since, waits] = [setsDay - (plan[at]?.[1] ?? 0), false];
    if (takes === undefined) continue;
    if (takes !== taken.at(-1)?.dose) taken.push({ day: from, dose: takes });
    const [now = 0] = plan[at] ?? [];
    if (takes === plan[at + 1]?.[0]) [at, since, waits] = [at + 1, from, false];
    else if (takes > now) {
      at = Math.max(
        plan.findLastIndex(([dose]) => dose >= takes),
        0,
      );
      waits = true;
    }
  }
  const due = since + (plan[at]?.[1] ?? 0);
  const isDue = !waits && due <= today && at < plan.length - 1;
  let day = waits || isDue ? today + 1 : due;
  const ahead = plan.slice(at + 1).map(([dose, days]) => {
    const step = { dose, day };
    day += days;
    return step;
  });
  return { dose: taken.at(-1)?.dose ?? 0, taken, ahead, isDue, waits, due };
}

type Expected = ReturnType<typeof calculate>;

const typed = (dose: number): string => String(dose === 37 ? 37.5 : dose);

/** A component of the product as a participant's device shows it on a day, as HTML. */
function render(component: ComponentType, data: AllData, now: Date, search = ''): string {
  const host = createFakeHost({ data, now: () => now });
  const store = {
    ...host.store,
    server: { ...host.store.server, getInitialState: host.store.server.getState },
    getInitialState: host.store.getState,
  };
  return renderToStaticMarkup(
    createElement(
      MemoryRouter,
      { initialEntries: [`/${search}`] },
      createElement(HostProvider, {
        services: { ...host, store },
        children: createElement(component),
      }),
    ),
  );
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');
const matches = (html: string, pattern: RegExp): string[] =>
  [...html.matchAll(pattern)].map(([, text = '']) => textOf(text).trim());
const squash = (text: string): string => text.replace(/\s/g, '');

/** Names a dose, or what it is of. */
const DOSE_WORDS = /\b(mg|ml|drops?|doses?|tablets?|capsules?|medicines?)\b|\dmg/i;

type Api = Awaited<ReturnType<typeof createMailingApi>>;
type Person = Awaited<ReturnType<Api['logIn']>>;

/** A participant whose plan is followed day by day, with what each surface shows compared with the calculator. */
class Follower {
  private day = 0;
  private evenings = 0;
  private readonly start: string;
  private readonly zone = browserTimeZone();

  private readonly api: Api;
  private readonly scenario: Scenario;
  private readonly person: Person;

  private constructor(api: Api, scenario: Scenario, person: Person) {
    Object.assign(person, { timeZone: this.zone });
    [this.api, this.scenario, this.person] = [api, scenario, person];
    this.start = this.today();
  }

  static async begin(api: Api, scenario: Scenario): Promise<Follower> {
    // So that no zone of a machine is near the end of a day.
    api.clock.set('2026-03-10T12:00:00Z');
    const person = await api.logIn({ stage: 'plan' });
    for (const [question, option] of new Map([...SETUP_ANSWERS, ...scenario.answers]))
      await api.query(
        'insert into setup_answer (participant_id, question_id, option_id) values ($1, $2, $3)',
        [person.participant.id, question, option],
      );
    await person.send(saveUserAgree, { futureContact: false, consentAgree: true });
    const follower = new Follower(api, scenario, person);
    await person.send(saveSchedule, { schedule: scenario.schedule });
    await follower.change(scenario.steps);
    await person.send(saveReminder, { hour: clockIn(follower.zone, api.clock.now()).hour });
    return follower;
  }

  async follow(): Promise<void> {
    const { starts, happenings, lasts } = this.scenario;
    for (; this.day <= Math.min(lasts, MAX_DAYS); this.day += 1) {
      const { email } = this.person.participant;
      await this.person.send(loginUser, { username: email ?? '', password: PASSWORD });
      await this.check(true);
      const now = happenings.filter(({ on }) => on === this.day);
      for (const happening of now) await this.make(happening);
      const records = this.day === starts || (this.day > starts && this.day % 3 === 0);
      if (records)
        await this.person.send(saveRecord, {
          symptoms: [],
          sleep: true,
          mood: this.day % 2 === 0,
          active: false,
          activities: [],
        });
      if (now.length > 0 || this.day === starts) await this.check(false);
      await sendDailyReminders(this.api.operation(), this.api.mailing, hasTrialEnded);
      this.api.clock.advance(DAY_MS);
    }
    this.checkMail();
  }

  private checkMail(): void {
    const { received } = this.api.mail;
    expect(received).not.toHaveLength(0);
    for (const { subject, text, html } of received) {
      // A link's token has letters by chance.
      const said = [subject, text, html].join(' ').replace(/https?:[^\s"<]+/g, '');
      expect(said).not.toMatch(DOSE_WORDS);
    }
  }

  private today(): string {
    return localDate(this.api.clock.now(), this.zone);
  }

  private dateOf(day: number): string {
    return addDays(this.start, day);
  }

  private async make({ takes, from, changes, setsDay }: Happening): Promise<void> {
    if (changes) await this.change(changes);
    if (setsDay !== undefined) {
      const browser = await logInStaff(this.api);
      const page = await browser.post(`/admin/participants/${this.person.participant.id}/step-day`, {
        csrfToken: browser.cookies.get('csrftoken'),
        day: this.dateOf(setsDay),
      });
      expect(page.status).toBe(303);
    }
    if (takes === undefined) return;
    const { prescriptions } = (await this.person.send(allData, undefined)).body;
    const next = prescriptions.find(({ date }) => date > this.today());
    const step = next?.dose === takes ? next.id : null;
    await this.person.send(reportDose, { day: this.dateOf(from ?? this.day), dose: takes, step });
  }

  private async change(steps: readonly Step[]): Promise<void> {
    const team: StaffBrowser = await logInStaff(this.api);
    team.timeZone = this.zone;
    await team.act(this.person.participant.id);
    let day = this.day;
    const customDates = steps.map(([dose, days]) => {
      const row = { date: formatDate(this.dateOf(day)), dose: `${typed(dose)} mg`, note: '' };
      day += days;
      return row;
    });
    await team.send(saveMedcustom, { customDates, reason: 'As agreed with the doctor.' });
  }

  private async check(isMorning: boolean): Promise<void> {
    const expected = calculate(this.scenario, this.day, isMorning);
    const { body } = await this.person.send(allData, undefined);
    const seen = { day: this.day, isMorning };
    expect({ ...seen, ...this.inData(body) }).toEqual({ ...seen, ...this.inDataBy(expected) });
    const { happenings } = this.scenario;
    const isNear =
      isNightly ||
      this.day === 0 ||
      happenings.some(({ on }) => on === this.day) ||
      expected.due === this.day;
    if (!isNear && this.day % PAGES_EVERY_DAYS !== 0) return;
    this.checkHome(body, expected);
    this.checkPlan(body, expected);
    if (!isNear) return;
    await this.checkDocuments(expected);
    if (isMorning && !isNightly) return;
    this.evenings += 1;
    if (isNightly || this.evenings % EXPORTS_EVERY_EVENTS === 0) await this.checkExport(expected, body);
  }

  /** What the server hands out, and what the plot is drawn from. */
  private inData({ prescriptions, pastPrescriptions = [], doseReports }: AllData) {
    const today = this.today();
    const shape = ({ date, dose }: { date: string; dose: number }) => [date, dose];
    const byDate = [...pastPrescriptions, ...prescriptions].sort((a, b) => (a.date < b.date ? -1 : 1));
    const drawn = doseStepsOf(prescriptions, doseReports, today);
    return {
      dose: doseInForce(doseReports, today),
      // A feature that knows dates only.
      doseByDate: byDate.findLast(({ date }) => date <= today)?.dose,
      ahead: prescriptions.filter(({ date }) => date > today).map(shape),
      drawn: drawn.map(shape),
    };
  }

  private inDataBy({ dose, taken, ahead, waits }: Expected) {
    const shape = (step: { day: number; dose: number }) => [this.dateOf(step.day), step.dose];
    return {
      dose,
      doseByDate: dose,
      ahead: ahead.map(shape),
      // A step that waits has no day to be drawn at.
      drawn: [...taken, ...(waits ? [] : ahead)].map(shape),
    };
  }

  private label(dose: number): string {
    // The trial writes venlafaxine's 37.5 mg as 37 (specification, section 9).
    return `${dose === 37 && [17, 18].includes(this.scenario.schedule) ? 37.5 : dose} mg`;
  }

  /** The dose card with its question, and the doses under the plot. */
  private checkHome(data: AllData, { dose, taken, isDue }: Expected): void {
    const html = render(TimelinePage, data, this.api.clock.now());
    const lookBack = render(TimelinePage, data, this.api.clock.now(), '?look-back=weeks');
    const shown = {
      day: this.day,
      dose: matches(html, /<p class="dose">(.*?)<\/p>/g),
      steps: matches(lookBack, /<summary[^>]*>((?:(?!<\/summary>).)* a day, from .*?)<\/summary>/g),
      asks: textOf(html).includes('Which dose do you take?'),
    };
    const answered = this.scenario.happenings.some(({ on, takes }) => on === this.day && takes !== undefined);
    expect(shown).toMatchObject({
      dose: [expect.stringContaining(`${this.label(dose)} a day`)],
      steps: [...taken]
        .reverse()
        .map((step) => `${this.label(step.dose)} a day, from ${formatDate(this.dateOf(step.day))}`),
      ...(!answered && { asks: isDue }),
    });
  }

  /** The summary and the page for the doctor. */
  private checkPlan(data: AllData, expected: Expected): void {
    const now = this.api.clock.now();
    const summary = render(PlanPage, data, now, '?page=summary');
    const rows = matches(summary, /<tbody[^>]*class="step"[^>]*>(.*?)<\/tbody>/g);
    const current = rows.find((row) => row.includes(this.label(expected.dose)));
    expect({ day: this.day, current }).toEqual({ day: this.day, current: rows[0] });
    for (const { dose } of expected.ahead)
      expect(rows.slice(1).some((row) => row.includes(this.label(dose)))).toBe(true);
    const doctor = render(PlanPage, data, now, '?page=doctor');
    const facts = matches(doctor, /<dd>(.*?)<\/dd>/g).slice(0, 2);
    expect({ day: this.day, facts }).toEqual({ day: this.day, facts: this.standing(expected) });
    const takenFrom = matches(doctor, /<td[^>]*data-name="Taken from"[^>]*>(.*?)<\/td>/g).filter(Boolean);
    const known = expected.taken.map(({ day }) => formatDate(this.dateOf(day)));
    expect(takenFrom).toEqual(known.slice(-takenFrom.length));
  }

  /** The dose now, and the one that comes next: a step that waits has no day, and one that is due keeps its own. */
  private standing({ taken, ahead, waits, isDue, due }: Expected): string[] {
    const last = taken.at(-1);
    const [next] = waits ? [] : ahead;
    const day = isDue ? due : (next?.day ?? 0);
    return [
      last ? `${this.label(last.dose)}, reported from ${formatDate(this.dateOf(last.day))}` : '',
      next ? `${this.label(next.dose)}, planned from ${formatDate(this.dateOf(day))}` : 'None is planned',
    ];
  }

  private async document(name: string): Promise<Buffer> {
    const response = await fetch(`${this.api.origin}/documents/${name}`, {
      headers: { cookie: this.person.cookies.header(), 'x-time-zone': this.zone },
    });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  private async pdf(name: string): Promise<string> {
    const { pieces } = readPdf(await this.document(name));
    // The foot of a page stands between two lines of a list.
    const said = pieces.filter(({ tag }) => tag !== 'Artifact');
    return squash(said.map(({ text }) => text).join(''));
  }

  private async checkDocuments(expected: Expected): Promise<void> {
    const [now = '', next = ''] = this.standing(expected);
    const course = await this.pdf('my-course.pdf');
    expect(course).toContain(squash(`Dose now: ${now}`));
    expect(course).toContain(squash(`Next dose: ${next}`));
    for (const { dose } of expected.ahead) {
      if (expected.taken.some((step) => step.dose === dose)) continue;
      // A row of the table with a day planned and a day taken.
      const label = squash(this.label(dose)).replaceAll('.', '\\.');
      expect(course).not.toMatch(new RegExp(`(?<![\\d.])${label}(\\d{2}/\\d{2}/\\d{4}){2}`));
    }
    const line = ({ day, dose }: { day: number; dose: number }) =>
      `•From ${formatDate(this.dateOf(day))}: ${this.label(dose)} a day`;
    const own = await this.pdf('my-information.pdf');
    const reported = expected.taken.map(line).join('');
    const ahead = expected.waits
      ? expected.ahead.map(({ dose }) => `•No day yet: ${this.label(dose)} a day`)
      : expected.ahead.map((step, index) =>
          line(index === 0 && expected.isDue ? { ...step, day: expected.due } : step),
        );
    const planned = ahead.join('') || 'There are none.';
    expect(own).toContain(squash(`Doses reported${reported}Planned steps${planned}`));
    const calendar = (await this.document('my-calendar.ics')).toString().replaceAll('\r\n ', '');
    expect(calendar).toContain('BEGIN:VEVENT');
    expect(calendar.replace(/^UID:.*$/gm, '')).not.toMatch(DOSE_WORDS);
  }

  private async checkExport({ taken }: Expected, { doseReports = [] }: AllData): Promise<void> {
    const { bytes } = await download(await logInStaff(this.api, 'manager'), this.api.origin);
    const [head = [], ...rows] = readCsv(unzip(bytes).get('dose_reports.csv') ?? '');
    const cell = (row: string[], name: string) => row[head.indexOf(name)] ?? '';
    const [zero] = rows.map((row) => Number(cell(row, 'taken_day')));
    const exported = rows.map((row) => [
      Number(cell(row, 'taken_day')) - (zero ?? 0),
      Number(cell(row, 'dose')),
    ]);
    expect(rows).toHaveLength(doseReports.length);
    const changes = exported.filter(([, dose], index) => dose !== exported[index - 1]?.[1]);
    expect(changes).toEqual(taken.map(({ day, dose }) => [day, dose]));
    for (const row of rows) expect(cell(row, 'reported_by')).toMatch(/^(participant|team)$/);
  }
}

/** Every step in turn, some early (-1), some late. */
const inTurn = (steps: readonly Step[], starts: number, delays: readonly number[]) => {
  let day = starts;
  return steps.slice(1).map(([dose], index): Happening => {
    day += (steps[index]?.[1] ?? 0) + (delays[index % delays.length] ?? 0);
    return { on: day, takes: dose };
  });
};
const each = (days: number, doses: readonly number[]): Step[] =>
  doses.map((dose, index) => [dose, index < doses.length - 1 ? days : 0]);

const VENLAFAXINE = each(6, [300, 262.5, 225, 187.5, 150, 112.5, 75, 37, 20, 12, 7, 5, 3, 1.5, 0]);
const DROPS = each(6, [20, 10, 5, 3, 2, 1, 0.5, 0]);

const SCENARIOS: [string, Scenario][] = [
  [
    '14 steps of venlafaxine twice a day, some late, some early, the last never reported',
    {
      schedule: 18,
      answers: [
        [1, 109],
        [2, 202],
        [3, 391],
      ],
      steps: VENLAFAXINE,
      starts: 2,
      happenings: inTurn(VENLAFAXINE, 2, [0, 3, -2, 1]).slice(0, -1),
      lasts: 100,
    },
  ],
  [
    'liquid steps with a return, a late entry and the same dose answered again',
    {
      schedule: 4,
      answers: [
        [1, 102],
        [2, 201],
        [3, 321],
      ],
      steps: DROPS,
      starts: 0,
      happenings: [
        { on: 6, takes: 10 },
        // Said on the fourth day after it was taken.
        { on: 17, takes: 5, from: 13 },
        { on: 20, takes: 5 },
        { on: 22, takes: 10 },
        { on: 27, setsDay: 30 },
        { on: 31, takes: 5 },
        { on: 37, takes: 3 },
        { on: 40, takes: 4 },
        { on: 44, takes: 3 },
        { on: 50, takes: 2 },
      ],
      lasts: 60,
    },
  ],
  [
    'a change by the team midway, with steps that are not reported',
    {
      schedule: 11,
      answers: [],
      steps: each(8, [100, 50, 25, 0]),
      starts: 1,
      happenings: [
        { on: 12, takes: 50 },
        { on: 16, changes: each(5, [50, 37.5, 25, 12.5, 0]) },
        { on: 21, takes: 37.5 },
        { on: 31, takes: 25 },
      ],
      lasts: 42,
    },
  ],
];

// An export is then of one participant.
const apis: Api[] = [];
for (const _ of SCENARIOS) apis.push(await createMailingApi());

describe('every screen, document and export of every day shows what was reported and agrees with the calculator', () => {
  test.each(SCENARIOS.map(([name, scenario], index) => ({ name, scenario, index })))(
    '$name',
    async ({ scenario, index }) => {
      const api = apis[index];
      if (!api) throw new Error('Each scenario has an API of its own.');
      await (await Follower.begin(api, scenario)).follow();
    },
    600_000,
  );
});
