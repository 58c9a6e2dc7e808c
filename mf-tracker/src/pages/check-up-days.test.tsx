import '@testing-library/jest-dom/jest-globals';
import { expect, jest, test } from '@jest/globals';
import { buildRecord } from '@stepwise/tooling/testing/entity-builders';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  answerAllGood,
  answerYes,
  clock,
  onTimeline,
  type Person,
  press,
  reload,
  show,
  start,
  takeCheckUps,
  thursday,
} from '../testing/show-timeline.tsx';

const FRIDAY_MORNING = '2026-11-19T22:00:00.000Z';

async function openTable(person: Person) {
  await person.click(screen.getByRole('link', { name: 'Look back' }));
  await person.click(screen.getByText('As text'));
}

const expectToday = (day: string) =>
  expect(
    screen.getByRole('slider', { name: 'Day on the timeline' }).getAttribute('aria-valuetext'),
  ).toContain(`${day} 2026, today.`);

test('a draft of the day before is gone, on the device as well', async () => {
  const { host, person, unmount } = show();
  await start(person);
  await press(person, 'Yes');
  unmount();
  clock.instant = '2026-11-21T09:00:00.000Z';
  reload(host, '/?check-up=mood');
  expect(screen.getByRole('link', { name: 'Start check-up' })).toBeVisible();
  expect(host.outbox.state.getState().draft).toBeNull();
});

test('at 9:00 in Melbourne a check-up is shown as Friday, stored under Thursday, and leaves Thursday’s as it is', async () => {
  clock.instant = FRIDAY_MORNING;
  const { host, person } = show(onTimeline({ records: [thursday] }));
  takeCheckUps(host);
  expect(screen.queryByRole('link', { name: 'Add yesterday' })).toBeNull();
  await answerAllGood(person);
  expect(screen.getByText('Friday 20 November')).toBeVisible();
  expect(screen.queryByText(/A new one/)).toBeNull();
  await press(person, 'Add to time line');
  await waitFor(() =>
    expect(host.store.getState().records).toMatchObject([
      { date: '2026-11-19', localDate: '2026-11-19' },
      { date: '2026-11-19', localDate: '2026-11-20' },
    ]),
  );
});

test('an evening’s check-up stands beside the morning’s, and counts', async () => {
  const morning = buildRecord({ date: '2026-11-19', recordedAt: FRIDAY_MORNING, sleep: false });
  const { host, person } = show(onTimeline({ records: [morning] }));
  takeCheckUps(host);
  const words =
    'There is a check-up of Friday 20 November, made at 9:00 am. A new one is added beside it and counts for the day.';
  await person.click(screen.getByRole('link', { name: 'Do it again' }));
  await answerYes(person);
  expect(screen.getByText(words)).toBeVisible();
  await press(person, 'Add to time line');
  await waitFor(() => expect(host.store.getState().records).toHaveLength(2));
  expect(screen.getByText('Sleep good, mood good, activity good.')).toBeVisible();
  await openTable(person);
  expect(screen.queryByText('No days recorded yet.')).toBeNull();
  expect(screen.getByRole('rowheader', { name: '20/11/2026 a later check-up counts' })).toBeVisible();
  expect(screen.getByText('November 2026: 1 day recorded')).toBeVisible();
});

test('in the morning the plot opens on today, which UTC does not have yet', () => {
  clock.instant = FRIDAY_MORNING;
  show(onTimeline({ records: [buildRecord({ date: '2026-11-19', localDate: '2026-11-20' })] }));
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Day on the timeline' });
  const value = Number(slider.value);
  for (const index of [value - 1, value]) fireEvent.change(slider, { target: { value: index } });
  const panel = screen.getByRole('region', { name: 'The day you chose' });
  expect(within(panel).getByText(/Recorded on Friday 20 November/)).toBeVisible();
});

test('in the morning a check-up that was begun goes on where it was left', async () => {
  clock.instant = FRIDAY_MORNING;
  const { person } = show(onTimeline({ records: [thursday] }));
  await start(person);
  for (const name of ['Yes', 'Back', 'Back']) await press(person, name);
  expect(screen.getByRole('link', { name: 'Go on with it' }).getAttribute('href')).toBe('/?check-up=sleep');
});

