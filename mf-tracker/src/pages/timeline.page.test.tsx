// In one file: every part of the page is shown from one participant.
import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { addDays } from '@stepwise/shared-contracts/dates/plain-date';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import {
  buildDoseReport,
  buildRecord,
  buildSymptom,
  buildUser,
} from '@stepwise/tooling/testing/entity-builders';
import { fireEvent, screen, within } from '@testing-library/react';
import { MEDS, ROWS } from '../components/timeline/plot-geometry.ts';
import {
  activities,
  clock,
  lookBack,
  onTimeline,
  press,
  show,
  step,
  symptoms,
  thursday,
} from '../testing/show-timeline.tsx';

test('today shows the dose, where it stands in its step, the note and the next step', () => {
  show(onTimeline({ records: [thursday] }));
  const today = screen.getByRole('region', { name: 'Today’s dose' });
  expect(within(today).getByText('75 mg a day')).toBeVisible();
  expect(within(today).getByText('Day 12 of 28')).toBeVisible();
  expect(within(today).getByText('For example: half of a tablet.')).toBeVisible();
  expect(today.textContent).toContain('Next step: 50 mg a day on 07/12/2026, in 17 days.');
});

test('today has the activities that were done today, and no heading without any', () => {
  // In the morning, which UTC counts to the day before.
  clock.instant = '2026-11-19T22:00:00.000Z';
  const { unmount } = show(onTimeline({ records: [buildRecord({ date: '2026-11-19', activities })] }));
  const today = () => within(screen.getByRole('region', { name: 'Today’s dose' }));
  today().getByRole('heading', { level: 3, name: 'What you did today' });
  expect(
    today()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Walk', 'Reading']);
  unmount();
  show();
  expect(today().queryByText('What you did today')).toBeNull();
});

test('the advice is the trial’s own text', () => {
  const { host } = show();
  for (const { text } of host.site.goodToKnow)
    expect(screen.getByText(text, { exact: false })).toBeInTheDocument();
});

test('venlafaxine twice a day shows the breakdown of the specification', () => {
  show(
    onTimeline({
      schedule: 17,
      records: [thursday],
      user: buildUser({ homestep: HOME_STEP.timeline, randomise: true, consentAgree: true, timesperday: 2 }),
      prescriptions: [{ ...step(1, '2026-11-09', 225), current: true }, step(2, '2026-12-07', 37)],
      doseReports: [
        buildDoseReport({ day: '2026-11-09', dose: 225, step: 1, kind: 'starting', schedule: 17 }),
      ],
    }),
  );
  const today = screen.getByRole('region', { name: 'Today’s dose' });
  expect(within(today).getByText('150mg once plus 75mg once')).toBeVisible();
  expect(today.textContent).toContain('Next step: 37.5 mg a day');
});

test('doses taken before the plan was changed stay on the timeline, in their own words', async () => {
  const { container, person } = await lookBack(
    onTimeline({
      doseReports: [
        buildDoseReport({ day: '2026-10-01', dose: 37, schedule: 18, kind: 'starting' }),
        buildDoseReport({ day: '2026-10-20', dose: 25, kind: 'assumed', reportedBy: null }),
        buildDoseReport({ day: '2026-11-09', dose: 75, step: 1 }),
      ],
    }),
  );
  await person.click(screen.getByText('Each dose step'));
  const periods = [...container.querySelectorAll('.steps details')];
  expect(periods.map((period) => [period.firstChild?.textContent, period.hasAttribute('open')])).toEqual([
    ['75 mg a day, from 09/11/2026', true],
    ['25 mg a day, from 20/10/2026, not confirmed', false],
    ['37.5 mg a day, from 01/10/2026', false],
  ]);
  expect(
    screen.getByText('Good days in each week. Tap a week to read it. Dotted: planned. Grey: not confirmed.'),
  ).toBeVisible();
  expect(screen.getByRole('row', { name: '01/10/2026 37.5 mg 19' })).toBeVisible();
});

test('arrow keys open a day to read; it is one stop for the Tab key', () => {
  const record = buildRecord({ mood: false, symptoms: [buildSymptom({ ...symptoms[2] })], activities });
  show(
    onTimeline({ records: [record, buildRecord({ date: '2026-11-19', localDate: '2026-11-19' })].reverse() }),
  );
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Day on the timeline' });
  expect(slider.getAttribute('aria-valuetext')).toBe(
    'Friday 20 November 2026, today. Sleep good. Mood not so good: Feeling low (warning sign). Activity good: Walk, Reading. 75 mg a day.',
  );
  fireEvent.change(slider, { target: { value: Number(slider.value) - 1 } });
  const panel = screen.getByRole('region', { name: 'The day you chose' });
  expect(within(panel).getByRole('heading', { name: 'Thursday 19 November 2026' })).toBeVisible();
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^Thursday 19 November 2026\. /);
  const [answer] = within(panel).getAllByRole('term');
  fireEvent.change(slider, { target: { value: Number(slider.value) + 1 } });
  expect(within(panel).getAllByRole('term')[0]).toBe(answer);
  expect(within(panel).getByText('Feeling low')).toHaveTextContent('Feeling low (warning sign)');
  expect(within(panel).getByText('Walk')).toBeVisible();
  // The page itself does not scroll.
  expect(fireEvent.keyDown(slider, { key: 'PageUp' })).toBe(false);
  expect(within(panel).getByRole('heading', { name: 'Friday 27 November 2026' })).toBeVisible();
  fireEvent.keyDown(slider, { key: 'PageDown' });
  expect(within(panel).getByRole('heading', { name: 'Friday 20 November 2026' })).toBeVisible();
  expect(screen.getAllByRole('slider')).toEqual([slider]);
  fireEvent.click(within(panel).getByRole('button', { name: 'Close' }));
  expect(document.activeElement).toBe(slider);
});

