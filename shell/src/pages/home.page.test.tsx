// In one file: each stage of a participant is shown by one page.
import '@testing-library/jest-dom/jest-globals';
import { describe, expect, jest, test } from '@jest/globals';
import { answerConsent } from '@stepwise/shared-contracts/calls/consent.calls';
import { followUpDone } from '@stepwise/shared-contracts/calls/follow-up.calls';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveHomestep, sendAddressConfirmation } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { FollowUpState } from '@stepwise/shared-contracts/entities/follow-up';
import { HOME_STEP, type User } from '@stepwise/shared-contracts/entities/user';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import {
  buildAllData,
  buildDoseReport,
  buildHelp,
  buildRecord,
  buildUser,
  buildVenlafaxineSchedule,
} from '@stepwise/tooling/testing/entity-builders';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { focusHelp } from '../components/focus-help.ts';
import { renderApp } from '../testing/render-app.tsx';

const NEW: Partial<User> = {};
const SURVEYED: Partial<User> = { surveydone: true, homestep: HOME_STEP.consent };
const CONSENTED: Partial<User> = { ...SURVEYED, consentAgree: true, homestep: HOME_STEP.questionnaire };
const CONFIRMED: Partial<User> = { ...CONSENTED, homestep: HOME_STEP.plan };