test('until noon a missing yesterday comes first, and is added under its calendar date', async () => {
  clock.instant = FRIDAY_MORNING;
  const wednesday = buildRecord({ date: '2026-11-18', localDate: '2026-11-18' });
  const { host, person } = show(onTimeline({ records: [wednesday] }));
  takeCheckUps(host);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['How was yesterday?', 'How was today?']),
  );
  const [first] = screen.getAllByRole('heading', { name: /^How was/ });
  expect(first?.textContent).toBe('How was yesterday?');
  expect(document.body).toHaveFocus();
  await person.click(screen.getByRole('link', { name: 'Add yesterday' }));
  expect(screen.getByText('Yesterday, Thursday 19 November')).toBeVisible();
  expect(document.activeElement?.textContent).toBe('Did you sleep well the night before?');
  await press(person, 'Yes');
  expect(document.activeElement?.textContent).toBe('Was your mood good yesterday?');
  await press(person, 'Yes');
  expect(document.activeElement?.textContent).toBe('Were you as active as you wanted to be yesterday?');
  await press(person, 'Yes');
  expect(document.activeElement?.textContent).toBe('Which of these did you do yesterday?');
  await press(person, 'Next');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'It will be saved for Thursday 19 November, yesterday, and shown as added later.',
  );
  await press(person, 'Add to time line');
  expect(document.activeElement?.textContent).toBe('Yesterday is on your timeline');
  expect(screen.getByRole('region', { name: 'Yesterday is on your timeline' })).toHaveTextContent(
    'Thursday 19 November: Sleep good, mood good, activity good. Added later.',
  );
  expect(host.sent[0]?.body).toMatchObject({ recordedAt: FRIDAY_MORNING, localDate: '2026-11-19' });
  await waitFor(() =>
    expect(host.store.getState().records).toMatchObject([
      { localDate: '2026-11-18' },
      { date: '2026-11-19', localDate: '2026-11-19', addedLater: true },
    ]),
  );
  expect(screen.getByRole('link', { name: 'Start check-up' })).toBeVisible();
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Day on the timeline' });
  const today = Number(slider.value);
  for (const index of [today - 1, today]) fireEvent.change(slider, { target: { value: index } });
  expect(screen.getByText('Added later, on Friday 20 November at 9:00 am.')).toBeVisible();
  expect(slider.getAttribute('aria-valuetext')).toMatch(
    /^Thursday 19 November 2026\. Added later\. Sleep good/,
  );
  await openTable(person);
  expect(screen.getByRole('rowheader', { name: '19/11/2026 added later' })).toBeVisible();
});

test('yesterday begins with nothing chosen where today was begun, and Redo stays on it', async () => {
  const { host, person, unmount } = show(
    onTimeline({ records: [buildRecord({ date: '2026-11-18', localDate: '2026-11-18' })] }),
  );
  await start(person);
  await press(person, 'Yes');
  await press(person, 'Back');
  expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('Yes');
  await press(person, 'Back');
  const [first] = screen.getAllByRole('heading', { name: /^How was/ });
  expect(first?.textContent).toBe('How was today?');
  await person.click(screen.getByRole('link', { name: 'Add yesterday' }));
  expect(screen.queryByRole('button', { pressed: true })).toBeNull();
  await answerYes(person);
  await press(person, 'Redo');
  expect(screen.getByText('Yesterday, Thursday 19 November')).toBeVisible();
  await press(person, 'Yes');
  unmount();
  reload(host);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Go on with yesterday')).toBe('/?check-up=mood');
  expect(hrefOf('Start check-up')).toBe('/?check-up=sleep');
});

test('after noon a missing yesterday comes after today, and never before the first day recorded', () => {
  const { unmount } = show(
    onTimeline({ records: [buildRecord({ date: '2026-11-18', localDate: '2026-11-18' })] }),
  );
  const headings = () => screen.getAllByRole('heading', { name: /^How was/ }).map((each) => each.textContent);
  expect(headings()).toEqual(['How was today?', 'How was yesterday?']);
  unmount();
  show();
  expect(headings()).toEqual(['How was today?']);
});

test('at noon an open page puts today before a missing yesterday', () => {
  clock.instant = '2026-11-20T00:59:00.000Z';
  show(onTimeline({ records: [buildRecord({ date: '2026-11-18', localDate: '2026-11-18' })] }));
  const first = () => screen.getAllByRole('heading', { name: /^How was/ })[0]?.textContent;
  expect(first()).toBe('How was yesterday?');
  clock.instant = '2026-11-20T01:00:00.000Z';
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(first()).toBe('How was today?');
});

