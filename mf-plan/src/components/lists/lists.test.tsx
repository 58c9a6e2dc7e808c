import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import {
  addActivity,
  addSymptom,
  deleteActivity,
  deleteSymptom,
  saveSymptom,
} from '@stepwise/shared-contracts/calls/tracker.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { act, screen, waitFor, within } from '@testing-library/react';
import { openPlan } from '../../testing/open-plan.tsx';
import { withPlan } from '../../testing/plan-data.ts';

const reject = () => {
  throw new CallError('not-found', 'No.', { status: 404 });
};
const itemTexts = () => screen.getAllByRole('listitem').map((item) => item.firstChild?.textContent);
const item = (text: string) => {
  const found = screen.getAllByRole('listitem').find((each) => each.firstChild?.textContent === text);
  if (!found) throw new Error(`no item ${text}`);
  return within(found);
};

test('a list adds a trimmed activity at once, which can be removed before the server knows it', async () => {
  const { host, person, sent } = openPlan({ data: withPlan(), search: '?page=7' });
  const answered = Promise.withResolvers<{ body: { id: number } }>();
  host.answer(addActivity, () => answered.promise);
  const field = screen.getByLabelText('Add an activity');
  await person.type(field, '  Swi');
  expect(JSON.stringify(host.outbox.state.getState().typed)).toContain('Swi');
  await person.type(field, 'm ');
  await person.click(screen.getByRole('button', { name: 'Add' }));
  expect(field).toHaveFocus();
  expect(field).toHaveValue('');
  expect(host.outbox.state.getState().typed).toEqual({});
  expect(itemTexts()).toEqual(['Walk', 'Music', 'Swim']);
  expect(host.announced).toEqual(['Swim added.']);
  expect(sent('/api/add-activity/')).toEqual([{ activity: { text: 'Swim' } }]);
  await person.click(item('Swim').getByRole('button', { name: 'Remove Swim' }));
  const cancel = item('Swim').getByRole('button', { name: /^Cancel/ });

  await act(async () => answered.resolve({ body: { id: 77 } }));
  expect(host.store.getState().activities).toContainEqual({ id: 77, text: 'Swim' });
  expect(document.activeElement).toBe(cancel);
});

test('without a network an added item is removed again under the id that the server gave it', async () => {
  const { host, person, sent } = openPlan({ data: withPlan(), search: '?page=7' });
  host.answer(deleteActivity, () => ({}));
  await person.type(screen.getByLabelText('Add an activity'), 'Swim{Enter}');
  await person.click(screen.getByRole('button', { name: 'Remove Swim' }));
  await person.click(item('Swim').getByRole('button', { name: /^Remove/ }));
  expect(itemTexts()).toEqual(['Walk', 'Music']);
  expect(sent('/api/delete-activity/')).toEqual([]);

  host.answer(addActivity, () => ({ body: { id: 77 } }));
  await act(() => host.outbox.flush());
  expect(sent('/api/delete-activity/')).toEqual([{ id: 77 }]);
  expect(itemTexts()).toEqual(['Walk', 'Music']);
});

test('a list says that it has no item', () => {
  openPlan({ data: withPlan({ activities: [] }), search: '?page=7' });
  expect(screen.getByText('Nothing in this list yet.')).toBeVisible();
});

test('a list rejects an empty text with a message', async () => {
  const { person, sent } = openPlan({ data: withPlan(), search: '?page=7' });
  await person.type(screen.getByLabelText('Add an activity'), '   ');
  await person.click(screen.getByRole('button', { name: 'Add' }));
  expect(itemTexts()).toEqual(['Walk', 'Music']);
  expect(sent('/api/add-activity/')).toHaveLength(0);
  expect(screen.getByText('Write something first, then press Add.')).toBeVisible();
  await person.type(screen.getByLabelText('Add an activity'), 'Singing');
  await person.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.queryByText('Write something first, then press Add.')).toBeNull();
});