test('Day before and Day after are there from the start and announce the day with its symptoms', async () => {
  const record = buildRecord({ mood: false, symptoms: [buildSymptom({ ...symptoms[2] })], activities: [] });
  const { host, person } = show(onTimeline({ records: [record] }));
  expect(screen.queryByRole('region', { name: 'The day you chose' })).toBeNull();
  await press(person, 'Day before');
  await press(person, 'Day after');
  expect(host.announced).toEqual([
    'Thursday 19 November 2026. Nothing recorded. 75 mg a day.',
    'Friday 20 November 2026, today. Sleep good. Mood not so good: Feeling low (warning sign). Activity good. 75 mg a day.',
  ]);
  const slider = screen.getByRole('slider', { name: 'Day on the timeline' });
  expect(slider.getAttribute('step')).toBe('1');
  // Firefox makes what scrolls a stop for the Tab key otherwise, one without a name.
  expect(slider.parentElement?.tabIndex).toBe(-1);
});

test('no day before the first of the timeline is opened, nor one after the last', () => {
  show();
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Day on the timeline' });
  for (const [name, edge, reason] of [
    ['Day before', slider.min, 'This is the first day.'],
    ['Day after', slider.max, 'This is the last day.'],
  ] as const) {
    const inward = Number(edge) + (name === 'Day before' ? 1 : -1);
    fireEvent.change(slider, { target: { value: inward } });
    expect(screen.getByRole('button', { name })).not.toHaveAttribute('aria-disabled');
    fireEvent.change(slider, { target: { value: edge } });
    expect(screen.getByRole('button', { name })).toHaveAccessibleDescription(reason);
    const words = slider.getAttribute('aria-valuetext');
    fireEvent.keyDown(slider, { key: name === 'Day before' ? 'PageDown' : 'PageUp' });
    expect(slider.getAttribute('aria-valuetext')).toBe(words);
  }
});

test('a dose that began today is not called planned, nor is the dose in force on a later day', async () => {
  const doseReports = [
    buildDoseReport({ day: '2026-11-09', dose: 75, step: 1, kind: 'starting' }),
    buildDoseReport({ day: '2026-11-20', dose: 50, step: 2 }),
  ];
  const { host, person, unmount } = show(onTimeline({ doseReports }));
  for (const name of ['Day after', 'Day before']) await press(person, name);
  expect(host.announced).toEqual([
    'Saturday 21 November 2026. 50 mg a day.',
    'Friday 20 November 2026, today. Nothing recorded. 50 mg a day.',
  ]);
  const panel = screen.getByRole('region', { name: 'The day you chose' });
  expect(panel.textContent).toContain('Dose: 50 mg a day, from this day on');
  expect(panel.textContent).not.toContain('Planned');
  unmount();
  await lookBack(onTimeline({ doseReports }));
  expect(screen.getByRole('rowheader', { name: '20/11/2026' })).toBeVisible();
});

