import { expect, jest, test } from '@jest/globals';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildRecord, buildUser } from '@stepwise/tooling/testing/entity-builders';
import type { FakeHost } from '@stepwise/tooling/testing/fake-host';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  activities,
  answerAllGood,
  clock,
  FRIDAY_EVENING,
  hostOf,
  onTimeline,
  press,
  scrollIntoView,
  show,
  start,
  takeCheckUps,
  tick,
} from '../testing/show-timeline.tsx';

const reload = (host: FakeHost, address = '/') => show(onTimeline(), address, host.site, host);

const FRIDAY_MORNING = '2026-11-19T22:00:00.000Z';
const thursday = buildRecord({
  date: '2026-11-19',
  localDate: '2026-11-19',
  recordedAt: '2026-11-19T09:00:00.000Z',
  activities,
});

test('an all-good day: three times Yes, what was done, and on to the timeline', async () => {
  const { host, person } = show();
  takeCheckUps(host);
  await start(person);
  expect(document.activeElement?.textContent).toBe('Did you sleep well last night?');
  expect(screen.getByText('Check-up, 1 of 3')).toBeTruthy();
  await press(person, 'Yes');
  expect(document.activeElement?.textContent).toBe('Was your mood good today?');
  await press(person, 'Yes');
  await press(person, 'Yes');
  await tick(person, /Walk/);
  await tick(person, /Reading/);
  await tick(person, /Reading/);
  await press(person, 'Next');
  expect(screen.getByRole('heading', { name: 'All done for today' })).toBeTruthy();
  expect(screen.getByText('Friday 20 November')).toBeTruthy();
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
  expect(document.activeElement?.textContent).toBe('Today is on your timeline');
  expect(screen.getByText(/^You have 1 day recorded/).textContent).toContain('print it for your doctor');
  const today = screen.getByRole('region', { name: 'Today’s dose' });
  expect(within(today).getByText('Walk')).toBeTruthy();
});

test('a bad day: each No opens its own list, none or many may be chosen, the answers are sent', async () => {
  const { host, person } = show();
  takeCheckUps(host);
  await start(person);
  await press(person, 'No');
  expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  await press(person, 'Next');
  await press(person, 'No');
  await tick(person, /Anxious/);
  await tick(person, /Feeling low/);
  await press(person, 'Next');
  await press(person, 'No');
  await tick(person, /Dizzy/);
  await press(person, 'Next');
  await press(person, 'Add to time line');
  expect(host.sent[0]?.body).toMatchObject({
    sleep: false,
    mood: false,
    active: false,
    symptoms: [2, 3, 5],
    activities: [],
  });
});