test('a list keeps what was written for a list that is full, and says so', async () => {
  const activities = Array.from({ length: 100 }, (_, index) => ({
    id: index + 1,
    text: `Activity ${index}`,
  }));
  const { person, sent } = openPlan({ data: withPlan({ activities }), search: '?page=7' });
  await person.type(screen.getByLabelText('Add an activity'), 'Swim{Enter}');
  expect(screen.getByText(/^This list is full/)).toBeVisible();
  expect(screen.getByLabelText('Add an activity')).toHaveProperty('value', 'Swim');
  expect(sent('/api/add-activity/')).toHaveLength(0);
});

test('a list removes an added item when the server rejects it', async () => {
  const { host, person } = openPlan({ data: withPlan(), search: '?page=8' });
  host.answer(addSymptom, reject);
  await person.type(screen.getByLabelText('Add a sleep symptom'), 'Snoring{Enter}');
  await waitFor(() => expect(itemTexts()).toEqual(['Trouble falling asleep', 'Waking much too early']));
});

test('an added symptom takes over what the server made of it', async () => {
  const { host, person, sent } = openPlan({ data: withPlan(), search: '?page=9' });
  const saved = buildSymptom({ id: 50, text: 'Flat', category: 'mood' });
  host.answer(addSymptom, () => ({ body: saved }));
  await person.type(screen.getByLabelText('Add a mood symptom'), 'Flat{Enter}');
  await waitFor(() => expect(host.store.getState().symptoms).toContainEqual(saved));
  expect(itemTexts()).toEqual(['Tearful', 'Flat']);
  expect(sent('/api/add-symptom/')).toEqual([{ symptom: { text: 'Flat', category: 'mood' } }]);
});

test('a list removes in two clicks: minus, then Remove', async () => {
  const { host, person, sent } = openPlan({ data: withPlan(), search: '?page=7' });
  host.answer(deleteActivity, () => ({}));
  await person.click(screen.getByRole('button', { name: 'Remove Walk' }));
  expect(itemTexts()).toEqual(['Walk', 'Music']);
  await person.click(item('Walk').getByRole('button', { name: /^Remove/ }));
  expect(itemTexts()).toEqual(['Music']);
  expect(screen.getByRole('group', { name: 'Activities' })).toHaveFocus();
  expect(host.announced).toContain('Walk removed.');
  await waitFor(() => expect(sent('/api/delete-activity/')).toEqual([{ id: 1 }]));
});

test('of two items with one text the second takes the place of the first, and is asked about again', async () => {
  const activities = [1, 2].map((id) => ({ id, text: 'Walk' }));
  const { host, person, sent } = openPlan({ data: withPlan({ activities }), search: '?page=7' });
  host.answer(deleteActivity, () => ({}));
  await person.click(item('Walk').getByRole('button', { name: 'Remove Walk' }));
  await person.click(item('Walk').getByRole('button', { name: /^Remove/ }));
  expect(itemTexts()).toEqual(['Walk']);
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  await waitFor(() => expect(sent('/api/delete-activity/')).toEqual([{ id: 1 }]));
});

