import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { buildRecord, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { act, screen, waitFor } from '@testing-library/react';
import {
  activities,
  answerAllGood,
  answerYes,
  clock,
  FRIDAY_EVENING,
  onTimeline,
  press,
  show,
  start,
  symptoms,
  takeCheckUps,
  thursday,
  tick,
} from '../testing/show-timeline.tsx';

const SATURDAY_MORNING = '2026-11-20T22:00:00.000Z';

test('without a network the check-up is on the timeline at once, as not sent yet, and sent once later', async () => {
  const { host, container, person } = show(onTimeline({ records: [thursday] }));
  await answerAllGood(person);
  await press(person, 'Add to time line');
  expect(screen.getByRole('heading', { name: 'Thank you. Today is on your timeline.' })).toBeVisible();
  await screen.findByText(/Not sent yet/);
  expect(screen.getByText('Dashed frame: not sent yet.')).toBeVisible();
  expect(container.querySelector('.unsent')?.getAttribute('x')).toBe(
    container.querySelector('.today')?.getAttribute('x'),
  );
  const panel = () => screen.getByRole('region', { name: 'The day you chose' });
  await press(person, 'Day before');
  expect(panel()).toHaveTextContent(/Recorded on Thursday 19 November at 8:00 pm\.$/);
  await press(person, 'Day after');
  expect(panel()).toHaveTextContent(/Recorded on Friday 20 November at 8:00 pm\. Not sent yet\.$/);
  await person.click(screen.getByRole('link', { name: 'Look back' }));
  await person.click(screen.getByText('As text'));
  expect(screen.getByRole('rowheader', { name: /20\/11\/2026 not sent yet/ })).toBeVisible();

  takeCheckUps(host);
  await act(() => host.outbox.flush());
  expect(screen.queryByText(/not sent yet/i)).toBeNull();
  expect(host.sent).toHaveLength(2);
  expect(host.store.getState().records).toHaveLength(2);
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
  expect(screen.getByText('Sleep good, mood warning sign, activity good.')).toBeVisible();
  expect(screen.getByText(/Not sent yet/)).toBeVisible();
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
  await answerYes(person);
  await press(person, 'Add to time line');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^A check-up could not be saved\.Friday 20 November, 8:00 pm: Sleep good, mood good, activity good\./,
  );
  expect(host.store.getState().records).toEqual([before]);
  expect(screen.getByText('This check-up is of a day that cannot be recorded now.')).toBeVisible();

  takeCheckUps(host);
  clock.instant = SATURDAY_MORNING;
  await press(person, 'Try again');
  await waitFor(() => expect(screen.queryByText('A check-up could not be saved.')).toBeNull());
  await waitFor(() =>
    expect(host.store.getState().records).toMatchObject([{ sleep: true, recordedAt: FRIDAY_EVENING }]),
  );
});

test('a rejected check-up is sent again without a symptom and an activity that are no longer on the lists', async () => {
  const { host, person } = show();
  await start(person);
  await press(person, 'No');
  await tick(person, /Waking/);
  for (const name of ['Next', 'Yes', 'Yes']) await press(person, name);
  for (const name of [/Walk/, /Reading/]) await tick(person, name);
  await press(person, 'Next');
  host.answer(saveRecord, () => {
    host.store.server.setState({ symptoms: symptoms.slice(1), activities: activities.slice(1) });
    throw new CallError('not-found', 'A symptom is gone.', { status: 404 });
  });
  await press(person, 'Add to time line');
  await screen.findByText('A check-up could not be saved.');
  takeCheckUps(host);
  await press(person, 'Try again');
  await waitFor(() => expect(host.store.getState().records).toMatchObject([{ sleep: false, symptoms: [] }]));
  expect(host.sent.map(({ body }) => body)).toMatchObject([
    { symptoms: [1], activities: [11, 12] },
    { symptoms: [], activities: [12] },
  ]);
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
  expect(screen.getByText('Saving…')).toBeVisible();
  expect(screen.queryByText('Dashed frame: not sent yet.')).toBeNull();
  await act(async () => {
    host.store.server.setState(onTimeline({ user: buildUser({ id: 'another-account' }) }));
    await host.outbox.setAccount('another-account');
    reply();
    await host.outbox.flush();
  });
  expect(host.store.getState().records).toEqual([]);
});

test('a symptom and an activity that were taken off their lists meanwhile are not sent', async () => {
  const { host, person } = show();
  await start(person);
  await press(person, 'No');
  await tick(person, /Waking/);
  act(() => host.store.server.setState({ symptoms: symptoms.slice(1) }));
  for (const name of ['Next', 'Yes', 'Yes']) await press(person, name);
  await tick(person, /Walk/);
  act(() => host.store.server.setState({ activities: activities.slice(1) }));
  for (const name of ['Next', 'Add to time line']) await press(person, name);
  const sent = { sleep: false, symptoms: [], activities: [] };
  await waitFor(() => expect(host.sent.at(-1)?.body).toMatchObject(sent));
});

test('a check-up that the server rejects is not announced as added', async () => {
  const { host, person } = show();
  host.answer(saveRecord, () => {
    throw new CallError('unprocessable', 'This day cannot be recorded.', { status: 422 });
  });
  await answerAllGood(person);
  await press(person, 'Add to time line');
  expect(await screen.findByText('A check-up could not be saved.')).toBeVisible();
  expect(host.announced).toEqual([]);
});

test('a check-up that was begun is not gone on with by another account', async () => {
  const { host, person } = show();
  await start(person);
  await press(person, 'Yes');
  const other = { ...onTimeline().user, id: 'another-account' };
  await act(async () => {
    host.store.server.setState(onTimeline({ user: other }));
    await host.outbox.setAccount(other.id);
  });
  expect(await screen.findByRole('link', { name: 'Start check-up' })).toBeVisible();
});