test('in the morning a dose that began today is not called planned, while UTC still has the day before', async () => {
  clock.instant = '2026-11-19T22:00:00.000Z';
  const doseReports = [
    buildDoseReport({ day: '2026-11-09', dose: 75, step: 1, kind: 'starting' }),
    buildDoseReport({ day: '2026-11-20', dose: 50, step: 2 }),
  ];
  const { host, person, container, unmount } = show(onTimeline({ doseReports }));
  for (const name of ['Day before', 'Day after']) await press(person, name);
  expect(host.announced.at(-1)).toBe('Friday 20 November 2026, today. Nothing recorded. 50 mg a day.');
  const panel = screen.getByRole('region', { name: 'The day you chose' });
  expect(panel).toHaveTextContent('Dose: 50 mg a day, from this day on');
  expect(panel).toHaveTextContent('Nothing recorded.');
  expect(container).toHaveTextContent('Today, 20/11');
  const doses = [...container.querySelectorAll<HTMLElement>('[data-planned]')];
  expect(doses.map(({ textContent, dataset }) => [textContent, dataset.planned])).toEqual([
    ['75 mg', 'false'],
    ['50 mg', 'false'],
    ['0 mg', 'true'],
  ]);
  unmount();
  const made = buildRecord({ date: '2026-11-19', localDate: '2026-11-20' });
  await lookBack(onTimeline({ doseReports, records: [made] }));
  expect(document.body).toHaveTextContent(
    'Since 50 mg: 1 of 1 day recorded; sleep good on 1, mood on 1, activity on 1.',
  );
  const steps = screen.getByRole('table', { name: 'Your dose steps' });
  expect(within(steps).getByRole('rowheader', { name: '20/11/2026' })).toBeVisible();
  const days = screen.getByRole('table', { name: 'Days recorded in November 2026' });
  expect(within(days).getByRole('row', { name: /^20\/11\/2026/ })).toHaveTextContent('50 mg');
});

test('an open day shows the dose of that day', async () => {
  const doseReports = [
    buildDoseReport({ day: '2026-11-09', dose: 75, step: 1, kind: 'starting' }),
    buildDoseReport({ day: '2026-11-20', dose: 50, step: 2 }),
  ];
  const { person } = show(onTimeline({ doseReports }));
  await press(person, 'Day before');
  const panel = screen.getByRole('region', { name: 'The day you chose' });
  expect(panel.textContent).toBe('Thursday 19 November 2026CloseDose: 75 mg a dayNothing recorded.');
});

test('an open day ahead shows the dose that is planned, over the day, and nothing of a record', () => {
  show(
    onTimeline({
      user: { ...onTimeline().user, timesperday: 2 },
      schedule: 17,
      prescriptions: [{ ...step(1, '2026-11-09', 225), current: true }, step(2, '2026-12-07', 150)],
      doseReports: [
        buildDoseReport({ day: '2026-11-09', dose: 225, step: 1, kind: 'starting', schedule: 17 }),
      ],
    }),
  );
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Day on the timeline' });
  fireEvent.change(slider, { target: { value: Number(slider.value) + 17 } });
  expect(screen.getByRole('region', { name: 'The day you chose' }).textContent).toBe(
    'Monday 7 December 2026ClosePlanned dose: 150 mg a day, 75mg twice a day, from this day on',
  );
  expect(slider.getAttribute('aria-valuetext')).toBe('Monday 7 December 2026. Planned: 150 mg a day.');
});

test('the plot has each answer in its row, on its day, and the steps ahead from the dose in force', () => {
  const dayWidth = 300 * 0.03456;
  const made = (daysAgo: number) => ({
    date: addDays('2026-11-20', -daysAgo),
    localDate: addDays('2026-11-20', -daysAgo),
  });
  const flagged = buildRecord({ ...made(40), sleep: false, symptoms: [symptoms[2] as never] });
  const { container } = show(onTimeline({ records: [buildRecord(made(75)), flagged] }));
  const today = Number(screen.getByRole<HTMLInputElement>('slider').value);
  const placesOf = (mark: string) =>
    [...container.querySelectorAll(`svg.drawing .${mark}`)].map((path) => {
      const [x = 0, y = 0] =
        path
          .getAttribute('d')
          ?.match(/[\d.]+/g)
          ?.map(Number) ?? [];
      return [
        Math.floor(x / dayWidth) - today,
        ...[ROWS.sleep, ROWS.mood, ROWS.active].filter((row) => Math.abs(row - y) < 9),
      ];
    });
  expect([placesOf('otherwise'), placesOf('warning'), placesOf('good')]).toEqual([
    [[-40, ROWS.sleep]],
    [[-40, ROWS.mood]],
    [
      [-75, ROWS.sleep],
      [-75, ROWS.mood],
      [-75, ROWS.active],
      [-40, ROWS.active],
    ],
  ]);
  const lineOf = (line: string) => container.querySelector(`.${line}`)?.getAttribute('d');
  expect(lineOf('doses')).toMatch(new RegExp(`^M\\S+ ${MEDS.top}H`));
  expect(lineOf('planned')).toMatch(new RegExp(`^M\\S+ ${MEDS.top}V\\S+H\\S+V${MEDS.bottom}H`));
});

