// In one file: every test starts the whole app.
import '@testing-library/jest-dom/jest-globals';
import { describe, expect, test } from '@jest/globals';
import { privacyStatement } from '@stepwise/shared-contracts/calls/content.calls';
import { allData, loginCheck, loginUser, logoutUser } from '@stepwise/shared-contracts/calls/session.calls';
import { surveyData, surveySaveOption } from '@stepwise/shared-contracts/calls/survey.calls';
import { saveDoctor } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { EMPTY_STATE } from '@stepwise/shared-contracts/store/participant-state';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import {
  buildAllData,
  buildHelp,
  buildSiteContent,
  buildSurvey,
  buildUser,
} from '@stepwise/tooling/testing/entity-builders';
import type { FakeHost } from '@stepwise/tooling/testing/fake-host';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { participantBundle } from '../services/participant-bundle.ts';
import { renderApp } from '../testing/render-app.tsx';

const fails = () => {
  throw new CallError('internal', 'Fault.', { status: 500 });
};
const navigation = () =>
  within(screen.getByRole('navigation'))
    .getAllByRole('link')
    .map((link) => link.textContent);
const participant = buildAllData();
const randomised = buildAllData({ user: buildUser({ randomise: true }) });
const DOCTOR = { name: 'Dr Kim Nguyen', phone: '', email: '' };
/** Its answer is not waited for: nothing comes until the test says so. */
const sendDoctor = ({ outbox }: Pick<FakeHost, 'outbox'>) =>
  act(async () => void outbox.send(saveDoctor, DOCTOR));

const stands = (one: Element, other: Element) =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? 'before' : 'after';

describe('navigation', () => {
  test('a visitor finds Welcome, Log in and the numbers to call', async () => {
    await renderApp();
    expect(navigation()).toEqual(['Welcome', 'Log in']);
    const [first] = screen.getAllByRole('link');
    expect(first).toHaveTextContent('Skip to main content');
    expect(first).toHaveAttribute('href', `#${screen.getByRole('main').id}`);
    expect(screen.getByText('welcome slot')).toBeVisible();
    expect(screen.getByRole('link', { name: /^000/ })).toBeVisible();
  });

  test('a participant finds Home, Helpers and Log out, Plan only when randomised', async () => {
    await renderApp({ data: participant });
    expect(navigation()).toEqual(['Home', 'Helpers']);
    expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible();
    await renderApp({ data: randomised });
    expect(navigation()).toEqual(['Home', 'Helpers', 'Plan']);
  });

  test('the page shown is marked', async () => {
    await renderApp({ url: '/contact', data: participant });
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Helpers');
    await renderApp({ url: '/plan/summary', data: randomised });
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Plan');
  });

  test('a researcher who acts sees the participant’s name', async () => {
    const user = buildUser({ firstName: 'Alex', lastName: 'Rivera' });
    await renderApp({ data: buildAllData({ adminActing: true, user }) });
    expect(within(screen.getByRole('navigation')).getByText('Acting as - Alex Rivera')).toBeVisible();
  });

  test('unsent saves are separated by the account that acts, or the participant', async () => {
    const accountIn = async (data: AllData) => {
      const accounts: (string | null)[] = [];
      await renderApp({
        data,
        prepare: ({ outbox }) => {
          const { setAccount } = outbox;
          outbox.setAccount = (account) => {
            accounts.push(account);
            return setAccount(account);
          };
        },
      });
      return accounts;
    };
    const acting = buildAllData({ adminActing: true, account: 'acting-researcher' });
    expect(await accountIn(acting)).toEqual(['acting-researcher']);
    expect(await accountIn(participant)).toEqual([participant.user.id]);
  });

  test('emergency numbers are one tap away on every page of a participant', async () => {
    for (const url of ['/', '/contact', '/plan', '/consent', '/survey', '/about']) {
      await renderApp({ url, data: participant });
      expect(screen.getByRole('link', { name: /^000/ })).toHaveAttribute('href', 'tel:000');
      expect(screen.getByRole('link', { name: /^13 11 14/ })).toHaveAttribute('href', 'tel:131114');
    }
  });

  test('a participant who is logged in finds the access list beside the privacy statement', async () => {
    const seen = () => screen.queryByRole('link', { name: 'See who did, and when' });
    await renderApp({ url: '/about', prepare: (host) => host.answer(privacyStatement, fails) });
    expect(seen()).toBeNull();
    await renderApp({
      url: '/about',
      data: participant,
      prepare: (host) => host.answer(privacyStatement, fails),
    });
    expect(seen()).toHaveAttribute('href', '/account/access');
  });

  test('the footer says what is only a demonstration, and links to the statement on accessibility', async () => {
    const said = () => screen.queryByText(/^This is a demonstration/);
    await renderApp();
    expect(said()).toBeVisible();
    expect(screen.getByRole('link', { name: 'Accessibility' })).toHaveAttribute(
      'href',
      '/account/accessibility',
    );
    await renderApp({
      prepare: (host) => Object.assign(host, { site: buildSiteContent({ demonstration: false }) }),
    });
    expect(said()).toBeNull();
  });

  test('the footer links to the privacy statement', async () => {
    await renderApp({
      prepare: (host) =>
        host.answer(privacyStatement, () => ({
          body: {
            title: 'Privacy Statement',
            version: '1',
            hash: 'h',
            changed: '2019-03-15',
            demonstration: true,
            sections: [
              { heading: 'What we keep', blocks: [{ paragraph: 'Little.' }, { list: ['Name', 'Email'] }] },
            ],
          },
        })),
    });
    await userEvent.click(screen.getByRole('link', { name: 'Privacy Statement' }));
    expect(await screen.findByText('15 March 2019')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'What we keep' })).toBeVisible();
    expect(document.title).toBe('Privacy Statement – Stepwise');
    expect(await accessibilityViolations(document.body)).toEqual([]);
  });
});

