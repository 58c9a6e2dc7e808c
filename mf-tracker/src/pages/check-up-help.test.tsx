// In one file: help is followed from the check-up that turns it on to its end.
import '@testing-library/jest-dom/jest-globals';
import { describe, expect, jest, test } from '@jest/globals';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import type { HelpData } from '@stepwise/shared-contracts/entities/help';
import {
  buildDoseReport,
  buildHelp,
  buildRecord,
  buildSiteContent,
} from '@stepwise/tooling/testing/entity-builders';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  answerFeelingLow,
  answerYes,
  clock,
  FRIDAY_EVENING,
  hostOf,
  inTimeZone,
  onTimeline,
  type Person,
  press,
  reload,
  scrollIntoView,
  show,
  start,
  step,
  symptoms,
  takeCheckUps,
  thursday,
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
  expect(within(care).getByText('You marked a warning sign.')).toBeVisible();
  expect(within(care).getByRole('link', { name: 'Call Dr Kim Nguyen' }).getAttribute('href')).toBe(
    'tel:0491570006',
  );
  await tick(person, /self-harm/);
  expect(scrollIntoView).not.toHaveBeenCalled();
  const crisis = screen.getByRole('alert');
  expect(
    within(crisis)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Call 000', 'tel:000'],
    ['Call 13 11 14', 'tel:131114'],
  ]);
  await tick(person, /self-harm/);
  await tick(person, /Feeling low/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where the shell shows the numbers, a sign of self-harm says the hours only, and saving focuses them', async () => {
  const { host, person } = show();
  const focusHelp = jest.fn(() => true);
  host.focusHelp = focusHelp;
  takeCheckUps(host);
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  await tick(person, /Feeling low/);
  expect(screen.getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeVisible();
  await tick(person, /self-harm/);
  const hours = () => screen.queryByText(/Outside them nobody can/);
  expect(hours()).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
  await press(person, 'Next');
  await press(person, 'No');
  // No sign was chosen from this list.
  expect(hours()).toBeNull();
  await press(person, 'Next');
  expect(hours()).toBeVisible();
  expect(focusHelp).not.toHaveBeenCalled();
  await press(person, 'Add to time line');
  await screen.findByText('Thank you. Today is on your timeline.');
  expect(focusHelp).toHaveBeenCalled();
  expect(document.activeElement?.textContent).not.toBe('Thank you. Today is on your timeline.');
});

const helpRegion = () => screen.queryByRole('region', { name: 'Help for today' });