test('of two check-ups of one day the one that counts is told first, then the earlier one with its time', async () => {
  const morning = buildRecord({
    ...{ date: '2026-11-19', localDate: '2026-11-20', sleep: false },
    ...{ recordedAt: '2026-11-19T22:00:00.000Z', timeZone: 'Australia/Melbourne' },
  });
  const evening = buildRecord({ recordedAt: '2026-11-20T08:00:00.000Z', timeZone: 'Australia/Melbourne' });
  await lookBack(onTimeline({ records: [morning, evening] }));
  const week = screen.getAllByRole('region', { name: 'My week in sentences' })[0] as HTMLElement;
  expect(within(week).getAllByRole('listitem').at(-1)?.textContent).toBe(
    'Friday 20 November 2026, today. Sleep good. Mood good. Activity good. Earlier check-up, 9:00 am: Sleep not so good. Mood good. Activity good. 75 mg a day.',
  );
});

test('the week in sentences goes by the person’s own days', async () => {
  const records = [
    // A morning in Melbourne, and nothing on the day of its UTC date.
    buildRecord({
      date: '2026-11-17',
      localDate: '2026-11-18',
      sleep: false,
      symptoms: [symptoms[0] as never],
    }),
    buildRecord({ date: '2026-11-13', localDate: '2026-11-13' }),
  ].reverse();
  await lookBack(onTimeline({ records }));
  const shown = within(
    screen.getAllByRole('region', { name: 'My week in sentences' })[0] as HTMLElement,
  ).getAllByRole('listitem');
  expect(shown).toHaveLength(7);
  expect(shown[0]?.textContent).toBe('Saturday 14 November 2026. Nothing recorded. 75 mg a day.');
  expect(shown[3]?.textContent).toBe('Tuesday 17 November 2026. Nothing recorded. 75 mg a day.');
  expect(shown[4]?.textContent).toBe(
    'Wednesday 18 November 2026. Sleep not so good: Waking in the night. Mood good. Activity good. 75 mg a day.',
  );
  expect(shown[6]?.textContent).toBe('Friday 20 November 2026, today. Nothing recorded. 75 mg a day.');
});

test('a tap opens the day under it', () => {
  const { container } = show(onTimeline({ records: [buildRecord()] }));
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Day on the timeline' });
  const canvas = container.querySelector('.canvas') as HTMLElement;
  const dayWidth = 300 * 0.03456;
  fireEvent.click(canvas, { clientX: (Number(slider.value) - 2 + 0.5) * dayWidth });
  expect(screen.getByRole('heading', { name: 'Wednesday 18 November 2026' })).toBeVisible();
  expect(document.activeElement).toBe(slider);
});

const thisWeek = (records = [16, 17, 19]) =>
  records.map((day) =>
    buildRecord({ date: `2026-11-${day}`, localDate: `2026-11-${day}`, mood: day !== 17, symptoms: [] }),
  );

test('the course is counted in one sentence, and in a table that names each dose', async () => {
  await lookBack(onTimeline({ records: thisWeek() }));
  expect(
    screen.getByText('Since 75 mg: 3 of 12 days recorded; sleep good on 3, mood on 2, activity on 3.'),
  ).toBeVisible();
  expect(screen.getByText('Good days in each week. Tap a week to read it. Dotted: planned.')).toBeVisible();
  const table = within(screen.getByRole('table', { name: 'Doses, and good days of those recorded' }));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Dose a day',
    'Planned for',
    'Taken from',
    'Days recorded',
    'Sleep',
    'Mood',
    'Activity',
    'Warning days',
  ]);
  expect(table.getByRole('row', { name: '75 mg 09/11/2026 09/11/2026 3 of 12 3 2 3 0' })).toBeVisible();
  expect(table.getByRole('row', { name: '50 mg 07/12/2026' })).toBeVisible();
});