const dataOf = (user: Partial<User>, rest = {}) => buildAllData({ user: buildUser(user), ...rest });
const home = (user: Partial<User>, rest = {}) => renderApp({ data: dataOf(user, rest) });
const steps = () => within(screen.getByRole('main')).getAllByRole('listitem');
/** The device's time zone from now on. Returns what ends it. */
function inZone(timeZone: string): () => void {
  const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone };
  const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
  return () => zone.mockRestore();
}
const step = (number: number) => within(steps()[number - 1] as HTMLElement);
/** What can be pressed, step by step. */
const offers = () =>
  steps().map((item) =>
    [...item.querySelectorAll('a, button')].map((control) => control.textContent?.replace(/ \(opens.*/, '')),
  );

describe('the steps', () => {
  test('name their minutes', async () => {
    await home(NEW);
    const expected = [
      ['Confirm Eligibility', '15 minutes'],
      ['Consent to Participate', '5 minutes'],
      ['Questionnaire', '30 minutes'],
      ['Plan', '20 minutes'],
    ];
    for (const [index, [title = '', minutes = '']] of expected.entries()) {
      expect(step(index + 1).getByRole('heading', { name: title })).toBeVisible();
      expect(step(index + 1).getByText(new RegExp(`^${minutes}`))).toBeVisible();
    }
    expect(await accessibilityViolations(document.body)).toEqual([]);
  });

  test.each([
    ['new', 1, NEW, [['Go'], [], [], []]],
    ['eligible', 2, SURVEYED, [['Re-try'], ['Go'], [], []]],
    ['consented', 3, CONSENTED, [['Re-try'], ['My copy'], ['Go', 'I Confirm'], []]],
    ['confirmed and randomised', 4, { ...CONFIRMED, randomise: true }, [[], ['My copy'], ['Return'], ['Go']]],
  ])('a participant %s finds what comes next and what can be done again', async (_, at, user, expected) => {
    await home(user);
    expect(screen.getByText(`You are on step ${at} of 4.`)).toBeVisible();
    expect(offers()).toEqual(expected);
    expect(steps().filter((item) => item.getAttribute('aria-current') === 'step')).toHaveLength(1);
    expect(await accessibilityViolations(document.body)).toEqual([]);
  });

  test('what is done says Completed', async () => {
    await home(CONSENTED);
    expect(steps().map((item) => item.textContent?.includes('Completed'))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('each Go opens its page', async () => {
    const ways = [
      [NEW, '/survey'],
      [SURVEYED, '/consent'],
      [{ ...CONFIRMED, randomise: true }, '/plan'],
    ] as const;
    for (const [user, path] of ways) {
      await home(user);
      expect(screen.getByRole('link', { name: 'Go' })).toHaveAttribute('href', path);
    }
    await home({ ...CONFIRMED, redcaplink: 'https://redcap.example.org/s/1' });
    const again = ['My copy', 'Return (opens in a new window)'];
    expect(again.map((name) => screen.getByRole('link', { name }).getAttribute('href'))).toEqual([
      ...['/documents/my-consent.pdf', 'https://redcap.example.org/s/1'],
    ]);
    await home(SURVEYED);
    expect(screen.getByRole('link', { name: 'Re-try' })).toHaveAttribute('href', '/survey');
  });

  test('the questionnaire opens in a new window that cannot reach this one; then Go becomes Return', async () => {
    await home({ ...CONSENTED, redcaplink: 'https://redcap.example.org/s/1' });
    const link = step(3).getByRole('link', { name: /^Go/ });
    expect(link).toHaveAttribute('href', 'https://redcap.example.org/s/1');
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await userEvent.click(link);
    expect(step(3).getByRole('link', { name: /^Return/ })).toBeVisible();
  });

  test('I Confirm moves the home step to Plan, and the server’s randomisation shows at once', async () => {
    const { host } = await home(CONSENTED);
    host.answer(saveHomestep, () => ({ body: { user: buildUser({ ...CONFIRMED, randomise: true }) } }));
    await userEvent.click(screen.getByRole('button', { name: 'I Confirm' }));
    expect(host.sent.at(-1)).toEqual({ path: saveHomestep.path, body: { homestep: HOME_STEP.plan } });
    expect(await step(4).findByRole('link', { name: 'Go' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(await screen.findByText('Questionnaire completed.')).toBeInTheDocument();
    expect(within(screen.getByRole('navigation')).getByRole('link', { name: 'Plan' })).toBeVisible();
  });

  test('I Confirm sends one confirmation while offline, however often it is pressed', async () => {
    const { host } = await home(CONSENTED);
    const button = screen.getByRole('button', { name: 'I Confirm' });
    await userEvent.click(button);
    await waitFor(() => expect(host.outbox.state.getState().isWaiting).toBe(true));
    await userEvent.click(button);
    expect(host.outbox.state.getState().entries).toHaveLength(1);
  });

  test('I Confirm waits for the questions about the antidepressant', async () => {
    const { host } = await home(CONSENTED, { baseline: null });
    expect(step(3).getByText('home-questionnaire slot')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'I Confirm' }));
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Please answer the questions about your antidepressant first.',
    );
    expect(host.sent.map(({ path }) => path)).not.toContain(saveHomestep.path);
    act(() => host.store.server.setState({ baseline: { medicine: 106, dose: 363, duration: 501 } }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('while the research team still has to randomise, confirming says what happens', async () => {
    const { host } = await home(CONSENTED);
    host.answer(saveHomestep, () => ({ body: { user: buildUser({ ...CONFIRMED, awaits: 'team' }) } }));
    await userEvent.click(screen.getByRole('button', { name: 'I Confirm' }));
    expect(await step(4).findByText('The research team will tell you what comes next.')).toBeVisible();
    expect(screen.queryByText(/first follow-up questionnaire/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull();
  });

  test('while the address waits to be confirmed, the message can be sent again', async () => {
    const { host } = await home({ ...CONFIRMED, awaits: 'address', email: 'pat@example.org' });
    host.answer(allData, () => ({
      body: dataOf({ ...CONFIRMED, awaits: 'address', email: 'pat@example.org' }),
    }));
    host.answer(sendAddressConfirmation, () => ({}));
    expect(step(4).getByText(/We sent a message to pat@example.org/)).toBeVisible();
    expect(step(3).getByText('home-questionnaire slot')).toBeVisible();
    expect(screen.queryByText(/first follow-up questionnaire/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Go' })).toBeNull();
    expect(await accessibilityViolations(document.body)).toEqual([]);
    const again = step(4).getByRole('button', { name: 'Send it again' });
    await userEvent.click(again);
    expect(await step(4).findByText(/A new message is on its way/)).toBeVisible();
    expect(host.sent.at(-1)?.path).toBe(allData.path);
    host.answer(sendAddressConfirmation, () => {
      throw new CallError('too-many-requests', 'Wait.', { status: 429 });
    });
    await userEvent.click(again);
    expect(await step(4).findByText(/could not be sent/)).toBeVisible();
    host.answer(sendAddressConfirmation, () => new Promise(() => {}));
    await userEvent.click(again);
    expect(again).toHaveAttribute('aria-busy', 'true');
  });

  test('coming back from the link in the message shows the next step', async () => {
    const { host } = await home({ ...CONFIRMED, awaits: 'address' });
    host.answer(allData, () => ({ body: dataOf({ ...CONFIRMED, randomise: true }) }));
    const before = host.sent.length;
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(host.sent).toHaveLength(before);
    hidden.mockRestore();
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await step(4).findByRole('link', { name: 'Go' })).toBeVisible();
  });

  test('a rejected confirmation shows the steps as the server knows them', async () => {
    const { host } = await home(CONSENTED);
    host.answer(saveHomestep, () => {
      throw new CallError('not-yet', 'Consent is missing.', { status: 409 });
    });
    host.answer(allData, () => ({ body: dataOf(SURVEYED) }));
    await userEvent.click(screen.getByRole('button', { name: 'I Confirm' }));
    expect(await step(2).findByRole('link', { name: 'Go' })).toBeVisible();
  });

  test('a rejected confirmation of which the steps do not say why is announced', async () => {
    const { host } = await home(CONSENTED);
    host.answer(saveHomestep, () => {
      throw new CallError('not-yet', 'Not now.', { status: 409 });
    });
    host.answer(allData, () => ({ body: dataOf(CONSENTED) }));
    await userEvent.click(screen.getByRole('button', { name: 'I Confirm' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This step could not be confirmed.');
  });
});

test('a participant not randomised is thanked, sees when to expect news, and gets the information as PDF', async () => {
  await home(CONFIRMED);
  expect(screen.getByText(/contact you in 3 months for your first follow-up questionnaire/)).toBeVisible();
  expect(screen.getByRole('link', { name: /PDF/ })).toHaveAttribute(
    'href',
    '/documents/medicine-information.pdf',
  );
  expect(screen.queryByRole('link', { name: 'Go' })).toBeNull();
  expect(await accessibilityViolations(document.body)).toEqual([]);
});

describe('an ineligible participant', () => {
  const thanked = /Now is not the best time to continue/;

  test('is thanked and not led on', async () => {
    await home({ surveydone: true, surveyineligible: true });
    expect(screen.getByText(thanked)).toBeVisible();
    expect(screen.queryByText('Return in 2 weeks')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Go' })).toBeNull();
    expect(await accessibilityViolations(document.body)).toEqual([]);
  });

  test('while acting: who acts also reads when to return', async () => {
    const acting = { adminActing: true };
    for (const done of [{ surveydone: true }, { actingdone: true }]) {
      await home({ ...done, actingineligible: true }, acting);
      expect(screen.getByText(thanked)).toBeVisible();
      expect(screen.getByText('Return in 2 weeks')).toBeVisible();
    }
    await home({ actingineligible: true }, acting);
    expect(screen.queryByText('Return in 2 weeks')).toBeNull();
  });

  test('for whom help is on reads who else is there', async () => {
    const selfHarm = { at: '2026-11-20T08:00:00.000Z', isOpen: true, readAt: null };
    await home({ surveydone: true, surveyineligible: true }, { help: buildHelp({ selfHarm }) });
    expect(screen.getByRole('region', { name: 'Who else is there' })).toBeVisible();
  });

  test('a survey found ineligible while acting stops the participant too', async () => {
    await home({ ...SURVEYED, actingdone: true, actingineligible: true });
    expect(screen.getByText(thanked)).toBeVisible();
    expect(screen.queryByText('Return in 2 weeks')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Go' })).toBeNull();
  });

  test('before they agreed to take part goes on once they have', async () => {
    await home({ ...CONFIRMED, actingdone: true, actingineligible: true });
    expect(screen.queryByText(thanked)).toBeNull();
  });
});

describe('the timeline', () => {
  const onTimeline = { ...CONFIRMED, randomise: true, homestep: HOME_STEP.timeline };

  test('stands once a schedule exists and the home step says so', async () => {
    await home(onTimeline, { schedule: 11 });
    expect(screen.getByText('home-timeline slot')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
  });

  test('has the page to itself where the address names a section, which no other page has', async () => {
    const due = { months: 3, state: 'due', opensOn: '', dueOn: '', closesOn: '2026-12-01', link: '/' };
    const at = (search: string, user: Partial<User>) =>
      renderApp({ url: `/${search}`, data: dataOf(user, { schedule: 11, followUps: [due] }) });
    const asked = () => screen.queryByRole('heading', { name: 'Your 3-month questionnaire' });
    await at('', onTimeline);
    expect(asked()).toBeVisible();
    await at('?section=dose', onTimeline);
    expect(asked()).toBeNull();
    expect(screen.getByText('home-timeline slot')).toBeVisible();
    await at('?section=dose', CONFIRMED);
    expect(asked()).toBeVisible();
    expect(screen.queryByText('home-timeline slot')).toBeNull();
  });

  test('gives way to the dose to stay on once the participant has left the plan', async () => {
    await home(
      { ...onTimeline, leftplan: true },
      {
        schedule: 11,
        schedules: [buildVenlafaxineSchedule()],
        stopNotice: 'Do not stop suddenly.',
        doseReports: [
          {
            day: '2026-01-01',
            dose: 37,
            schedule: 17,
            kind: 'step',
            step: null,
            reportedAt: '2026-01-01T01:00:00.000Z',
            reportedBy: 'participant',
          },
        ],
      },
    );
    expect(screen.queryByText('home-timeline slot')).toBeNull();
    expect(screen.getByRole('heading', { name: 'You have left the plan' })).toBeVisible();
    expect(screen.getByText('Do not stop suddenly.')).toBeVisible();
    expect(screen.getByText('The last dose you told us is 37.5 mg a day.')).toBeVisible();
    const number = within(screen.getByRole('main')).getByRole('link', { name: '03 5550 0000' });
    expect(number).toHaveAttribute('href', 'tel:0355500000');
    expect(await accessibilityViolations(document.body)).toEqual([]);
  });

  test('after the plan was left, the dose is that of the person’s own day', async () => {
    const restore = inZone('Pacific/Honolulu');
    const doseReports = [
      buildDoseReport({ day: '2026-11-19', dose: 75 }),
      buildDoseReport({ day: '2026-11-20', dose: 50 }),
    ];
    await home({ ...onTimeline, leftplan: true }, { schedule: 11, doseReports });
    expect(screen.getByText('The last dose you told us is 75 mg a day.')).toBeVisible();
    restore();
  });

  test.each([
    ['does not name a dose that was only assumed', { dose: 75, kind: 'assumed' as const }, true],
    ['does not warn against a sudden stop at 0 mg', { dose: 0, kind: 'step' as const }, false],
  ])('after the plan was left, %s', async (_, reported, isWarned) => {
    await home(
      { ...onTimeline, leftplan: true },
      {
        schedule: 17,
        schedules: [buildVenlafaxineSchedule()],
        stopNotice: 'Do not stop suddenly.',
        doseReports: [buildDoseReport({ ...reported, day: '2026-01-01', schedule: 17 })],
      },
    );
    expect(screen.queryByText(/The last dose you told us/)).toBeNull();
    expect(screen.queryAllByText('Do not stop suddenly.')).toHaveLength(Number(isWarned));
  });

  test('says nothing is to be done once the participant has left the trial, and asks for no consent', async () => {
    await home({ ...onTimeline, consentAgree: false }, { schedule: 11, stopNotice: 'Do not stop suddenly.' });
    expect(screen.getByRole('heading', { name: 'You have left the trial' })).toBeVisible();
    expect(screen.getByText('Do not stop suddenly.')).toBeVisible();
    expect(screen.queryByText(/You are on step/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Go' })).toBeNull();
    const links = within(screen.getByRole('main')).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['tel:0355500000', '/consent']);
    expect(await accessibilityViolations(document.body)).toEqual([]);
  });

  test.each([
    ['no schedule', onTimeline, null],
    ['an earlier home step', CONFIRMED, 11],
    ['a consent that was withdrawn', { ...onTimeline, consentAgree: false }, 11],
  ])('does not with %s', async (_, user, schedule) => {
    await home(user, { schedule });
    expect(screen.queryByText('home-timeline slot')).toBeNull();
  });
});

describe('a follow-up', () => {
  const reduction = { ...CONFIRMED, randomise: true, homestep: HOME_STEP.timeline };
  const followUps = (state: FollowUpState) => [
    {
      months: 3,
      state,
      opensOn: '2026-06-03',
      dueOn: '2026-06-10',
      closesOn: '2026-07-22',
      link: '/account/follow-up/token',
    },
  ];
  const heading = () => screen.queryByRole('heading', { name: 'Your 3-month questionnaire' });

  test.each([
    ['usual care', CONFIRMED, null, ' Tell us here when it is done.'],
    // The check-up comes first.
    ['the reduction arm', reduction, 11, ''],
  ])('that is due is opened and confirmed in %s', async (_, user, schedule, more) => {
    const { host } = await home(user, { schedule, followUps: followUps('due') });
    expect(screen.getByRole('link', { name: /^Open the questionnaire/ })).toHaveAttribute(
      'href',
      '/account/follow-up/token',
    );
    expect(screen.getByText(/^Ready on another website/).textContent).toBe(
      `Ready on another website until 22/07/2026.${more}`,
    );
    expect(await accessibilityViolations(document.body)).toEqual([]);
    const confirm = screen.getByRole('button', { name: 'I have done it' });
    host.answer(allData, () => ({ body: dataOf(user, { schedule, followUps: followUps('reminded') }) }));
    host.answer(followUpDone, () => {
      throw new CallError('not-yet', 'Too early.', { status: 409 });
    });
    await userEvent.click(confirm);
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be saved. Please try again.');
    // It may have been reported elsewhere.
    await waitFor(() => expect(host.store.getState().followUps).toEqual(followUps('reminded')));

    const sent: unknown[] = [];
    const answered = Promise.withResolvers<object>();
    host.answer(followUpDone, (body) => {
      sent.push(body);
      return answered.promise;
    });
    host.answer(allData, () => ({ body: dataOf(user, { schedule, followUps: followUps('done') }) }));
    await userEvent.click(confirm);
    expect(confirm).toHaveAttribute('aria-busy', 'true');
    answered.resolve({});
    await waitFor(() => expect(heading()).toBeNull());
    expect(sent).toEqual([{ months: 3 }]);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your questionnaire is reported as done. It was the last one.',
    );
  });

  test('is filled once the check-up of the person’s own day is made', async () => {
    const restore = inZone('Pacific/Honolulu');
    const records = [buildRecord({ date: '2026-11-19', localDate: '2026-11-19' })];
    await home(reduction, { schedule: 11, records, followUps: followUps('due') });
    expect(screen.getByText(/Tell us here when it is done/)).toBeVisible();
    restore();
  });

  test('that was done says when the next one opens', async () => {
    const later = ['2026-09-03', '2026-12-03'].flatMap((opensOn) =>
      followUps('planned').map((each) => ({ ...each, opensOn })),
    );
    const { host } = await home(CONFIRMED, { followUps: [...followUps('due'), ...later] });
    host.answer(followUpDone, () => ({}));
    host.answer(allData, () => ({ body: dataOf(CONFIRMED, { followUps: followUps('done') }) }));
    await userEvent.click(screen.getByRole('button', { name: 'I have done it' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The next one opens on 03/09/2026.');
  });

  test.each(['planned', 'done', 'late', 'missed', 'not-applicable'] as const)(
    'that is %s is not asked for',
    async (state) => {
      await home(CONFIRMED, { followUps: followUps(state) });
      expect(heading()).toBeNull();
    },
  );
});

describe('between the follow-ups and after the last', () => {
  const followUp = (months: number, state: FollowUpState, opensOn: string) => ({
    ...{
      months,
      state,
      opensOn,
      dueOn: '2027-01-01',
      closesOn: '2027-02-01',
      link: '/account/follow-up/token',
    },
  });
  const closing = {
    paragraphs: ['Thank you for taking part to the end.', 'The team no longer reads it.'],
    stillReducing: 'Your plan goes on.',
  };
  const homeTexts = { saved: '', lookBack: { recent: '', beforeStep: '', before: '', nothing: '' }, closing };
  const ended = [followUp(3, 'done', '2026-06-03'), followUp(6, 'missed', '2026-09-03')];
  const heading = () => screen.queryByRole('heading', { name: 'The trial has ended for you' });

  test('usual care reads which questionnaire comes next, and when', async () => {
    const followUps = [
      followUp(3, 'done', '2026-06-03'),
      followUp(6, 'planned', '2026-09-03'),
      followUp(12, 'planned', '2027-03-03'),
    ];
    await home(CONFIRMED, { followUps });
    expect(screen.getByText(/^Your 6-month questionnaire opens on 03\/09\/2026/)).toBeVisible();
    expect(screen.getByText(/^Please keep taking your medicine as you do now/)).toBeVisible();
    expect(screen.getByRole('link', { name: /PDF/ })).toBeVisible();
    expect(screen.queryByText(/first follow-up questionnaire/)).toBeNull();
    expect(await accessibilityViolations(document.body)).toEqual([]);
  });

  test('usual care reads at the end what happens with its information', async () => {
    await home(CONFIRMED, { followUps: ended, homeTexts });
    expect(heading()).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Thank you, /);
    for (const text of closing.paragraphs) expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'What is kept about you (PDF)' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Your daily records (CSV)' })).toBeNull();
    expect(screen.queryByText(/questionnaire/)).toBeNull();
    expect(await accessibilityViolations(document.body)).toEqual([]);
  });

  test('a person whose plan goes on keeps the timeline, and reads who no longer reads it', async () => {
    const records = [buildRecord({ date: '2026-06-01', localDate: '2026-06-01' })];
    const user = { ...CONFIRMED, randomise: true, homestep: HOME_STEP.timeline };
    const prescriptions = [
      { id: 1, date: '2026-06-01', planned: '2026-06-01', dose: 50, days: 28, note: '', current: true },
      { id: 2, date: '2026-06-29', planned: '2026-06-29', dose: 0, days: 0, note: '' },
    ];
    await home(user, { followUps: ended, homeTexts, schedule: 11, prescriptions, records });
    expect(heading()).toBeVisible();
    expect(screen.getByText('Your plan goes on.')).toBeVisible();
    expect(screen.getByText('home-timeline slot')).toBeVisible();
    expect(screen.getByText('Thank you for taking part to the end.')).not.toBeVisible();
    const files = [...document.querySelectorAll('details a')].map((link) => link.getAttribute('href'));
    expect(files).toEqual(['/documents/my-information.pdf', '/documents/my-records.csv']);
  });

  test('a person whose last follow-up is open reads nothing of an end', async () => {
    await home(CONFIRMED, { followUps: [followUp(3, 'due', '2026-06-03')], homeTexts });
    expect(heading()).toBeNull();
    expect(screen.getByText('This questionnaire is the last one.')).toBeVisible();
  });
});

describe('a new consent form', () => {
  const reconsent = {
    demand: 'inform',
    version: '2',
    hash: 'h2',
    changed: ['One more question.'],
    stopsRecording: false,
  };

  test('that informs says what changed and is confirmed', async () => {
    const { host } = await home(CONFIRMED, { reconsent });
    expect(screen.getByText('One more question.')).toBeVisible();
    expect(await accessibilityViolations(document.body)).toEqual([]);
    const confirm = screen.getByRole('button', { name: 'I have read this' });
    const variants = [screen.getByRole('link', { name: 'Read the new form' }), confirm];
    expect(variants.map((control) => control.dataset.variant)).toEqual(['quiet', 'filled']);
    host.answer(answerConsent, () => {
      throw new CallError('unreachable', 'No answer came.');
    });
    host.answer(allData, () => ({
      body: dataOf(CONFIRMED, { reconsent: { ...reconsent, changed: ['Two more questions.'] } }),
    }));
    await userEvent.click(confirm);
    expect(await screen.findByRole('alert')).toHaveTextContent('This could not be saved. Please try again.');
    expect(await screen.findByText('Two more questions.')).toBeVisible();
    const sent: unknown[] = [];
    const answered = Promise.withResolvers<object>();
    host.answer(answerConsent, (body) => {
      sent.push(body);
      return answered.promise;
    });
    host.answer(allData, () => ({ body: dataOf(CONFIRMED, { reconsent: null }) }));
    await userEvent.click(confirm);
    expect(confirm).toHaveAttribute('aria-busy', 'true');
    answered.resolve({});
    await waitFor(() => expect(screen.queryByText('The consent form has changed')).toBeNull());
    expect(sent).toEqual([{ hash: 'h2', answer: 'informed' }]);
    expect(screen.getByText('Thank you. Your answer is saved.')).toBeInTheDocument();
  });

  test('is answered by the participant only', async () => {
    const only = 'Only the participant can answer.';
    await home(CONFIRMED, { reconsent });
    expect(screen.queryByText(only)).toBeNull();
    await home(CONFIRMED, { reconsent, adminActing: true });
    expect(screen.getByText(only)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'I have read this' })).toBeNull();
  });

  test.each([
    ['on the timeline', { ...CONFIRMED, homestep: HOME_STEP.timeline }, true],
    ['who left the plan', { ...CONFIRMED, homestep: HOME_STEP.timeline, leftplan: true }, false],
    ['without check-ups', CONFIRMED, false],
  ])(
    'that is required opens the form; to someone %s it says what waits for it',
    async (_, user, hasCheckUps) => {
      await home(user, { reconsent: { ...reconsent, demand: 'required', stopsRecording: true } });
      const form = screen.getByRole('link', { name: 'Read the new form' });
      expect(form).toHaveAttribute('href', '/consent');
      expect(form).toHaveAttribute('data-variant', 'filled');
      expect(screen.queryAllByText(/no daily check-ups are recorded/)).toHaveLength(hasCheckUps ? 1 : 0);
      expect(screen.queryByRole('button', { name: 'I have read this' })).toBeNull();
    },
  );
});

test('while help is on, who left the plan reads who else is there, and the next day how it is', async () => {
  const left = { ...CONFIRMED, homestep: HOME_STEP.timeline, leftplan: true };
  const at = (instant: string, readAt = '2026-11-20T08:10:00.000Z') =>
    home(left, { help: buildHelp({ selfHarm: { at: instant, isOpen: true, readAt } }) });
  await at('2026-11-20T08:00:00.000Z');
  expect(screen.getByRole('region', { name: 'Who else is there' })).toHaveTextContent(
    /The team read your record today/,
  );
  const title = (name: string) => expect(screen.getByRole('heading', { name })).toBeVisible();
  title('If you might hurt yourself, call now');
  expect(focusHelp()).toBe(true);
  expect(screen.getByRole('heading', { name: 'If you might hurt yourself, call now' })).toHaveFocus();
  cleanup();
  // The same day in Melbourne, and the day before by UTC.
  const restore = inZone('Australia/Melbourne');
  await at('2026-11-19T22:00:00.000Z');
  const card = screen.getByRole('region', { name: 'Who else is there' });
  expect(card).toHaveTextContent('The team read your record today at 7:10 pm.');
  expect(within(card).getByRole('link', { name: 'Chat with Lifeline' })).toBeVisible();
  expect(within(card).getByRole('link', { name: '03 5550 0000' })).toHaveAttribute('href', 'tel:0355500000');
  title('If you might hurt yourself, call now');
  restore();
  cleanup();
  await at('2026-11-18T08:00:00.000Z', '2026-11-18T08:10:00.000Z');
  expect(screen.getByRole('region', { name: 'How is it now?' })).toHaveTextContent(
    /The team read your record on Wednesday 18 November/,
  );
  cleanup();
  await at('2026-11-18T08:00:00.000Z');
  const asked = screen.getByRole('region', { name: 'How is it now?' });
  expect(asked).toHaveTextContent(/The team read your record today/);
  expect(asked).not.toHaveTextContent(/harm|hurt|suicid/i);
  expect(within(asked).queryByRole('link', { name: 'Chat with Lifeline' })).toBeNull();
  title('Someone is there, day and night');
  await userEvent.click(screen.getByRole('button', { name: 'Call someone' }));
  const answered = screen.getByRole('heading', { name: 'Who else is there' });
  expect(answered).toHaveFocus();
  expect(screen.getByRole('link', { name: 'Call 000' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Call 13 11 14' })).toBeVisible();
  expect(await accessibilityViolations(document.body)).toEqual([]);
});

test('while help is on, who wants no call now reads who else is there, as does the team', async () => {
  const left = { ...CONFIRMED, homestep: HOME_STEP.timeline, leftplan: true };
  const help = buildHelp({ selfHarm: { at: '2026-11-18T08:00:00.000Z', isOpen: true, readAt: null } });
  await home(left, { help });
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
  const heading = screen.getByRole('heading', { name: 'Who else is there' });
  expect(heading).toHaveFocus();
  expect(screen.queryByRole('link', { name: 'Call 000' })).toBeNull();
  await home(left, { help, adminActing: true });
  expect(screen.getByRole('region', { name: 'Who else is there' })).toBeVisible();
});
