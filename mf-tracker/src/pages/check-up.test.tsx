import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildRecord } from '@stepwise/tooling/testing/entity-builders';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  activities,
  answerYes,
  FRIDAY_EVENING,
  hostOf,
  onTimeline,
  press,
  reload,
  show,
  start,
  takeCheckUps,
  tick,
} from '../testing/show-timeline.tsx';

/** What the summary says. */
const answered = () => document.querySelector('.checkUp dl')?.textContent;

test('an all-good day: three times Yes, what was done, and on to the timeline', async () => {
  const { host, person } = show();
  takeCheckUps(host);
  await start(person);
  expect(document.activeElement?.textContent).toBe('Did you sleep well last night?');
  expect(screen.getByText('Check-up, 1 of 3')).toBeVisible();
  await press(person, 'Yes');
  expect(document.activeElement?.textContent).toBe('Was your mood good today?');
  await press(person, 'Yes');
  await press(person, 'Yes');
  expect(screen.getByText('Which of these did you do today?')).toBeVisible();
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Walk',
    'Reading',
  ]);
  await tick(person, /Walk/);
  await tick(person, /Reading/);
  await tick(person, /Reading/);
  await press(person, 'Next');
  expect(screen.getByRole('heading', { name: 'All done for today' })).toBeVisible();
  expect(screen.getByText('Friday 20 November')).toBeVisible();
  expect(answered()).toBe('SleepGoodMoodGoodActivityGoodWalk');
  await press(person, 'Add to time line');

  await waitFor(() => expect(host.store.getState().records).toHaveLength(1));
  expect(host.sent).toEqual([
    {
      path: '/api/save-record/',
      body: {
        symptoms: [],
        sleep: true,
        mood: true,
        active: true,
        activities: [11],
        recordedAt: FRIDAY_EVENING,
        localDate: '2026-11-20',
      },
    },
  ]);
  expect(host.store.getState().todayActivities).toEqual([activities[0]]);
  expect(document.activeElement?.textContent).toBe('Thank you. Today is on your timeline.');
  const today = screen.getByRole('region', { name: 'Today’s dose' });
  expect(within(today).getByText('Walk')).toBeVisible();
});

test('a bad day: each No opens its own list, none or many may be chosen, the answers are sent', async () => {
  const { host, person } = show();
  takeCheckUps(host);
  await start(person);
  const progress = () => document.querySelector('progress')?.value;
  expect(progress()).toBe(0);
  await press(person, 'No');
  expect(progress()).toBe(0.5);
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await press(person, 'Next');
  expect(progress()).toBe(1);
  await press(person, 'No');
  await tick(person, /Anxious/);
  await tick(person, /Feeling low/);
  await press(person, 'Next');
  await press(person, 'No');
  await tick(person, /Dizzy/);
  await press(person, 'Next');
  expect(answered()).toBe(
    'SleepNot so goodMoodNot so goodAnxiousFeeling low (warning sign)ActivityNot so goodDizzy',
  );
  await press(person, 'Add to time line');
  expect(host.sent[0]?.body).toMatchObject({
    sleep: false,
    mood: false,
    active: false,
    symptoms: [2, 3, 5],
    activities: [],
  });
});

test('Redo starts again with nothing chosen', async () => {
  const { host, person } = show();
  await start(person);
  await press(person, 'No');
  await tick(person, /Waking/);
  await press(person, 'Next');
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Next');
  await press(person, 'Redo');
  await press(person, 'No');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Waking/ }).checked).toBe(false);
  expect(host.sent).toEqual([]);
});

test('Back keeps the answers, a changed answer drops what its list had', async () => {
  const { person } = show();
  await start(person);
  await press(person, 'No');
  await tick(person, /Waking/);
  await press(person, 'Back');
  expect(screen.getByRole('button', { name: 'No', pressed: true })).toBeVisible();
  await press(person, 'No');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Waking/ }).checked).toBe(true);
  await press(person, 'Back');
  await press(person, 'Yes');
  await press(person, 'Back');
  await press(person, 'No');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Waking/ }).checked).toBe(false);
});

test('a reload in the middle goes on where it was', async () => {
  const { host, person, unmount } = show();
  await start(person);
  await press(person, 'No');
  await tick(person, /Waking/);
  await press(person, 'Next');
  unmount();
  const reloaded = reload(host, '/?check-up=mood');
  expect(screen.getByText('Was your mood good today?')).toBeVisible();
  await press(reloaded.person, 'Yes');
  await press(reloaded.person, 'No');
  await press(reloaded.person, 'Next');
  expect(screen.getByText('Waking in the night')).toBeVisible();
  await press(reloaded.person, 'Add to time line');
  expect(host.sent[0]?.body).toMatchObject({ sleep: false, symptoms: [1], mood: true, active: false });
});