test('arrow keys on the course open a week with its days in words', async () => {
  await lookBack(onTimeline({ records: thisWeek() }));
  const weeks = screen.getByRole<HTMLInputElement>('slider', { name: 'Week of your course' });
  const inWords =
    'Week from 16/11/2026, 75 mg: 3 of 5 days recorded; sleep good on 3, mood on 2, activity on 3.';
  expect(weeks.getAttribute('aria-valuetext')).toBe(inWords);
  expect(weeks.value).toBe('1');
  fireEvent.change(weeks, { target: { value: 0 } });
  const week = () => within(screen.getByRole('region', { name: 'The week you chose' }));
  expect(week().getByText('Week from 09/11/2026, 75 mg: 0 of 7 days recorded.')).toBeVisible();
  expect(week().getAllByRole('listitem')).toHaveLength(7);
  fireEvent.change(weeks, { target: { value: 1 } });
  expect(week().getByText(inWords)).toBeVisible();
  expect(week().getAllByRole('listitem')[1]?.textContent).toMatch(
    /^Tuesday 17 November 2026\. Sleep good\. Mood not so good/,
  );
});

test('a tap on the course opens its week; one ahead opens the latest', async () => {
  const { container } = await lookBack(onTimeline({ records: thisWeek() }));
  const strip = container.querySelector('.strip') as HTMLElement;
  // Measured as 300 px: 66 for the names, then 71 days from 9 November on.
  const xOf = (day: number) => 66 + ((day + 0.5) * (300 - 66)) / 71;
  const week = () => screen.getByRole('region', { name: 'The week you chose' }).textContent;
  fireEvent.click(strip, { clientX: xOf(2) });
  expect(week()).toMatch(/^Week from 09\/11\/2026/);
  expect(document.activeElement).toBe(screen.getByRole('slider', { name: 'Week of your course' }));
  fireEvent.click(strip, { clientX: xOf(28) });
  expect(week()).toMatch(/^Week from 16\/11\/2026/);
});

test('weeks and months are opened by controls of a finger’s size, and said', async () => {
  const records = [buildRecord({ date: '2026-10-14', localDate: '2026-10-14' }), ...thisWeek()];
  const { host, person } = await lookBack(onTimeline({ records }));
  const button = (name: string) => screen.getByRole('button', { name });
  expect(button('Week after')).toHaveAccessibleDescription('This is the last week.');
  await press(person, 'Week before');
  expect(button('Week after')).not.toHaveAttribute('aria-disabled');
  expect(host.announced.at(-1)).toBe('Week from 09/11/2026, 75 mg: 0 of 7 days recorded.');
  await person.selectOptions(screen.getByLabelText('Month'), 'October 2026');
  expect(host.announced.at(-1)).toMatch(/^Week from 14\/10\/2026: 1 of 7 days recorded/);
  expect(screen.getByLabelText('Month')).toHaveDisplayValue('October 2026');
  expect(button('Week before')).toHaveAccessibleDescription('This is the first week.');
  const months = screen.getAllByText(/ recorded$/, { selector: 'summary' });
  expect(
    months.map(({ textContent, parentElement }) => [textContent, parentElement?.hasAttribute('open')]),
  ).toEqual([
    ['November 2026: 3 days recorded', true],
    ['October 2026: 1 day recorded', false],
  ]);
});

test('how it was: one sentence, and two counts for each answer', async () => {
  const before = [14, 15].map((day) =>
    buildRecord({ date: `2026-10-${day}`, localDate: `2026-10-${day}`, mood: day === 14 }),
  );
  const records = [...before, ...thisWeek()];
  const home = show(onTimeline({ records }));
  // Home has the first sentence only.
  expect(screen.getByText('In the last four weeks mood was good on 2 of 3 days recorded.')).toBeVisible();
  home.unmount();
  await lookBack(onTimeline({ records }));
  expect(
    screen.getByText(
      'In the last four weeks mood was good on 2 of 3 days recorded. In the four weeks before this step it was 1 of 2.',
    ),
  ).toBeVisible();
  const bars = screen.getAllByText('Mood').flatMap((name) => {
    const drawn = [...(name.parentElement?.querySelectorAll('dd rect') ?? [])];
    return drawn.map((bar) => `${bar.getAttribute('class')} ${bar.getAttribute('width')}`);
  });
  expect(bars).toEqual(['recorded 3', 'recent 2', 'recorded 2', 'before 1']);
});

const moodCounts = () => screen.getAllByText('Mood')[0]?.parentElement?.textContent;