test('after a record with a warning sign help stays on Home until the end of the day', async () => {
  const { host, person, unmount } = show();
  takeCheckUps(host);
  await answerFeelingLow(person);
  expect(screen.getByText('Not saved yet')).toBeVisible();
  await press(person, 'Add to time line');
  await waitFor(() => expect(host.store.server.getState().records).toHaveLength(1));
  const help = within(helpRegion() as HTMLElement);
  expect(help.getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeVisible();
  expect(
    help.getByText(/^The team’s hours begin again on Monday at 9:00am. Outside them nobody can read/),
  ).toBeVisible();
  expect(help.getByText(/A member of the team reads your record/)).toBeVisible();

  // A record without the sign takes its place, and the help stays; the day after it is gone.
  await person.click(screen.getByRole('link', { name: 'Do it again' }));
  await answerYes(person);
  await press(person, 'Add to time line');
  await waitFor(() => expect(host.store.server.getState().records).toMatchObject([{ mood: true }]));
  expect(helpRegion()).toBeVisible();
  expect(within(helpRegion() as HTMLElement).queryByText(/What happens next/)).toBeNull();
  unmount();
  clock.instant = '2026-11-21T09:00:00.000Z';
  reload(host, '/');
  expect(helpRegion()).toBeNull();
});

test('a warning sign that waits for a network keeps the help, and says that it was not sent', async () => {
  const { person } = show(onTimeline({ doctor: { name: '', phone: '0491 570 006', email: '' } }));
  await answerFeelingLow(person);
  await press(person, 'Add to time line');
  await screen.findByText(/Your check-up has not been sent yet/);
  expect(screen.getByRole('link', { name: 'Call your doctor or nurse' })).toBeVisible();
});

test.each([
  [{}, 'The team’s hours begin again on Monday at 9:00am.'],
  [{ holidays: ['2026-11-23'] }, 'The team’s hours begin again on Tuesday at 9:00am.'],
  [{ openingHours: undefined }, 'The research team’s hours are Monday to Friday, 9:00am to 5:30pm.'],
])('help says the hours of the team with %o', (team, words) => {
  const site = buildSiteContent();
  const researchTeam = { ...site.researchTeam, ...team };
  const flagged = buildRecord({ symptoms: symptoms.slice(2, 3) });
  show(onTimeline({ records: [flagged] }), '/', { ...site, researchTeam });
  expect(helpRegion()).toHaveTextContent(`${words} Outside them nobody can read`);
});

test('help names the team’s time zone once the phone has come into another one', () => {
  show(onTimeline({ records: [buildRecord({ symptoms: symptoms.slice(2, 3) })] }));
  expect(helpRegion()).not.toHaveTextContent('Melbourne time');
  inTimeZone('Australia/Perth');
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect(helpRegion()).toHaveTextContent('on Monday at 9:00am, Melbourne time.');
});

const CRISIS = 'If you might hurt yourself, call now';
const crisisCard = () => within(screen.getByRole('region', { name: CRISIS }));
const NEXT_MORNING = '2026-11-20T22:40:00.000Z';

/** Ticks self-harm and leaves the check-up there, or saves it. */
async function tickSelfHarm(person: Person, end: 'saves' | 'leaves') {
  await start(person);
  await press(person, 'Yes');
  await press(person, 'No');
  await tick(person, /self-harm/);
  if (end === 'saves')
    for (const name of ['Next', 'Yes', 'Next', 'Add to time line']) await press(person, name);
}

const last = { at: FRIDAY_EVENING, isOpen: true, readAt: null };

/** Home of a person whose last record of self-harm is of Friday evening, on another device. */
const onAnotherDevice = (
  selfHarm: Partial<NonNullable<HelpData['selfHarm']>> = {},
  overrides: Partial<AllData> = {},
) => {
  clock.instant = NEXT_MORNING;
  return show(
    onTimeline({
      help: buildHelp({ selfHarm: { ...last, ...selfHarm } }),
      records: [thursday],
      ...overrides,
    }),
  );
};

describe('help on Home', () => {
  test('stays when a check-up with self-harm is left, and says that the team does not see it', async () => {
    const wednesday = buildRecord({ date: '2026-11-18', localDate: '2026-11-18' });
    const user = { ...onTimeline().user, phone: '' };
    const { host, person, unmount } = show(onTimeline({ user, records: [wednesday] }));
    await tickSelfHarm(person, 'leaves');
    unmount();
    const home = reload(host, '/');
    expect(crisisCard().getByRole('link', { name: 'Call 000' })).toBeVisible();
    expect(crisisCard().getByText(/Your check-up is not saved. The team does not see it/)).toBeVisible();
    expect(screen.queryByLabelText(buildHelp().phone)).toBeNull();
    // A check-up of yesterday takes the place of the one with the tick.
    await home.person.click(screen.getByRole('link', { name: 'Add yesterday' }));
    await press(home.person, 'Back');
    expect(crisisCard().queryByText(/is not saved/)).toBeNull();
  });

  test('goes with the tick, and stays once the check-up was redone', async () => {
    const { host, person, unmount } = show();
    await tickSelfHarm(person, 'leaves');
    await tick(person, /self-harm/);
    unmount();
    const home = reload(host, '/');
    expect(screen.queryByRole('region', { name: CRISIS })).toBeNull();
    home.unmount();
    const again = reload(host, '/?check-up=mood-signs');
    await tick(again.person, /self-harm/);
    for (const name of ['Next', 'Yes', 'Next', 'Redo']) await press(again.person, name);
    again.unmount();
    reload(host, '/');
    expect(crisisCard().queryByText(/is not saved/)).toBeNull();
  });

  test('offers no check-up while a new consent form has to be answered first', async () => {
    const reconsent = {
      ...{ demand: 'required' as const, version: '2', hash: 'h', changed: [] },
      stopsRecording: true,
    };
    const { unmount } = onAnotherDevice();
    const checkUps = () => screen.queryAllByRole('link', { name: /check-up/i });
    expect(checkUps()).toHaveLength(2);
    unmount();
    onAnotherDevice({}, { reconsent });
    expect(checkUps()).toEqual([]);
    expect(
      screen.getByText('Please read the new consent form first. Your doses stay as they are.'),
    ).toBeVisible();
  });

  test('names 000 and 13 11 14, then the person’s own people, then text and chat', async () => {
    const { person } = onAnotherDevice({}, { support: { name: 'Jo', phone: '0491 570 110' } });
    await press(person, 'Call someone');
    const card = within(screen.getByRole('region', { name: buildHelp().later }));
    expect(card.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Call 000',
      'Call 13 11 14',
      'Call Dr Kim Nguyen',
      'Call Jo',
      'Text 0477 13 11 14',
      'Chat with Lifeline',
    ]);
    expect(card.getByText('Lifeline, to talk, 24 hours')).toBeVisible();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: buildHelp().later }));
  });

  test('repeats no number that the shell has at the window’s top', () => {
    const host = hostOf(onTimeline({ help: buildHelp({ selfHarm: last }) }));
    host.focusHelp = () => true;
    show(undefined, '/', host.site, host);
    const card = within(screen.getByRole('region', { name: 'Who else is there' }));
    expect(card.queryByRole('link', { name: /^Call (000|13 11 14)$/ })).toBeNull();
    expect(card.getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeVisible();
  });

  test('gives the numbers to who wants to call on a later day, also where the shell has them', async () => {
    clock.instant = NEXT_MORNING;
    const host = hostOf(onTimeline({ help: buildHelp({ selfHarm: last }), records: [thursday] }));
    host.focusHelp = () => true;
    const { person } = show(undefined, '/', host.site, host);
    const card = () => within(screen.getByRole('region', { name: /How is it now|Who else is there/ }));
    expect(card().queryByRole('link', { name: /^Call/ })).toBeNull();
    await press(person, 'Call someone');
    expect(card().getAllByRole('link', { name: /^Call (000|13 11 14)$/ })).toHaveLength(2);
  });

  test('says no more than the team’s hours while it asks how it is', () => {
    onAnotherDevice({}, { user: { ...onTimeline().user, phone: '' } });
    const card = screen.getByRole('region', { name: 'How is it now?' });
    expect(card).not.toHaveTextContent('What happens next');
    expect(within(card).queryByRole('textbox')).toBeNull();
  });

  test('asks on the next day how it is, without naming what was recorded, and says what the team did', () => {
    onAnotherDevice({ readAt: '2026-11-20T22:10:00.000Z' });
    const card = screen.getByRole('region', { name: 'How is it now?' });
    expect(card.textContent).toContain('The team read your record today at 9:10 am.');
    expect(card.textContent).not.toMatch(/harm|hurt|suicid/i);
    expect(within(card).getByRole('link', { name: 'Do today’s check-up' })).toBeVisible();
  });

  test('says the day on which the team read the record', () => {
    onAnotherDevice({ readAt: '2026-11-20T09:30:00.000Z' });
    expect(screen.getByText('The team read your record on Friday 20 November at 8:30 pm.')).toBeVisible();
  });

  test('offers today’s check-up where it was left, and no more once it is made', async () => {
    const wednesday = buildRecord({ date: '2026-11-18', localDate: '2026-11-18' });
    const { host, person, unmount } = onAnotherDevice({}, { records: [wednesday] });
    const offer = () => screen.queryByRole('link', { name: 'Do today’s check-up' });
    await person.click(offer() as HTMLElement);
    await press(person, 'Yes');
    unmount();
    const again = show(undefined, '/', host.site, host);
    expect(offer()).toHaveAttribute('href', '/?check-up=mood');
    await again.person.click(screen.getByRole('link', { name: 'Add yesterday' }));
    await press(again.person, 'Yes');
    again.unmount();
    const later = show(undefined, '/', host.site, host);
    expect(offer()).toHaveAttribute('href', '/?check-up=sleep');
    later.unmount();
    onAnotherDevice({}, { records: [thursday, buildRecord({ localDate: '2026-11-21' })] });
    expect(screen.getByText('How is it now?')).toBeVisible();
    expect(offer()).toBeNull();
  });

  test('offers a check-up of the morning that is of that day, though UTC has the day before', async () => {
    const friday = buildRecord({ date: '2026-11-20', localDate: '2026-11-20' });
    const { person } = onAnotherDevice({}, { records: [thursday, friday] });
    await person.click(screen.getByRole('link', { name: 'Do today’s check-up' }));
    await answerYes(person);
    expect(screen.getByText('Saturday 21 November')).toBeVisible();
  });

  test('asks nothing on the person’s own day of the record, which UTC counts as the day before', () => {
    onAnotherDevice({ at: '2026-11-20T13:30:00.000Z' });
    expect(crisisCard().getByRole('link', { name: 'Call 000' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull();
  });

  test('asks who left the plan as well, whose check-ups are over', async () => {
    const user = { ...onTimeline().user, leftplan: true };
    const { person } = onAnotherDevice({}, { user });
    const card = within(screen.getByRole('region', { name: 'How is it now?' }));
    expect(card.queryByRole('link', { name: 'Do today’s check-up' })).toBeNull();
    await person.click(card.getByRole('button', { name: 'Not now' }));
    expect(screen.getByRole('link', { name: 'Call Dr Kim Nguyen' })).toBeVisible();
  });

  test('asks for a phone number also once the team has read the record', async () => {
    const user = { ...onTimeline().user, phone: '' };
    const { person } = onAnotherDevice({ readAt: '2026-11-20T22:10:00.000Z' }, { user });
    expect(screen.queryByLabelText(buildHelp().phone)).toBeNull();
    await press(person, 'Not now');
    await person.type(screen.getByLabelText(buildHelp().phone), '0491 570 006');
    await press(person, 'Save');
    expect(screen.queryByLabelText(buildHelp().phone)).toBeNull();
    expect(document.activeElement?.textContent).toBe('The team read your record today at 9:10 am.');
  });

  test('stores no answer, and is asked for again when the page is opened again', async () => {
    const { host, person, unmount } = onAnotherDevice();
    await press(person, 'Not now');
    expect(screen.queryByText('How is it now?')).toBeNull();
    const heading = screen.getByRole('heading', { name: buildHelp().later });
    expect(document.activeElement).toBe(heading);
    expect(host.outbox.state.getState()).toMatchObject({ entries: [], draft: null });
    unmount();
    show(undefined, '/', host.site, host);
    expect(screen.getByText('How is it now?')).toBeVisible();
  });

  test('asks nothing while a researcher acts, neither how it is nor for a phone number', () => {
    onAnotherDevice({}, { adminActing: true, user: { ...onTimeline().user, phone: '' } });
    expect(screen.getByRole('region', { name: buildHelp().later })).toBeVisible();
    expect(screen.queryByText('How is it now?')).toBeNull();
    expect(screen.queryByLabelText(/Your phone number/)).toBeNull();
    expect(screen.queryByText(/calls you/)).toBeNull();
  });

  test('is over once the hours have passed and the sign is closed, and not before', () => {
    const at = (hours: number) => new Date(Date.parse(NEXT_MORNING) - hours * 3_600_000).toISOString();
    for (const [hours, isOpen, isOn] of [
      [71.9, false, true],
      [72, false, false],
      [500, true, true],
    ] as const) {
      const { unmount } = onAnotherDevice({ at: at(hours), isOpen });
      expect(screen.queryByText('How is it now?') !== null).toBe(isOn);
      unmount();
    }
  });

  test('a draft of the day before keeps nothing but the instant of the tick', async () => {
    const { host, person, unmount } = show();
    await tickSelfHarm(person, 'leaves');
    unmount();
    clock.instant = NEXT_MORNING;
    reload(host, '/');
    expect(screen.getByText('How is it now?')).toBeVisible();
    expect(host.outbox.state.getState().draft).toMatchObject({
      begunOn: '2026-11-21',
      answers: { symptoms: [] },
      carriedAt: FRIDAY_EVENING,
    });
  });

  test('counts from the tick, however long the check-up goes on', async () => {
    const { host, person } = show();
    await start(person);
    await press(person, 'Yes');
    await press(person, 'No');
    await tick(person, /self-harm/);
    clock.instant = '2026-11-20T10:00:00.000Z';
    await press(person, 'Next');
    expect(host.outbox.state.getState().draft).toMatchObject({ tickedAt: FRIDAY_EVENING });
    for (const name of ['Yes', 'Next', 'Add to time line']) await press(person, name);
    expect(host.sent).toMatchObject([{ body: { recordedAt: clock.instant } }]);
  });

  test('asks for a phone number also where the record waits for a network', async () => {
    const { person } = show(onTimeline({ user: { ...onTimeline().user, phone: '' } }));
    await tickSelfHarm(person, 'saves');
    expect(await screen.findByLabelText(buildHelp().phone)).toBeVisible();
    expect(crisisCard().getByText(/has not been sent yet/)).toBeVisible();
  });

  test('asks for a phone number where none is known, before it says that the team calls', async () => {
    const user = { ...onTimeline().user, phone: '' };
    const { host, person, unmount } = show(onTimeline({ user }));
    takeCheckUps(host);
    await tickSelfHarm(person, 'saves');
    const field = await screen.findByLabelText(buildHelp().phone);
    expect(screen.queryByText(/calls you/)).toBeNull();
    await press(person, 'Save');
    expect(crisisCard().getByText('Enter your phone number')).toBeVisible();
    expect(field).toHaveFocus();
    await person.type(field, ' 0491 570 006 ');
    unmount();
    const again = reload(host);
    expect(screen.getByLabelText(buildHelp().phone)).toHaveValue(' 0491 570 006 ');
    await press(again.person, 'Save');
    expect(host.outbox.state.getState().typed).toEqual({});
    const { firstName, lastName, email } = user;
    const known = { firstName, lastName, email, phone: '' };
    expect(host.outbox.state.getState().entries.at(-1)).toMatchObject({
      path: '/api/save-user/',
      body: { ...known, phone: '0491 570 006', password: '', known },
    });
    expect(document.activeElement?.textContent).toMatch(/calls you if it worries them/);
  });
});

describe('while help is on', () => {
  const due = {
    prescriptions: [
      { ...step(1, '2026-10-12', 75), current: true },
      step(2, '2026-11-21', 50),
      { ...step(3, '2026-12-19', 25), days: 0 },
    ],
  };

  test('no planned step is offered or announced, and another dose can be reported', async () => {
    const medication = [{ id: 6, setupoption: 106, doses: [], forms: [{ id: 61, text: '50 mg tablet' }] }];
    const { host, person } = onAnotherDevice({}, { ...due, medication });
    const card = within(screen.getByRole('region', { name: 'Today’s dose' }));
    expect(
      card.getByText('Change nothing on your own. Talk first, to Dr Kim Nguyen or the research team.'),
    ).toBeVisible();
    expect(document.body.textContent).not.toMatch(/50 mg|25 mg|planned step|\bDay \d|strengths/i);
    expect(card.queryByRole('button', { name: 'This step is too hard' })).toBeNull();
    await person.click(card.getByRole('button', { name: 'Talk to someone' }));
    expect(card.getByText('Who to talk to')).toBeVisible();
    expect(host.outbox.state.getState().entries).toMatchObject([{ body: { reason: 'talk' } }]);
    await person.click(card.getByRole('button', { name: 'Another dose' }));
    expect(card.getByLabelText(/Dose in mg/)).toBeVisible();
  });

  test('an answer of today is not changed', () => {
    const answered = { day: '2026-11-21', dose: 50, step: 2 };
    const started = buildDoseReport({ day: '2026-10-12', dose: 75, step: 1, kind: 'starting' });
    const doseReports = [started, buildDoseReport(answered)];
    const { unmount } = onAnotherDevice({}, { ...due, doseReports });
    const change = () => screen.queryByRole('button', { name: 'Change today’s answer' });
    expect(change()).toBeNull();
    unmount();
    onAnotherDevice({ at: '2026-11-01T00:00:00.000Z', isOpen: false }, { ...due, doseReports });
    expect(change()).toBeVisible();
  });

  test('nothing is said of when the next step is asked about', () => {
    const started = buildDoseReport({ day: '2026-10-12', dose: 75, step: 1, kind: 'starting' });
    const stays = buildDoseReport({ day: '2026-11-10', dose: 75, step: 1, stay: { until: null } });
    const doseReports = [started, stays];
    const { unmount } = onAnotherDevice({}, { ...due, doseReports });
    const staying = () => screen.queryByText(/^You stay on 75 mg/);
    expect(staying()).toBeNull();
    unmount();
    onAnotherDevice({ at: '2026-11-01T00:00:00.000Z', isOpen: false }, { ...due, doseReports });
    expect(staying()).toBeVisible();
  });

  test('it is announced and offered again once help is off', () => {
    onAnotherDevice({ at: '2026-11-01T00:00:00.000Z', isOpen: false }, due);
    expect(screen.getByRole('button', { name: '50 mg, since today' })).toBeVisible();
  });
});