describe('routes', () => {
  test.each([
    ['/', '/', 'welcome slot'],
    ['/sign-up', '/sign-up', 'I Agree'],
    ['/login', '/login', 'Cancel'],
    ['/about', '/about', 'Privacy Statement'],
    ['/survey', '/survey', 'survey page'],
    ['/consent', '/consent', 'consent page'],
    ['/consent/data', '/consent/data', 'consent page'],
    ['/plan', '/login', 'Cancel'],
    ['/contact', '/login', 'Cancel'],
    ['/survey/more', '/', 'welcome slot'],
    ['/nowhere', '/', 'welcome slot'],
  ])('a visitor who opens %s is at %s', async (url, path, text) => {
    await renderApp({ url, prepare: (host) => host.answer(privacyStatement, fails) });
    expect((await screen.findAllByText(text))[0]).toBeVisible();
    expect(window.location.pathname).toBe(path);
  });

  test.each([
    ['/', '/', 'Hello, Alex'],
    ['/sign-up', '/', 'Hello, Alex'],
    ['/login', '/', 'Hello, Alex'],
    ['/survey', '/survey', 'survey page'],
    ['/consent', '/consent', 'consent page'],
    ['/plan', '/plan', 'plan page'],
    ['/contact', '/contact', 'contact page'],
    ['/nowhere', '/', 'Hello, Alex'],
  ])('a participant who opens %s is at %s', async (url, path, text) => {
    await renderApp({ url, data: participant });
    expect(await screen.findByText(text)).toBeVisible();
    expect(window.location.pathname).toBe(path);
  });
});