test.each([
  ['morning', FRIDAY_MORNING],
  ['evening', '2026-11-20T09:00:00.000Z'],
])(
  'in the %s a check-up of yesterday says what it replaces where another device added it meanwhile',
  async (_, instant) => {
    clock.instant = instant;
    const wednesday = buildRecord({ date: '2026-11-18', localDate: '2026-11-18' });
    const { host, person } = show(onTimeline({ records: [wednesday] }));
    await person.click(screen.getByRole('link', { name: 'Add yesterday' }));
    act(() => host.store.server.setState({ records: [wednesday, thursday] }));
    await answerYes(person);
    expect(
      screen.getByText(
        'There is a check-up of Thursday 19 November, made at 8:00 pm. A new one replaces it.',
      ),
    ).toBeVisible();
  },
);

test('over midnight the page shows the new day and reads what changed', async () => {
  const { host } = show();
  expectToday('Friday 20 November');
  clock.instant = '2026-11-20T13:00:30.000Z';
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expectToday('Saturday 21 November');
  expect(host.announced).toEqual(['It is now Saturday 21 November.']);
  expect(host.refresh).toHaveBeenCalledTimes(1);
});

test('an idle page shows the new day by itself', () => {
  jest.useFakeTimers();
  try {
    show();
    clock.instant = '2026-11-20T13:00:30.000Z';
    act(() => {
      jest.advanceTimersByTime(60_000);
    });
    expectToday('Saturday 21 November');
  } finally {
    jest.useRealTimers();
  }
});

test('an idle page moves to the new day of UTC, which begins in the morning in Melbourne', () => {
  jest.useFakeTimers();
  try {
    clock.instant = FRIDAY_MORNING;
    const { host } = show(onTimeline({ records: [thursday] }));
    const slider = screen.getByRole('slider', { name: 'Day on the timeline' });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Thursday 19 .* Friday 20 November 2026, today\./);
    clock.instant = '2026-11-20T00:00:30.000Z';
    act(() => {
      jest.advanceTimersByTime(60_000);
    });
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Friday 20 November 2026, today\./);
    fireEvent.click(screen.getByRole('button', { name: 'Day before' }));
    expect(host.announced).toEqual([
      'Thursday 19 November 2026. Sleep good. Mood good. Activity good: Walk, Reading. 75 mg a day.',
    ]);
  } finally {
    jest.useRealTimers();
  }
});

test('a check-up begun before midnight stays of its day, which is yesterday then', async () => {
  const { host, person } = show();
  takeCheckUps(host);
  await answerAllGood(person);
  expect(screen.getByText('Friday 20 November')).toBeVisible();
  clock.instant = '2026-11-20T13:00:30.000Z';
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(screen.getByText('Yesterday, Friday 20 November')).toBeVisible();
  await press(person, 'Add to time line');
  expect(host.sent[0]?.body).toMatchObject({
    recordedAt: '2026-11-20T13:00:30.000Z',
    localDate: '2026-11-20',
  });
});

test('a check-up that was left open for two days starts again', async () => {
  const { person } = show();
  await answerAllGood(person);
  clock.instant = '2026-11-22T09:00:00.000Z';
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expectToday('Sunday 22 November');
  expect(screen.getByRole('link', { name: 'Start check-up' })).toBeVisible();
});

test.each([0, 7, 13, 22])('the questions and lists are the same %s hours into the day', async (hours) => {
  clock.instant = new Date(Date.parse('2026-11-19T13:00:00Z') + hours * 3_600_000).toISOString();
  const { person } = show();
  await start(person);
  const words = [];
  for (const answer of ['No', 'Next', 'No', 'Next', 'No', 'Next']) {
    words.push(document.activeElement?.textContent);
    words.push(...screen.queryAllByRole('checkbox').map((box) => box.closest('label')?.textContent));
    await press(person, answer);
  }
  expect(words).toEqual([
    'Did you sleep well last night?',
    'Which of these did you notice in your sleep?',
    'Waking in the night',
    'Was your mood good today?',
    'Which of these did you notice in your mood?',
    'Anxious',
    'Feeling lowwarning sign',
    'Thoughts of self-harmwarning sign',
    'Were you as active as you wanted to be today?',
    'Which of these got in the way of being active?',
    'Dizzy',
  ]);
});