test('a warning sign names who to call; one about self-harm shows the crisis contacts at once', async () => {
  const { person } = show();
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  await tick(person, /Anxious/);
  expect(screen.queryByRole('alert')).toBeNull();
  scrollIntoView.mockClear();
  await tick(person, /Feeling low/);
  const care = screen.getByRole('alert');
  expect(within(care).getByText('You marked a warning sign.')).toBeTruthy();
  expect(within(care).getByRole('link', { name: 'Call Dr Kim Nguyen' }).getAttribute('href')).toBe(
    'tel:0491570006',
  );
  await tick(person, /self-harm/);
  expect(scrollIntoView).not.toHaveBeenCalled();
  const crisis = screen.getByRole('alert');
  expect(within(crisis).getByRole('link', { name: 'Call 000' }).getAttribute('href')).toBe('tel:000');
  expect(within(crisis).getByRole('link', { name: 'Call 13 11 14' }).getAttribute('href')).toBe('tel:131114');
  await tick(person, /self-harm/);
  await tick(person, /Feeling low/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the help of a list opens in full and is offered before anything is ticked', async () => {
  const { person } = show();
  await start(person);
  await press(person, 'No');
  expect(screen.queryByRole('button', { name: 'More help' })).toBeNull();
  await press(person, 'Next');
  await press(person, 'No');
  await press(person, 'More help');
  const help = screen.getByRole('dialog', { name: 'Need to talk to someone?' });
  expect(within(help).getByText(/Nobody watches what you record outside/)).toBeTruthy();
  expect(
    within(help)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Call Dr Kim Nguyen', 'Call 13 11 14']);
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
  expect(screen.getByRole('button', { name: 'No', pressed: true })).toBeTruthy();
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
  expect(screen.getByText('Was your mood good today?')).toBeTruthy();
  await press(reloaded.person, 'Yes');
  await press(reloaded.person, 'No');
  await press(reloaded.person, 'Next');
  expect(screen.getByText('Waking in the night')).toBeTruthy();
  await press(reloaded.person, 'Add to time line');
  expect(host.sent[0]?.body).toMatchObject({ sleep: false, symptoms: [1], mood: true, active: false });
});

test('a check-up that was left is offered to go on with, at the page where it was left', async () => {
  const { host, person, unmount } = show();
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  unmount();
  const later = reload(host, '/');
  expect(screen.getByText('You have begun a check-up. It is not saved yet.')).toBeTruthy();
  await later.person.click(screen.getByRole('link', { name: 'Go on with it' }));
  expect(document.activeElement?.textContent).toBe('Which of these did you notice in your mood?');
});

test('a draft of the day before is gone, on the device as well', async () => {
  const { host, person, unmount } = show();
  await start(person);
  await press(person, 'Yes');
  unmount();
  clock.instant = '2026-11-21T09:00:00.000Z';
  reload(host, '/?check-up=mood');
  expect(screen.getByRole('link', { name: 'Start check-up' })).toBeTruthy();
  expect(host.outbox.state.getState().draft).toBeNull();
});

test.each([
  ['nothing', null],
  ['a number', 7],
  ['another release’s draft', { begunOn: '2026-11-20', day: '2026-11-20', step: 'dreams', answers: {} }],
])('with %s kept on the device an address in the middle opens the start', async (_, draft) => {
  const host = hostOf(onTimeline());
  await act(() => host.outbox.saveDraft(draft));
  reload(host, '/?check-up=mood');
  expect(screen.getByRole('link', { name: 'Start check-up' })).toBeTruthy();
});

const helpRegion = () => screen.queryByRole('region', { name: 'Help for today' });

test('after a record with a warning sign help stays on Home until the end of the day', async () => {
  const { host, person, unmount } = show();
  takeCheckUps(host);
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  await tick(person, /Feeling low/);
  await press(person, 'Next');
  await press(person, 'Yes');
  await press(person, 'Next');
  expect(screen.getByText('Not saved yet')).toBeTruthy();
  await press(person, 'Add to time line');
  await waitFor(() => expect(host.store.server.getState().records).toHaveLength(1));
  const help = within(helpRegion() as HTMLElement);
  expect(help.getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeTruthy();
  expect(
    help.getByText('The team’s hours begin again on Monday at 9:00am. Nobody watches this outside them.'),
  ).toBeTruthy();
  expect(help.getByText(/A member of the team reads your record/)).toBeTruthy();

  // A record without the sign takes its place, and the help stays; the day after it is gone.
  await person.click(screen.getByRole('link', { name: 'Do it again' }));
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Next');
  await press(person, 'Add to time line');
  await waitFor(() => expect(host.store.server.getState().records).toMatchObject([{ mood: true }]));
  expect(helpRegion()).toBeTruthy();
  expect(within(helpRegion() as HTMLElement).queryByText(/What happens next/)).toBeNull();
  unmount();
  clock.instant = '2026-11-21T09:00:00.000Z';
  reload(host, '/');
  expect(helpRegion()).toBeNull();
});

test('leaving before saving keeps the help, and says that the team does not see it', async () => {
  const { host, person, unmount } = show();
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  await tick(person, /self-harm/);
  unmount();
  reload(host, '/');
  const help = within(helpRegion() as HTMLElement);
  expect(help.getByRole('link', { name: /000/ })).toBeTruthy();
  expect(help.getByText(/Your check-up is not saved. The team does not see it/)).toBeTruthy();
});

test('a warning sign that waits for a network keeps the help, and says that it was not sent', async () => {
  const { person } = show();
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  await tick(person, /Feeling low/);
  await press(person, 'Next');
  await press(person, 'Yes');
  await press(person, 'Next');
  await press(person, 'Add to time line');
  await screen.findByText(/Your check-up has not been sent yet/);
});

test('coming back the same day shows what is recorded, and that a new one replaces it', async () => {
  const { host, person } = show(onTimeline({ records: [buildRecord({ sleep: false })] }));
  takeCheckUps(host);
  expect(screen.getByText('Friday 20 November: Sleep not so good, mood good, activity good.')).toBeTruthy();
  expect(
    screen.getByText('There is a check-up of Friday 20 November, made at 8:00 pm. A new one replaces it.'),
  ).toBeTruthy();
  await person.click(screen.getByRole('link', { name: 'Do it again' }));
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Next');
  expect(screen.getByText(/A new one replaces it/)).toBeTruthy();
  await press(person, 'Add to time line');
  expect(host.store.getState().records).toMatchObject([{ date: '2026-11-20', sleep: true }]);
});

test('at 9:00 in Melbourne a check-up is shown as Friday, stored under Thursday, and leaves Thursday’s alone', async () => {
  clock.instant = FRIDAY_MORNING;
  const { host, person } = show(onTimeline({ records: [thursday] }));
  takeCheckUps(host);
  expect(screen.queryByRole('link', { name: 'Add yesterday' })).toBeNull();
  await answerAllGood(person);
  expect(screen.getByText('Friday 20 November')).toBeTruthy();
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
  expect(screen.getByText(words)).toBeTruthy();
  await person.click(screen.getByRole('link', { name: 'Do it again' }));
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Next');
  expect(screen.getByText(words)).toBeTruthy();
  await press(person, 'Add to time line');
  await waitFor(() => expect(host.store.getState().records).toHaveLength(2));
  expect(screen.getByText('Friday 20 November: Sleep good, mood good, activity good.')).toBeTruthy();
  await press(person, 'As a table');
  expect(screen.getByRole('rowheader', { name: '20/11/2026 a later check-up counts' })).toBeTruthy();
  expect(screen.getByText('November 2026: 1 day recorded')).toBeTruthy();
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
  await person.click(screen.getByRole('link', { name: 'Add yesterday' }));
  expect(screen.getByText('Yesterday, Thursday 19 November')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Did you sleep well the night before?');
  await press(person, 'Yes');
  await press(person, 'Yes');
  expect(document.activeElement?.textContent).toBe('Were you as active as you wanted to be yesterday?');
  await press(person, 'Yes');
  await press(person, 'Next');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'It will be saved for Thursday 19 November, yesterday, and shown as added later.',
  );
  await press(person, 'Add to time line');
  expect(document.activeElement?.textContent).toBe('Yesterday is on your timeline');
  expect(host.sent[0]?.body).toMatchObject({ recordedAt: FRIDAY_MORNING, localDate: '2026-11-19' });
  await waitFor(() =>
    expect(host.store.getState().records).toMatchObject([
      { localDate: '2026-11-18' },
      { date: '2026-11-19', localDate: '2026-11-19', addedLater: true },
    ]),
  );
  expect(screen.getByRole('link', { name: 'Start check-up' })).toBeTruthy();
  await press(person, 'As a table');
  expect(screen.getByRole('rowheader', { name: '19/11/2026 added later' })).toBeTruthy();
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

test('a check-up of yesterday says what it replaces where another device added it meanwhile', async () => {
  clock.instant = FRIDAY_MORNING;
  const wednesday = buildRecord({ date: '2026-11-18', localDate: '2026-11-18' });
  const { host, person } = show(onTimeline({ records: [wednesday] }));
  await person.click(screen.getByRole('link', { name: 'Add yesterday' }));
  act(() => host.store.server.setState({ records: [wednesday, thursday] }));
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Next');
  expect(
    screen.getByText('There is a check-up of Thursday 19 November, made at 8:00 pm. A new one replaces it.'),
  ).toBeTruthy();
});

test('without a network the check-up is on the timeline at once, as not sent yet, and sent once later', async () => {
  const { host, person } = show();
  await answerAllGood(person);
  await press(person, 'Add to time line');
  expect(screen.getByRole('heading', { name: 'Today is on your timeline' })).toBeTruthy();
  await screen.findByText(/Not sent yet/);
  await press(person, 'As a table');
  expect(screen.getByRole('rowheader', { name: /20\/11\/2026 not sent yet/ })).toBeTruthy();

  takeCheckUps(host);
  await act(() => host.outbox.flush());
  expect(screen.queryByText(/not sent yet/i)).toBeNull();
  expect(host.sent).toHaveLength(2);
  expect(host.store.getState().records).toHaveLength(1);
});

test('a check-up of an earlier page that still waits is shown after a reload', async () => {
  const { host } = show();
  await act(async () => {
    await host.outbox.setAccount(onTimeline().user.id);
    void host.outbox.send(saveRecord, {
      symptoms: [3],
      sleep: true,
      mood: false,
      active: true,
      activities: [],
      recordedAt: FRIDAY_EVENING,
    });
    await host.outbox.flush();
  });
  expect(host.store.server.getState().records).toEqual([]);
  expect(screen.getByText('Friday 20 November: Sleep good, mood warning sign, activity good.')).toBeTruthy();
  expect(screen.getByText(/Not sent yet/)).toBeTruthy();
});

test('a rejected check-up is no longer shown, what was there returns, and the person may send it again or remove it', async () => {
  const before = buildRecord({ sleep: false });
  const { host, person } = show(onTimeline({ records: [before] }));
  host.answer(saveRecord, () => {
    throw new CallError('unprocessable', 'This check-up is of a day that cannot be recorded now.', {
      status: 422,
    });
  });
  await person.click(screen.getByRole('link', { name: 'Do it again' }));
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Yes');
  await press(person, 'Next');
  await press(person, 'Add to time line');
  await screen.findByText('A check-up could not be saved.');
  expect(host.store.getState().records).toEqual([before]);
  expect(screen.getByText('This check-up is of a day that cannot be recorded now.')).toBeTruthy();

  takeCheckUps(host);
  await press(person, 'Try again');
  await waitFor(() => expect(screen.queryByText('A check-up could not be saved.')).toBeNull());
  await waitFor(() => expect(host.store.getState().records).toMatchObject([{ sleep: true }]));
});

test('a rejected check-up that is removed is gone', async () => {
  const { host, person } = show();
  host.answer(saveRecord, () => {
    throw new CallError('not-yet', 'Your plan comes first.', { status: 409 });
  });
  await answerAllGood(person);
  await press(person, 'Add to time line');
  await screen.findByText('A check-up could not be saved.');
  await press(person, 'Remove it');
  await waitFor(() => expect(screen.queryByText('A check-up could not be saved.')).toBeNull());
  expect(host.store.getState().records).toEqual([]);
});

test('an answer that arrives after another account logged in is not shown', async () => {
  const { host, person } = show();
  let reply = () => {};
  host.answer(
    saveRecord,
    () =>
      new Promise((resolve) => {
        reply = () => resolve({ status: 200, body: { record: buildRecord(), todayActivities: [] } });
      }),
  );
  await answerAllGood(person);
  await press(person, 'Add to time line');
  await waitFor(() => expect(host.sent).toHaveLength(1));
  await act(async () => {
    host.store.server.setState(onTimeline({ user: buildUser({ id: 'another-account' }) }));
    await host.outbox.setAccount('another-account');
    reply();
    await host.outbox.flush();
  });
  expect(host.store.getState().records).toEqual([]);
});

test('over midnight the page shows the new day and reads what changed', async () => {
  const { host } = show();
  expect(screen.getByText('Sleep, mood and activity for Friday 20 November.')).toBeTruthy();
  clock.instant = '2026-11-20T13:00:30.000Z';
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(screen.getByText('Sleep, mood and activity for Saturday 21 November.')).toBeTruthy();
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
    expect(screen.getByText('Sleep, mood and activity for Saturday 21 November.')).toBeTruthy();
  } finally {
    jest.useRealTimers();
  }
});

test('a check-up begun before midnight stays of its day, which is yesterday then', async () => {
  const { host, person } = show();
  takeCheckUps(host);
  await answerAllGood(person);
  expect(screen.getByText('Friday 20 November')).toBeTruthy();
  clock.instant = '2026-11-20T13:00:30.000Z';
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(screen.getByText('Yesterday, Friday 20 November')).toBeTruthy();
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
  expect(screen.getByText('Sleep, mood and activity for Sunday 22 November.')).toBeTruthy();
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

test('after days without a record it is good to see the person, and what is recorded counts on', async () => {
  const before = ['2026-11-10', '2026-11-12'].map((localDate) =>
    buildRecord({ date: localDate, localDate, recordedAt: `${localDate}T09:00:00.000Z` }),
  );
  const { host, person } = show(onTimeline({ records: before }));
  takeCheckUps(host);
  expect(screen.getByText('Good to see you.')).toBeTruthy();
  await answerAllGood(person);
  await press(person, 'Add to time line');
  expect(screen.queryByText('Good to see you.')).toBeNull();
  const saved = within(screen.getByRole('region', { name: 'Today is on your timeline' }));
  expect(saved.getByText(/^You have 3 days recorded/).textContent).toBe(
    'You have 3 days recorded. You can print them for your doctor.',
  );
  expect(saved.getByRole('link', { name: 'print them for your doctor' }).getAttribute('href')).toBe(
    '/plan?page=doctor',
  );
  expect(saved.getByText(/Next step: 50 mg a day/)).toBeTruthy();
});

test('a day that was missed alone is no reason for a greeting', () => {
  const wednesday = { ...thursday, date: '2026-11-18', localDate: '2026-11-18' };
  show(onTimeline({ records: [wednesday] }));
  expect(screen.queryByText('Good to see you.')).toBeNull();
});