test('a list that is empty says where to add to it, and the check-up goes on', async () => {
  const { person } = show(onTimeline({ activities: [] }));
  await start(person);
  for (const name of ['Yes', 'Yes', 'Yes']) await press(person, name);
  expect(screen.getByText(/^Your list is empty/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'your plan' })).toHaveAttribute('href', '/plan');
  await press(person, 'Next');
  expect(screen.getByRole('heading', { name: 'All done for today' })).toBeVisible();
});

test('Back leads Home from the first page of a tab that was opened by its address', async () => {
  const { person } = show(onTimeline(), '/?check-up=sleep');
  await press(person, 'Back');
  expect(screen.getByRole('link', { name: 'Start check-up' })).toBeVisible();
});

test('a check-up that was left is offered to go on with, at the page where it was left', async () => {
  const { host, person, unmount } = show();
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  unmount();
  const later = reload(host, '/');
  expect(screen.getByText('You have begun a check-up. It is not saved yet.')).toBeVisible();
  await later.person.click(screen.getByRole('link', { name: 'Go on with it' }));
  expect(document.activeElement?.textContent).toBe('Which of these did you notice in your mood?');
});

test.each([
  ['nothing', null],
  ['a number', 7],
  ['another release’s draft', { begunOn: '2026-11-20', day: '2026-11-20', step: 'dreams', answers: {} }],
])('with %s kept on the device an address in the middle opens the start', async (_, draft) => {
  const host = hostOf(onTimeline());
  await act(() => host.outbox.saveDraft(draft));
  reload(host, '/?check-up=mood');
  expect(screen.getByRole('link', { name: 'Start check-up' })).toBeVisible();
});

test('coming back the same day shows what is recorded, and that a new one replaces it', async () => {
  const { host, person } = show(onTimeline({ records: [buildRecord({ sleep: false })] }));
  takeCheckUps(host);
  expect(screen.getByText('Sleep not so good, mood good, activity good.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Today is on your timeline' })).toBeVisible();
  expect(document.body).toHaveFocus();
  const again = screen.getByRole('link', { name: 'Do it again' });
  expect(again.dataset.variant).toBe('link');
  await person.click(again);
  for (const name of ['Yes', 'Back', 'Back']) await press(person, name);
  const begun = screen.getByRole('link', { name: 'Go on with it' });
  expect(begun.dataset.variant).toBe('quiet');
  await person.click(begun);
  await answerYes(person);
  expect(
    screen.getByText('There is a check-up of Friday 20 November, made at 8:00 pm. A new one replaces it.'),
  ).toBeVisible();
  await press(person, 'Add to time line');
  expect(host.store.getState().records).toMatchObject([{ date: '2026-11-20', sleep: true }]);
});

test('axe finds nothing wrong with the check-up', async () => {
  const page = show();
  const { person } = page;
  await start(person);
  expect(await accessibilityViolations(page.container)).toEqual([]);
  await press(person, 'Yes');
  await press(person, 'No');
  await tick(person, /Feeling low/);
  await tick(person, /self-harm/);
  expect(await accessibilityViolations(page.container)).toEqual([]);
  await press(person, 'Next');
  await press(person, 'Yes');
  await press(person, 'Next');
  expect(await accessibilityViolations(page.container)).toEqual([]);
});

const recordedOn = (...days: string[]) =>
  days.map((localDate) =>
    buildRecord({ date: localDate, localDate, recordedAt: `${localDate}T09:00:00.000Z` }),
  );

test('after two weeks without a record the present dose is asked once, and nothing is said of the days', async () => {
  const { host, person } = show(onTimeline({ records: recordedOn('2026-11-04', '2026-11-06') }));
  expect(screen.getByText('Good to see you')).toBeVisible();
  expect(document.body.textContent).not.toMatch(/missed|days without/i);
  await press(person, 'Yes, 75 mg');
  expect(host.outbox.state.getState().entries).toMatchObject([{ body: { day: '2026-11-20', dose: 75 } }]);
  expect(screen.queryByText('Good to see you')).toBeNull();
});

test('a shorter absence is no reason for a greeting, nor is a check-up made since', () => {
  const { unmount } = show(onTimeline({ records: recordedOn('2026-11-07') }));
  expect(screen.queryByText('Good to see you')).toBeNull();
  unmount();
  show(onTimeline({ records: recordedOn('2026-11-04', '2026-11-20') }));
  expect(screen.queryByText('Good to see you')).toBeNull();
});