test('Cancel keeps the item and gives the focus back to its minus', async () => {
  const { person, sent } = openPlan({ data: withPlan(), search: '?page=7' });
  await person.click(screen.getByRole('button', { name: 'Remove Walk' }));
  await person.click(screen.getByRole('button', { name: /^Cancel/ }));
  expect(itemTexts()).toEqual(['Walk', 'Music']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Walk' }));
  expect(sent('/api/delete-activity/')).toHaveLength(0);
});

test('a removed item returns to its place when the server rejects the removal', async () => {
  const { host, person, sent } = openPlan({ data: withPlan(), search: '?page=8' });
  expect(screen.queryByText('Nothing in this list yet.')).toBeNull();
  host.answer(deleteSymptom, reject);
  await person.click(screen.getByRole('button', { name: 'Remove Trouble falling asleep' }));
  await person.click(item('Trouble falling asleep').getByRole('button', { name: /^Remove/ }));
  await waitFor(() => expect(itemTexts()).toEqual(['Trouble falling asleep', 'Waking much too early']));
  expect(host.store.getState().symptoms.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(sent('/api/delete-symptom/')).toEqual([{ id: 1 }]);
});

test('a flag toggles at once, is sent inverted, and toggles back when the server rejects it', async () => {
  const { host, person, sent } = openPlan({ data: withPlan(), search: '?page=8' });
  const flagOf = (text: string) => host.store.getState().symptoms.find((each) => each.text === text)?.redflag;
  host.answer(saveSymptom, () => ({ body: buildSymptom({ redflag: true }) }));
  await person.click(item('Trouble falling asleep').getByRole('button', { name: /Add flag/ }));
  expect(flagOf('Trouble falling asleep')).toBe(true);
  expect(item('Trouble falling asleep').getByRole('button', { name: /^Warning sign/ })).toBeVisible();
  expect(host.announced).toEqual(['Trouble falling asleep is now a warning sign.']);
  await waitFor(() =>
    expect(sent('/api/save-symptom/')).toEqual([
      { symptom: { id: 1, text: 'Trouble falling asleep', category: 'sleep', redflag: true } },
    ]),
  );

  const rejected = Promise.withResolvers<never>();
  host.answer(saveSymptom, () => rejected.promise);
  await person.click(item('Waking much too early').getByRole('button', { name: /^Warning sign/ }));
  expect(flagOf('Waking much too early')).toBe(false);
  expect(host.announced.at(-1)).toBe('Waking much too early is no longer a warning sign.');
  rejected.reject(new CallError('not-found', 'No.', { status: 404 }));
  await waitFor(() => expect(flagOf('Waking much too early')).toBe(true));
});

test('a list that is not edited marks the warning signs only', () => {
  openPlan({ data: withPlan(), search: '?page=summary' });
  expect(item('Waking much too early').getByText('Warning sign')).toBeVisible();
  expect(screen.getAllByText('Warning sign')).toHaveLength(1);
});

test('a symptom of self-harm can be neither removed nor unflagged, and the list says why', () => {
  const symptoms = [
    buildSymptom({ id: 1, text: 'Anxious', category: 'mood' }),
    buildSymptom({ id: 2, text: 'Thoughts of self-harm', category: 'mood', redflag: true, selfHarm: true }),
  ];
  openPlan({ data: withPlan({ symptoms }), search: '?page=9' });
  const { help } = withPlan();
  expect(item('Anxious').getByRole('button', { name: 'Remove Anxious' })).toBeVisible();
  const kept = within(screen.getByText('Thoughts of self-harm').closest('li') ?? document.body);
  expect(kept.queryAllByRole('button')).toEqual([]);
  expect(kept.getByText('Warning sign')).toBeVisible();
  expect(kept.getByText(help?.symptomStays ?? 'missing')).toBeVisible();
});

test.each(['summary', '7', '8'])(
  'a participant who has withdrawn is offered no change of a list on page %s, and told why',
  (page) => {
    const user = { ...withPlan().user, consentAgree: false };
    openPlan({ data: withPlan({ user }), search: `?page=${page}` });
    expect(screen.getByText(/Nothing new is recorded without your consent/)).toBeVisible();
    expect(screen.queryAllByRole('button', { name: /Remove|flag|^Add$|Edit Activities/ })).toEqual([]);
  },
);

test('without a network the change stays and waits to be sent', async () => {
  const { host, person } = openPlan({ data: withPlan(), search: '?page=7' });
  await person.type(screen.getByLabelText('Add an activity'), 'Swim{Enter}');
  await waitFor(() => expect(host.outbox.state.getState().isWaiting).toBe(true));
  expect(itemTexts()).toEqual(['Walk', 'Music', 'Swim']);
  expect(host.outbox.state.getState().entries).toHaveLength(1);
});

test('a reload of the list meanwhile leaves the flag that was saved', async () => {
  const { host, person } = openPlan({ data: withPlan(), search: '?page=8' });
  const answered = Promise.withResolvers<object>();
  host.answer(saveSymptom, () => answered.promise);
  await person.click(item('Trouble falling asleep').getByRole('button', { name: /Add flag/ }));
  act(() => host.store.server.setState({ symptoms: withPlan().symptoms }));
  await act(async () => answered.resolve({ body: buildSymptom({ redflag: true }) }));
  expect(item('Trouble falling asleep').getByRole('button', { name: /^Warning sign/ })).toBeVisible();
});