describe('start', () => {
  test('a log-in check that fails makes a visitor with a survey', async () => {
    const { host } = await renderApp({ data: participant, prepare: (h) => h.answer(loginCheck, fails) });
    expect(navigation()).toEqual(['Welcome', 'Log in']);
    expect(host.store.getState().surveyQuestions).not.toEqual([]);
    expect(host.store.getState().user).toBeNull();
  });

  test('a failed log-in check with a session is reported and repeated', async () => {
    const { host } = await renderApp({ data: participant, prepare: (h) => h.answer(loginCheck, fails) });
    expect(screen.getByRole('alert')).toHaveTextContent('You may still be logged in');
    expect(screen.getByRole('link', { name: 'Call 000' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('You may still be logged in');

    host.answer(loginCheck, () => ({ status: 204 }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: 'Log out' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('data that fails to load still leaves navigation, help and a way to try again', async () => {
    const { host } = await renderApp({ data: participant, prepare: (h) => h.answer(allData, fails) });
    expect(screen.getByRole('alert')).toHaveTextContent('Your information could not be loaded');
    expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible();
    for (const name of ['Call 000', 'Call 13 11 14'])
      expect(screen.getByRole('link', { name })).toBeVisible();

    host.answer(loginCheck, fails);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('You may still be logged in')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeVisible();

    host.answer(loginCheck, () => ({ status: 204 }));
    host.answer(allData, () => ({ body: participant }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Hello, Alex' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a participant’s part of the app that fails to load is loaded on a second try', async () => {
    let isThere = false;
    const { host } = await renderApp({
      data: participant,
      prepare: (h) => h.answer(logoutUser, () => ({ status: 204 })),
      async loadParticipantBundle() {
        if (!isThere) throw new Error('The file did not come.');
        return participantBundle;
      },
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Your information could not be loaded');
    expect(host.store.getState().user).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(screen.getByRole('alert')).toHaveTextContent('You are still logged in');

    isThere = true;
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('welcome slot')).toBeVisible();
    expect(host.sent.filter(({ path }) => path === logoutUser.path)).toHaveLength(1);
  });

  test('a survey that fails to load says so and is loaded on a second try', async () => {
    const { host } = await renderApp({ prepare: (h) => h.answer(surveyData, fails) });
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('The survey could not be loaded');
    expect(stands(alert, screen.getByText('welcome slot'))).toBe('before');
    const answered = Promise.withResolvers<{ body: ReturnType<typeof buildSurvey> }>();
    host.answer(surveyData, () => answered.promise);
    const before = host.sent.length;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Trying again…' }));
    answered.resolve({ body: buildSurvey() });
    await waitFor(() => expect(host.store.getState().surveyQuestions).toHaveLength(1));
    expect(host.sent.slice(before).filter(({ path }) => path === surveyData.path)).toHaveLength(1);
  });
});

describe('a device that keeps its participant logged in', () => {
  const kept = { ...EMPTY_STATE, ...participant };
  const offline = new CallError('unreachable', 'No answer came.');
  const withoutNetwork = (host: FakeHost) => {
    host.answer(loginCheck, () => Promise.reject(offline));
    host.answer(allData, () => Promise.reject(offline));
  };

  test('shows what it keeps without a network, says so, and what the server has once there is one', async () => {
    const { host, session } = await renderApp({ kept, prepare: withoutNetwork });
    expect(screen.getByRole('heading', { name: `Hello, ${participant.user.firstName}` })).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('There is no connection');
    const { promise: checked, resolve: check } = Promise.withResolvers<{ status: 204 }>();
    host.answer(loginCheck, () => checked);
    host.answer(allData, () => ({ body: buildAllData({ user: buildUser({ firstName: 'Sam' }) }) }));
    const before = host.sent.length;
    const resumed = session.resume();
    // The first answer begins the session.
    expect(host.sent.slice(before).map(({ path }) => path)).toEqual([loginCheck.path]);
    check({ status: 204 });
    await act(() => resumed);
    expect(screen.getByRole('heading', { name: 'Hello, Sam' })).toBeVisible();
    expect(screen.queryByText('There is no connection')).toBeNull();
  });

  test('says no longer that there is no connection once a call was answered', async () => {
    const { host, session } = await renderApp({ kept, prepare: withoutNetwork });
    host.answer(loginCheck, () => ({ status: 204 }));
    host.answer(allData, () => ({ body: participant }));
    const before = host.sent.length;
    await act(() => Promise.all([session.noteAnswer(), session.noteAnswer()]));
    expect(screen.queryByText('There is no connection')).toBeNull();
    expect(host.sent.slice(before).filter(({ path }) => path === loginCheck.path)).toHaveLength(1);
    await session.noteAnswer();
    expect(host.sent.slice(before).filter(({ path }) => path === loginCheck.path)).toHaveLength(1);
  });

  test('shows nothing of what it keeps where the server’s document is of no session', async () => {
    const { host, snapshot } = await renderApp({ kept, expectLoggedIn: false, prepare: withoutNetwork });
    expect(screen.getByText('welcome slot')).toBeVisible();
    expect(host.store.getState().user).toBeNull();
    // Nor does it lose any of it: the server has not answered.
    expect(snapshot.kept).toBe(kept);
  });

  test('says that there is no connection below what helps, while help is on', async () => {
    const selfHarm = { at: '2026-11-20T08:00:00.000Z', isOpen: true, readAt: null };
    await renderApp({ kept: { ...kept, help: buildHelp({ selfHarm }) }, prepare: withoutNetwork });
    const notice = screen.getByText('There is no connection');
    expect(stands(notice, screen.getByRole('region', { name: 'Who else is there' }))).toBe('after');
  });

  test('keeps what is recorded without a network for the same participant', async () => {
    const { host } = await renderApp({ kept, prepare: withoutNetwork });
    await sendDoctor(host);
    expect(await screen.findByText('Not saved yet, trying again')).toBeVisible();
    expect(host.outbox.state.getState().entries).toMatchObject([{ account: participant.user.id }]);
  });

  test('asks for a log-in once the server says that the session has ended, and keeps nothing', async () => {
    const { host, session, snapshot } = await renderApp({ kept, prepare: withoutNetwork });
    host.answer(loginCheck, () => ({ status: 200, body: { loggedIn: false as const } }));
    await act(() => session.resume());
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(snapshot.kept).toBeNull();
    expect(host.store.getState().user).toBeNull();
  });

  test('keeps nothing once the server no longer says that it stays logged in', async () => {
    const { session, snapshot } = await renderApp({ data: participant });
    snapshot.kept = kept;
    session.setRememberedUntil(60);
    await act(() => session.logIn(participant));
    expect(snapshot.kept).not.toBeNull();
    session.setRememberedUntil(null);
    await act(() => session.logIn(participant));
    expect(snapshot.kept).toBeNull();
  });

  test('asks for a log-in once the time of what it keeps is over', async () => {
    const { session, snapshot } = await renderApp({ kept, prepare: withoutNetwork });
    snapshot.kept = null;
    await act(() => session.resume());
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
  });

  test('keeps nothing after log-out', async () => {
    const { host, snapshot } = await renderApp({ data: participant, kept });
    host.answer(logoutUser, () => ({ status: 204 }));
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByText('welcome slot')).toBeVisible();
    expect(snapshot.kept).toBeNull();
  });

  test('keeps nothing of a participant whose information was erased', async () => {
    const { host, session, snapshot, accounts } = await renderApp({ data: participant, kept });
    await sendDoctor(host);
    await act(() => session.forget());
    expect(snapshot.kept).toBeNull();
    expect(accounts).toEqual([null]);
    await act(() => session.logIn(participant));
    expect(host.outbox.state.getState().entries).toEqual([]);
  });
});

test('a page that was opened logged out is shown after log-in, with its query', async () => {
  const { host } = await renderApp({ url: '/plan?page=3' });
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(screen.queryByText('You have been logged out')).toBeNull();
  host.answer(loginUser, () => ({ body: randomised }));
  await userEvent.type(screen.getByLabelText('Email'), 'alex@example.org');
  await userEvent.type(screen.getByLabelText('Password'), 'a good long password{Enter}');
  expect(await screen.findByText('plan page')).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/plan?page=3');
});

describe('an ended session', () => {
  test('redirects to log-in, forgets the participant, and returns to where they were', async () => {
    const { host, session } = await renderApp({ url: '/plan', data: randomised });
    await sendDoctor(host);
    expect(await screen.findByText('Not saved yet, trying again')).toBeVisible();
    await act(async () => session.expire());
    expect(await screen.findByText('You have been logged out')).toBeVisible();
    expect(window.location.pathname).toBe('/login');
    await waitFor(() => expect(host.store.getState().user).toBeNull());
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
    expect(screen.queryByText('Not saved yet, trying again')).toBeNull();

    host.answer(loginUser, () => ({ body: randomised }));
    await userEvent.type(screen.getByLabelText('Email'), 'alex@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'a good long password{Enter}');
    expect(await screen.findByText('plan page')).toBeVisible();
    expect(window.location.pathname).toBe('/plan');
  });

  test('redirects to log-in once more from a page that is opened late, and still says why', async () => {
    const { host, session } = await renderApp({ url: '/plan', data: randomised });
    await act(async () => session.expire());
    await waitFor(() => expect(host.store.getState().user).toBeNull());

    // Back does this, and a page that goes on once its save is stored rather than answered.
    window.history.pushState(null, '', '/contact');
    await act(async () => window.dispatchEvent(new PopStateEvent('popstate')));
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
    expect(await screen.findByText('You have been logged out')).toBeVisible();
  });

  test('is announced by the log-in page, whatever was announced before', async () => {
    const { host, session } = await renderApp({ url: '/plan', data: randomised });
    act(() => session.setExpiry(host.now().getTime() + 60 * 60_000));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    host.answer(loginCheck, () => ({ status: 200, body: { loggedIn: false as const } }));
    await act(async () => session.setExpiry(host.now().getTime() - 1));
    expect(await screen.findByText(/^You have been logged out to keep/)).toHaveAttribute(
      'aria-live',
      'polite',
    );
    expect(window.location.pathname).toBe('/login');
  });

  test('is announced two minutes before, and put off by staying', async () => {
    const { host, session } = await renderApp({ url: '/plan', data: randomised });
    const inMinutes = (minutes: number) => host.now().getTime() + minutes * 60_000;
    act(() => session.setExpiry(inMinutes(2) + 1));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    act(() => session.setExpiry(inMinutes(2)));
    const notice = await screen.findByRole('alertdialog', {
      name: /^You will be logged out at \d+:\d\d.[ap]m$/,
    });

    host.answer(loginCheck, fails);
    // Escape stays as well, and closes nothing by itself.
    const pressed = new Event('cancel', { cancelable: true });
    fireEvent(notice, pressed);
    expect(pressed.defaultPrevented).toBe(true);
    expect(await screen.findByText('The server could not be reached. Please try again.')).toBeVisible();
    host.answer(loginCheck, () => {
      session.setExpiry(inMinutes(120));
      return { status: 204 };
    });
    await userEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
    await waitFor(() => expect(notice).not.toBeInTheDocument());
  });

  test('is announced once the page is looked at again after the device slept', async () => {
    let instant = Date.parse('2026-11-20T09:00:00Z');
    const { session } = await renderApp({
      url: '/plan',
      data: randomised,
      prepare: (h) => Object.assign(h, { now: () => new Date(instant) }),
    });
    act(() => session.setExpiry(instant + 120 * 60_000));
    instant += 119 * 60_000;
    expect(screen.queryByRole('alertdialog')).toBeNull();
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(screen.getByRole('alertdialog', { name: /^You will be logged out/ })).toBeVisible();
  });

  test('that cannot be put off says so once', async () => {
    const { host, session } = await renderApp({ url: '/plan', data: randomised });
    const end = host.now().getTime() + 100_000;
    host.answer(loginCheck, () => {
      session.setExpiry(end);
      return { status: 204 };
    });
    act(() => session.setExpiry(end));
    await userEvent.click(await screen.findByRole('button', { name: 'Stay logged in' }));
    expect(await screen.findByText(/for as long as is possible/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    act(() => session.setExpiry(end - 500));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  test('an answer that comes after log-out changes nothing', async () => {
    const { session } = await renderApp();
    act(() => session.expire());
    expect(screen.getByText('welcome slot')).toBeVisible();
  });
});

describe('log-out', () => {
  const logOut = () => userEvent.click(screen.getByRole('button', { name: 'Log out' }));

  test('sends one request, however often it is pressed before the answer', async () => {
    const { host } = await renderApp({
      data: participant,
      prepare: (h) => h.answer(logoutUser, () => new Promise(() => {})),
    });
    await logOut();
    expect(screen.getByRole('button', { name: 'Log out' })).toHaveAttribute('aria-busy', 'true');
    await logOut();
    expect(host.sent.filter(({ path }) => path === logoutUser.path)).toHaveLength(1);
  });

  test('204 opens the welcome page with a fresh survey, and other tabs hear of it', async () => {
    const { host, accounts } = await renderApp({
      url: '/contact',
      data: participant,
      prepare: (h) => h.answer(logoutUser, () => ({ status: 204 })),
    });
    const before = host.sent.filter(({ path }) => path === surveyData.path).length;
    await logOut();
    expect(await screen.findByText('welcome slot')).toBeVisible();
    expect(window.location.pathname).toBe('/');
    expect(host.store.getState().user).toBeNull();
    expect(host.sent.filter(({ path }) => path === surveyData.path)).toHaveLength(before + 1);
    expect(accounts).toEqual([null]);
  });

  test('drafts are gone from the device', async () => {
    const { host } = await renderApp({
      data: participant,
      prepare: (h) => h.answer(logoutUser, () => ({ status: 204 })),
    });
    await act(() => host.outbox.saveDraft({ step: 'mood' }));
    await logOut();
    expect(await screen.findByText('welcome slot')).toBeVisible();
    await act(() => host.outbox.setAccount(participant.user.id));
    expect(host.outbox.state.getState().draft).toBeNull();
  });

  test('205 opens the dashboard page of the participant', async () => {
    const { left } = await renderApp({
      url: '/contact',
      data: participant,
      prepare: (h) => h.answer(logoutUser, () => ({ status: 205, location: '/admin/participants/7' })),
    });
    await logOut();
    expect(left).toEqual(['/admin/participants/7']);
    expect(window.location.pathname).toBe('/contact');
  });

  test('one that fails says that the person is still logged in, and can be tried again', async () => {
    const { host } = await renderApp({ data: participant, prepare: (h) => h.answer(logoutUser, fails) });
    await logOut();
    expect(screen.getByRole('alert')).toHaveTextContent('You are still logged in');
    host.answer(logoutUser, () => ({ status: 204 }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('welcome slot')).toBeVisible();
  });

  test('with something unsent the person is asked first, and may stay', async () => {
    const { host } = await renderApp({
      data: participant,
      prepare: (h) => h.answer(logoutUser, () => ({ status: 204 })),
    });
    await sendDoctor(host);
    expect(await screen.findByText('Not saved yet, trying again')).toBeVisible();
    const tried = host.sent.length;

    await logOut();
    const asked = await screen.findByRole('alert');
    expect(asked).toHaveTextContent('not saved yet');
    expect(asked.parentElement).toHaveFocus();
    // What failed is not waited for once more.
    expect(host.sent).toHaveLength(tried);
    await userEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
    expect(host.sent.map(({ path }) => path)).not.toContain(logoutUser.path);

    await logOut();
    await userEvent.click(await screen.findByRole('button', { name: 'Log out and delete them' }));
    expect(await screen.findByText('welcome slot')).toBeVisible();
    // The same person finds nothing of it after the next log-in.
    await host.outbox.setAccount(participant.user.id);
    expect(host.outbox.state.getState().entries).toEqual([]);
  });
});

describe('reading everything again', () => {
  /** A participant whose data is asked for again, and what answers it. */
  async function reading() {
    const app = await renderApp({ data: participant });
    const answers: ((data: AllData) => void)[] = [];
    app.host.answer(allData, () => new Promise((resolve) => answers.push((body) => resolve({ body }))));
    const done = app.session.refresh();
    await waitFor(() => expect(answers).toHaveLength(1));
    return { ...app, answers, done };
  }

  test('an answer that was under way while something was saved does not undo it', async () => {
    const { host, answers, done } = await reading();
    const saved = buildUser({ surveydone: true });
    act(() => host.store.server.setState({ user: saved }));
    answers[0]?.(participant);
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(host.store.getState().user).toBe(saved);
    await act(async () => answers[1]?.(buildAllData({ user: { ...saved, phone: '0491-570-006' } })));
    await done;
    expect(host.store.getState().user).toMatchObject({ surveydone: true, phone: '0491-570-006' });
  });

  test('an answer that arrives after log-out restores no participant', async () => {
    const { host, session, answers, done } = await reading();
    await act(() => session.end());
    host.answer(allData, fails);
    answers[0]?.(participant);
    await expect(done).rejects.toBeInstanceOf(CallError);
    expect(host.store.getState().user).toBeNull();
  });
});

test('the quiet line says nothing to a visitor whose answer is unsent', async () => {
  const { host } = await renderApp();
  await act(async () => void host.outbox.send(surveySaveOption, { questionId: 1, optionId: 2 }));
  await waitFor(() => expect(host.outbox.state.getState().isWaiting).toBe(true));
  expect(screen.queryByText(/^Not saved yet/)).toBeNull();
});

test('the quiet line stands for as long as a change is unsent', async () => {
  const { host } = await renderApp({ data: participant });
  await sendDoctor(host);
  expect(await screen.findByText('Not saved yet, trying again')).toBeVisible();
  host.answer(saveDoctor, () => ({ status: 204 }));
  await act(() => host.outbox.flush());
  expect(screen.queryByText('Not saved yet, trying again')).toBeNull();
});
