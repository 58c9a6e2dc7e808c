import { expect, jest, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  answerFeelingLow,
  answerYes,
  clock,
  press,
  reload,
  scrollIntoView,
  show,
  start,
  takeCheckUps,
  tick,
} from '../testing/show-timeline.tsx';

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

test('where the shell shows the numbers, a sign of self-harm says the hours alone, and saving focuses them', async () => {
  const { host, person } = show();
  const focusHelp = jest.fn(() => true);
  host.focusHelp = focusHelp;
  takeCheckUps(host);
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  await tick(person, /self-harm/);
  expect(screen.getByText(/Nobody watches what you record outside/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Call 000' })).toBeNull();
  await press(person, 'Next');
  await press(person, 'No');
  await press(person, 'Next');
  expect(focusHelp).not.toHaveBeenCalled();
  await press(person, 'Add to time line');
  await screen.findByText('Today is on your timeline');
  expect(focusHelp).toHaveBeenCalled();
  expect(document.activeElement?.textContent).not.toBe('Today is on your timeline');
});

const helpRegion = () => screen.queryByRole('region', { name: 'Help for today' });

test('after a record with a warning sign help stays on Home until the end of the day', async () => {
  const { host, person, unmount } = show();
  takeCheckUps(host);
  await answerFeelingLow(person);
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
  await answerYes(person);
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
  await answerFeelingLow(person);
  await press(person, 'Add to time line');
  await screen.findByText(/Your check-up has not been sent yet/);
});