test('how it was on a dose of more than four weeks, compared with the four weeks before those', async () => {
  const doseReports = [buildDoseReport({ day: '2026-09-01', dose: 75, step: 1, kind: 'starting' })];
  const before = buildRecord({ date: '2026-10-14', localDate: '2026-10-14' });
  await lookBack(onTimeline({ doseReports, records: [before, ...thisWeek()] }));
  expect(
    screen.getByText(
      'In the last four weeks mood was good on 2 of 3 days recorded. In the four weeks before those it was 1 of 1.',
    ),
  ).toBeVisible();
  expect(moodCounts()).toBe('MoodLast four weeks: good on 2 of 3Four weeks before those: good on 1 of 1');
});

test('how it was has one count only where nothing is recorded of the weeks before', async () => {
  await lookBack(onTimeline({ records: thisWeek() }));
  expect(screen.getByText('In the last four weeks mood was good on 2 of 3 days recorded.')).toBeVisible();
  expect(moodCounts()).toBe('MoodLast four weeks: good on 2 of 3');
  expect(screen.queryByLabelText('Month')).toBeNull();
});

test('where nothing is recorded Look back says so', async () => {
  const { container } = await lookBack();
  expect(screen.getByText('Nothing is recorded in the last four weeks.')).toBeVisible();
  expect(container.querySelector('dl')).toBeNull();
  expect(screen.getByText('No days recorded yet.')).toBeVisible();
});

test('a protocol without the strip keeps the counts', async () => {
  const { host, unmount } = show();
  unmount();
  await lookBack(onTimeline({ records: thisWeek() }), { ...host.site, courseStrip: false });
  expect(screen.queryByRole('slider', { name: 'Week of your course' })).toBeNull();
  expect(screen.queryByText(/^Since 75 mg/)).toBeNull();
  expect(screen.getByText(/mood was good on 2 of 3 days recorded/)).toBeVisible();
});

test('Look back is closed again by its link, and Home keeps the focus on the way there', async () => {
  const { host, person } = show(onTimeline({ records: thisWeek() }));
  await person.click(screen.getByRole('link', { name: 'Look back' }));
  expect(document.activeElement?.textContent).toBe('Look back');
  expect(screen.queryByRole('link', { name: 'Start check-up' })).toBeNull();
  await person.click(screen.getByRole('link', { name: 'Back to today' }));
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Look back' }));
  expect(host.titles).toEqual(['Look back', 'Home']);
});

test('the table holds what the plot shows, and each step its weeks', async () => {
  const records = [
    buildRecord({
      date: '2026-11-10',
      localDate: '2026-11-10',
      sleep: false,
      symptoms: [symptoms[0] as never],
    }),
    buildRecord({
      ...{ date: '2026-11-19', localDate: '2026-11-19' },
      ...{ mood: false, symptoms: [symptoms[2] as never] },
    }),
  ];
  const { person } = await lookBack(onTimeline({ records }));
  await person.click(screen.getByText('Each dose step'));
  const days = screen.getByRole('table', { name: 'Days recorded in November 2026' });
  const row = within(days).getByRole('row', { name: /10\/11\/2026/ });
  expect(row.textContent).toContain('not so goodWaking in the night');
  expect(row.textContent).toContain('75 mg');
  expect(screen.getByRole('row', { name: '07/12/2026 (planned) 50 mg 28' })).toBeVisible();
  expect(screen.getByRole('row', { name: '04/01/2027 (planned) 0 mg' })).toBeVisible();

  const weeks = screen.getByRole('table', { name: '75 mg a day, from 09/11/2026, by week' });
  expect(within(weeks).getByRole('row', { name: '1 1 0 1 1 0' })).toBeVisible();
  expect(within(weeks).getByRole('row', { name: '2 1 1 0 1 1' })).toBeVisible();
});

const recorded = [0, 1, 2, 3].map((index) => {
  const date = addDays('2026-11-10', index);
  return buildRecord({
    date,
    localDate: date,
    mood: index > 0,
    symptoms: index > 2 ? [symptoms[2] as never] : [],
  });
});
const faults = ({ container }: { container: HTMLElement }) => accessibilityViolations(container);

test('axe finds nothing wrong with the timeline and an open day', async () => {
  const page = show(onTimeline({ records: recorded }));
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Day on the timeline' }), { key: 'PageDown' });
  expect(await faults(page)).toEqual([]);
});

test('axe finds nothing wrong with the tables', async () => {
  const page = await lookBack(onTimeline({ records: recorded }));
  await page.person.click(screen.getByText('Each dose step'));
  expect(await faults(page)).toEqual([]);
});
