// In one file: every way through consent starts from one form.
import '@testing-library/jest-dom/jest-globals';
import { describe, expect, jest, test } from '@jest/globals';
import type { Call } from '@stepwise/shared-contracts/calls/call';
import { answerConsent, consentAgreedTo } from '@stepwise/shared-contracts/calls/consent.calls';
import { consentForm } from '@stepwise/shared-contracts/calls/content.calls';
import { leavePlan, stopContact } from '@stepwise/shared-contracts/calls/stop.calls';
import { saveDoctor, saveUserAgree, saveUserDataConsent } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { Article } from '@stepwise/shared-contracts/entities/site-content';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { useNavigate } from '@stepwise/shared-contracts/router';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildAllData, buildDoseReport, buildUser } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost, type FakeHost } from '@stepwise/tooling/testing/fake-host';
import { MemoryRouter } from '@stepwise/tooling/testing/memory-router';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { ConsentPage } from './consent.page.tsx';

const article: Article = {
  title: 'Participant information and consent form',
  version: '3',
  hash: 'hash-3',
  changed: '2026-11-01',
  demonstration: true,
  sections: [
    {
      heading: 'Surveys',
      blocks: [{ paragraph: 'Surveys at 3, 6, 12, 18 and 24 months.' }, { list: ['One', 'Two'] }],
    },
  ],
};
const eligible = buildUser({ homestep: HOME_STEP.consent });

/** Connects the fake host's `navigate` to the test's router, as the shell does. */
function WithRouter({ host }: { host: FakeHost }) {
  const navigate = useNavigate();
  useEffect(() => {
    host.navigate = (to) => {
      host.visited.push(to);
      void navigate(to);
    };
  }, [host, navigate]);
  return <ConsentPage />;
}

async function open(data = buildAllData({ user: eligible }), at = '/consent', visitor = false) {
  const host = createFakeHost(visitor ? {} : { data });
  host.logOut = jest.fn(async () => {});
  host.refresh = jest.fn(async () => {});
  host.answer(consentForm, () => ({ body: article }));
  const { container } = render(
    <MemoryRouter initialEntries={[at]}>
      <HostProvider services={{ ...host, navigate: (to) => host.navigate(to) }}>
        <main>
          <WithRouter host={host} />
        </main>
      </HostProvider>
    </MemoryRouter>,
  );
  const person = userEvent.setup();
  const press = (name: string) => person.click(screen.getByRole('button', { name }));
  await screen.findByRole('heading', { level: 1 });
  return { host, container, person, press };
}

/** What was entered and has no answer yet: it is sent once more before what cannot be undone. */
async function leaveUnsent(host: FakeHost): Promise<void> {
  void host.outbox.send(saveDoctor, { name: 'Dr Kim', phone: '', email: '' });
  await waitFor(() => expect(sentTo(host, saveDoctor.path)).toHaveLength(1));
  host.answer(saveDoctor, () => ({ status: 204 }));
}
const lastSent = (host: FakeHost) =>
  host.sent
    .map(({ path }) => path)
    .filter((path) => path !== consentForm.path)
    .slice(-3);
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const sentTo = (host: FakeHost, path: string) => host.sent.filter((call) => call.path === path);

test('shows a visitor the form, its download, and links to sign up and log in', async () => {
  await open(undefined, '/consent?step=delete', true);
  expect(await screen.findByText('Surveys at 3, 6, 12, 18 and 24 months.')).toBeVisible();
  expect(screen.getByRole('link', { name: /Download this form/ }).getAttribute('href')).toBe(
    '/documents/consent-form.pdf',
  );
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/sign-up');
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('button')).toBeNull();
});

describe('agreeing', () => {
  test.each([true, false])(
    'saves the consent with future contact %p and goes home',
    async (futureContact) => {
      const { host, person, press } = await open();
      host.answer(saveUserAgree, () => ({
        body: { user: { ...eligible, consentAgree: true, futureContact } },
      }));
      const box = await screen.findByRole<HTMLInputElement>('checkbox');
      expect(box.checked).toBe(false);
      if (futureContact) await person.click(box);
      await press('I agree');
      await waitFor(() => expect(host.visited).toEqual(['/']));
      expect(host.refresh).toHaveBeenCalledTimes(1);
      expect(sentTo(host, '/api/save-user-agree/')[0]?.body).toEqual({ futureContact, consentAgree: true });
      expect(host.store.getState().user?.consentAgree).toBe(true);
    },
  );

  test('keeps the choice about future contact until it is changed', async () => {
    const data = {
      ...consented,
      user: { ...consented.user, futureContact: true },
      consent: { ...receipt, hash: 'hash-2' },
    };
    const { host, person, press } = await open(data);
    const box = await screen.findByRole<HTMLInputElement>('checkbox');
    expect(box.checked).toBe(true);
    await person.click(box);
    host.answer(saveUserAgree, () => ({ body: { user: { ...data.user, futureContact: false } } }));
    await press('I agree');
    await waitFor(() => expect(sentTo(host, '/api/save-user-agree/')).toHaveLength(1));
    expect(sentTo(host, '/api/save-user-agree/')[0]?.body).toEqual({
      futureContact: false,
      consentAgree: true,
    });
  });

  test('sends one consent while offline, however often it is pressed', async () => {
    const { host, press } = await open();
    await screen.findByRole('checkbox');
    await press('I agree');
    await waitFor(() => expect(host.outbox.state.getState().isWaiting).toBe(true));
    expect(screen.getByRole('button', { name: 'I agree' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Saving your consent…')).toBeVisible();
    await press('I agree');
    expect(host.outbox.state.getState().entries).toHaveLength(1);
  });

  test('shows an error and stays when the consent is rejected', async () => {
    const { host, press } = await open();
    host.answer(saveUserAgree, () => {
      throw new CallError('not-yet', 'No.', { status: 409 });
    });
    await screen.findByRole('checkbox');
    await press('I agree');
    expect((await screen.findByRole('alert')).textContent).toMatch('could not be saved');
    expect(host.visited).toEqual([]);
    expect(host.store.getState().user?.consentAgree).toBe(false);
  });

  test.each([
    ['before the participant is eligible', {}],
    ['after their own survey made them ineligible', { homestep: HOME_STEP.consent, surveyineligible: true }],
    [
      'after a survey done while acting made them ineligible',
      { homestep: HOME_STEP.consent, actingineligible: true },
    ],
  ])('cannot be done %s', async (_, user) => {
    await open(buildAllData({ user: buildUser(user) }));
    expect((await screen.findByRole('link', { name: 'Go to the survey' })).getAttribute('href')).toBe(
      '/survey',
    );
    expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull();
  });

  test('cannot be done while acting for a participant', async () => {
    await open(buildAllData({ user: eligible, adminActing: true }), '/consent?step=delete');
    expect(await screen.findByText(/Only the participant can agree/)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

const receipt = { version: '3', hash: 'hash-3', agreedAt: '2026-11-10T22:00:00.000Z' };
const consented = buildAllData({ user: { ...eligible, consentAgree: true }, consent: receipt });

describe('after agreeing', () => {
  test('shows the day and the dated copy', async () => {
    // The next day already in Melbourne.
    const options = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Australia/Melbourne' };
    const zone = jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options);
    await open(consented);
    expect(await screen.findByText('You agreed to take part on 11/11/2026.')).toBeVisible();
    zone.mockRestore();
    expect(screen.getByRole('link', { name: /your copy/ }).getAttribute('href')).toBe(
      '/documents/my-consent.pdf',
    );
    expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull();
    expect(screen.getByRole('link', { name: /^Stop taking part/ })).toBeVisible();
    cleanup();
    await open({ ...consented, adminActing: true });
    await screen.findByText(/Only the participant can agree/);
    expect(screen.queryByRole('link', { name: /^Stop taking part/ })).toBeNull();
  });

  test('offers the new text to a participant who agreed to an earlier one', async () => {
    await open({ ...consented, consent: { ...receipt, version: '2', hash: 'hash-2' } });
    expect(await screen.findByText(/The form has changed/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'I agree' })).toBeVisible();
    expect(screen.getByText('Version: 3')).toBeVisible();
  });

  test('a participant who no longer agrees is asked about their information', async () => {
    const { press } = await open(consented);
    await screen.findByText('Surveys');
    await press('I no longer agree');
    expect(heading()).toBe('May we keep the information you gave us?');
  });
});

describe('the data choice', () => {
  test.each([
    ['Delete all information', 'Delete all information', 'delete', /^All your information/],
    [
      'Keep anonymous data but delete identifying data',
      'Delete identifying data',
      'anonymous',
      /^Everything that identifies you/,
    ],
  ])('%s: explains, acts on confirmation, thanks, and logs out on Close', async (...given) => {
    const [option, confirm, value, said] = given;
    const { host, press } = await open();
    host.answer(saveUserDataConsent, () => ({}));
    await screen.findByRole('checkbox');
    await press('I do not agree');
    await press('I do not agree');
    await press(option);
    expect(screen.getByText('This happens at once and cannot be undone.')).toBeVisible();
    expect(sentTo(host, '/api/save-user-dataconsent/')).toEqual([]);

    await press(confirm);
    await waitFor(() => expect(heading()).toBe('Thank you'));
    expect(screen.getByText(said)).toBeVisible();
    expect(sentTo(host, '/api/save-user-dataconsent/')).toEqual([
      { path: '/api/save-user-dataconsent/', body: { value } },
    ]);
    await waitFor(() => expect(host.store.getState().user).toBeNull());
    expect(heading()).toBe('Thank you');
    const loggedOut = Promise.withResolvers<boolean>();
    jest.mocked(host.logOut).mockReturnValue(loggedOut.promise);
    await press('Close');
    const close = screen.getByRole('button', { name: 'Close' });
    expect(close).toHaveAttribute('aria-busy', 'true');
    expect(host.logOut).toHaveBeenCalledTimes(1);
    // It did not work, and may be tried again.
    await act(async () => loggedOut.resolve(false));
    expect(close).not.toHaveAttribute('aria-busy');
  });

  test('saves the agreement to data retention, and thanks', async () => {
    const { host, press } = await open(undefined, '/consent?step=data');
    host.answer(saveUserDataConsent, () => ({}));
    await leaveUnsent(host);
    const send = jest.spyOn(host.client, 'send');
    await press('I agree');
    await waitFor(() => expect(heading()).toBe('Thank you'));
    expect(screen.getByText(/^We keep your information/)).toBeVisible();
    // The server rejects it where another participant has logged in meanwhile.
    const from = { participant: eligible.id };
    expect(send).toHaveBeenCalledWith(saveUserDataConsent, { value: 'agree' }, from);
    expect(lastSent(host)).toEqual([saveDoctor.path, saveDoctor.path, saveUserDataConsent.path]);
  });

  test('does not show or resend a choice that the server did not confirm', async () => {
    const { host, press } = await open(undefined, '/consent?step=delete');
    await press('Delete all information');
    expect((await screen.findByRole('alert')).textContent).toMatch('could not confirm');
    expect(heading()).toBe('Delete all information?');
    expect(host.store.getState().user).not.toBeNull();
    await act(() => host.outbox.flush());
    expect(sentTo(host, '/api/save-user-dataconsent/')).toHaveLength(1);
  });

  test('before an erasure there are the plan and the doctor’s number to keep', async () => {
    const doctor = { name: 'Dr Kim', phone: '0491-570-006', email: '' };
    await open(buildAllData({ user: eligible, doctor, schedule: 11 }), '/consent?step=delete');
    const number = screen.getByRole('link', { name: '0491-570-006' });
    expect(number.getAttribute('href')).toBe('tel:0491570006');
    expect(number.closest('p')).toHaveTextContent('Dr Kim: 0491-570-006');
    expect(
      screen.getByRole('link', { name: 'Your plan and your doctor’s number (PDF)' }).getAttribute('href'),
    ).toBe('/documents/my-information.pdf');
    cleanup();
    const nameless = { ...doctor, name: '' };
    await open(buildAllData({ user: eligible, doctor: nameless, schedule: null }), '/consent?step=delete');
    expect(screen.getByRole('link', { name: 'Your doctor’s number (PDF)' })).toBeVisible();
    expect(screen.getByText(/^Your doctor or nurse:/)).toBeVisible();
    cleanup();
    await open(buildAllData({ user: eligible, schedule: 11 }), '/consent?step=delete');
    expect(screen.getByRole('link', { name: 'Your plan (PDF)' })).toBeVisible();
    cleanup();
    await open(buildAllData({ user: eligible, schedule: null }), '/consent?step=delete');
    expect(screen.queryByRole('heading', { name: 'Before you go' })).toBeNull();
  });

  test('talking to someone first saves nothing, shows the research team, and returns to the form', async () => {
    const { host, press } = await open(undefined, '/consent?step=retention');
    await press('I need to talk to someone before I agree');
    expect(screen.getByText(/03 5550 0000/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Call the research team' }).getAttribute('href')).toBe(
      host.site.researchTeam.tel,
    );
    expect(screen.getByRole('link', { name: 'Email the research team' }).getAttribute('href')).toBe(
      'mailto:team@example.org',
    );
    await press('Resume');
    expect(await screen.findByText(article.title)).toBeVisible();
    expect(sentTo(host, '/api/save-user-dataconsent/')).toEqual([]);
  });
});

test('loads the form again on retry', async () => {
  const { host, press } = await open(undefined, '/consent?step=help');
  host.answer(consentForm, () => {
    throw new CallError('unreachable', 'No answer came.');
  });
  await press('Resume');
  expect(await screen.findByRole('alert')).toHaveTextContent('The consent form could not be loaded.');
  const answered = Promise.withResolvers<{ body: typeof article }>();
  host.answer(consentForm, () => answered.promise);
  await press('Try again');
  expect(screen.queryByRole('alert')).toBeNull();
  answered.resolve({ body: article });
  expect(await screen.findByText(article.title)).toBeVisible();
});

test.each([
  '',
  '?step=stop',
  '?step=leave-plan',
  '?step=no-contact',
  '?step=data',
  '?step=retention',
  '?step=delete',
  '?step=anonymous',
  '?step=help',
])('has no axe violation on /consent%s', async (step) => {
  const { container } = await open(step ? undefined : consented, `/consent${step}`);
  if (!step) await screen.findByText('Surveys');
  expect(await accessibilityViolations(container)).toEqual([]);
});

describe('stopping in degrees', () => {
  const inPlan = buildAllData({
    user: { ...consented.user, randomise: true, homestep: HOME_STEP.timeline },
    stopNotice: 'Do not stop suddenly.',
  });
  const options = () =>
    screen.getAllByRole('listitem').map((item) => item.querySelector('button')?.textContent);

  test('offers the degrees, the least first, and a way back to Helpers', async () => {
    const { press } = await open(inPlan, '/consent?step=stop');
    expect(screen.getByRole('link', { name: 'Go back, change nothing' })).toHaveAttribute('href', '/contact');
    expect(options()).toEqual([
      'Stay on my present dose and leave the plan; stay in the follow-up',
      'No more contact; keep what you have',
      'Leave the trial, and choose what happens to my information',
    ]);
    await press('Leave the trial, and choose what happens to my information');
    expect(heading()).toBe('May we keep the information you gave us?');
  });

  test.each(['stop', 'leave-plan', 'no-contact', 'data', 'declined'])(
    'says on ?step=%s not to stop suddenly',
    async (step) => {
      await open(inPlan, `/consent?step=${step}`);
      expect(screen.getByText('Do not stop suddenly.')).toBeVisible();
    },
  );

  test.each([
    ['leave-plan', '?step=stop'],
    ['no-contact', '?step=stop'],
    ['data', ''],
    ['retention', '?step=data'],
    ['delete', '?step=retention'],
    ['anonymous', '?step=retention'],
  ])('Back leads from ?step=%s to /consent%s, and nothing is saved', async (step, before) => {
    const { host, press } = await open(inPlan, `/consent?step=${step}`);
    await press('Back');
    expect(host.visited).toEqual([`/consent${before}`]);
    expect(host.sent.filter(({ path }) => path !== consentForm.path)).toEqual([]);
  });

  test('says nothing of a present dose at 0 mg, and nothing of a plan in usual care', async () => {
    const doseReports = [buildDoseReport({ day: '2026-01-01', dose: 0 })];
    const { press } = await open({ ...inPlan, doseReports }, '/consent?step=stop');
    expect(screen.queryByText('Do not stop suddenly.')).toBeNull();
    expect(options()[0]).toBe('Leave the plan; stay in the follow-up');
    await press('Leave the plan; stay in the follow-up');
    expect(screen.getByText('No further step comes.')).toBeVisible();
    cleanup();
    for (const [randomise, found] of [
      [true, 1],
      [false, 0],
    ] as const) {
      await open({ ...inPlan, user: { ...inPlan.user, randomise } }, '/consent?step=no-contact');
      expect(screen.queryAllByText(/read your plan/)).toHaveLength(found);
      cleanup();
    }
  });

  test.each([
    ['in usual care', { ...inPlan, user: { ...inPlan.user, randomise: false } }],
    ['after leaving it', { ...inPlan, user: { ...inPlan.user, leftplan: true } }],
    ['after no longer agreeing', { ...inPlan, user: { ...inPlan.user, consentAgree: false } }],
  ])('offers no plan to leave %s', async (_, data) => {
    await open(data, '/consent?step=stop');
    expect(options()).toHaveLength(2);
  });

  test('offers the plan to leave from when it can be set up', async () => {
    await open({ ...inPlan, user: { ...inPlan.user, homestep: HOME_STEP.plan } }, '/consent?step=stop');
    expect(options()).toHaveLength(3);
  });

  test('leaves the plan with a reason, and says so where it fails', async () => {
    const { host, person, press } = await open(inPlan, '/consent?step=leave-plan');
    host.answer(leavePlan, () => {
      throw new CallError('unreachable', 'No answer came.');
    });
    await press('Leave the plan');
    expect((await screen.findByRole('alert')).textContent).toMatch('could not confirm');
    host.answer(leavePlan, () => ({ body: { user: { ...inPlan.user, leftplan: true } } }));
    const data = Promise.withResolvers<void>();
    jest.mocked(host.refresh).mockReturnValueOnce(data.promise);
    await leaveUnsent(host);
    const reasons = screen.getByLabelText<HTMLSelectElement>('Why, if you want to say');
    expect([...reasons.options].map(({ text }) => text)).toEqual([
      'I prefer not to say',
      'My health',
      'My doctor or nurse advised it',
      'It takes too much time or effort',
      'Privacy',
      'Another reason',
    ]);
    await person.selectOptions(reasons, 'My health');
    await press('Leave the plan');
    await waitFor(() => expect(host.refresh).toHaveBeenCalledTimes(1));
    expect(host.visited).toEqual([]);
    // It is left, whether or not its data come.
    data.reject(new CallError('unreachable', 'No answer came.'));
    await waitFor(() => expect(host.visited).toContain('/'));
    expect(lastSent(host)).toEqual([saveDoctor.path, saveDoctor.path, leavePlan.path]);
    expect(sentTo(host, '/api/leave-plan/').at(-1)?.body).toEqual({ reason: 'health' });
  });

  test('no more contact is the agreement to keep the data, with the reason', async () => {
    const { host, press } = await open(inPlan, '/consent?step=no-contact');
    host.answer(stopContact, () => ({}));
    const send = jest.spyOn(host.client, 'send');
    await press('No more contact');
    await waitFor(() => expect(heading()).toBe('Thank you'));
    const from = { participant: eligible.id };
    expect(send).toHaveBeenCalledWith(stopContact, { reason: 'none-given' }, from);
  });

  test.each([
    ['/consent', 'I agree', saveUserAgree],
    ['/consent?step=data', 'I agree', saveUserDataConsent],
    ['/consent?step=delete', 'Delete all information', saveUserDataConsent],
    ['/consent?step=leave-plan', 'Leave the plan', leavePlan],
    ['/consent?step=no-contact', 'No more contact', stopContact],
  ])('on %s “%s” is busy until its answer comes', async (at, name, call) => {
    const isOfPlan = call === leavePlan || call === stopContact;
    const { host, press } = await open(isOfPlan ? inPlan : undefined, at);
    host.answer<Call>(call, () => new Promise(() => {}));
    await screen.findByRole('button', { name });
    await press(name);
    await waitFor(() => expect(screen.getByRole('button', { name })).toHaveAttribute('aria-busy', 'true'));
    expect(screen.getByText(/^Saving your (consent|choice)…$/)).toBeVisible();
  });
});

describe('a new version of the form', () => {
  const reconsent = {
    demand: 'required' as const,
    version: '3',
    hash: 'hash-3',
    changed: [],
    stopsRecording: true,
  };
  const asked = {
    ...consented,
    user: { ...eligible, consentAgree: true, randomise: true },
    consent: { ...receipt, hash: 'hash-2' },
    reconsent,
  };

  test('shows what changed against the version agreed to first, and marks it in the whole form', async () => {
    const host = createFakeHost({ data: asked });
    host.answer(consentForm, () => ({ body: article }));
    host.answer(consentAgreedTo, () => ({
      body: {
        ...article,
        hash: 'hash-2',
        sections: [
          { heading: 'Surveys', blocks: [{ paragraph: 'Surveys at 3 months.' }, { list: ['One', 'Two'] }] },
          { heading: 'Payment', blocks: [{ paragraph: 'Each survey is paid.' }] },
        ],
      },
    }));
    const { container } = render(
      <MemoryRouter initialEntries={['/consent']}>
        <HostProvider services={host}>
          <main>
            <ConsentPage />
          </main>
        </HostProvider>
      </MemoryRouter>,
    );
    const changes = await screen.findByRole('region', {
      name: 'What is different from the form you agreed to',
    });
    expect(changes.textContent).toContain('New: Surveys at 3, 6, 12, 18 and 24 months.');
    expect(changes.textContent).toContain('No longer there: Surveys at 3 months.');
    expect(changes.textContent).toContain('PaymentNo longer there: Each survey is paid.');
    expect([...container.querySelectorAll('mark')].map((each) => each.textContent)).toEqual([
      'Surveys at 3, 6, 12, 18 and 24 months.',
    ]);
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  test('is not declined where the answer could not be saved, and says so', async () => {
    const { press } = await open(asked, '/consent');
    await screen.findByText('Surveys');
    await press('I do not agree');
    expect(await screen.findByRole('alert')).toHaveTextContent('Your answer could not be saved.');
    expect(heading()).toBe(article.title);
  });

  test('that only informs is not declined: the information is asked about at once', async () => {
    const { host, press } = await open({ ...asked, reconsent: { ...reconsent, demand: 'inform' } });
    await screen.findByText('Surveys');
    await press('I do not agree');
    expect(heading()).toBe('May we keep the information you gave us?');
    expect(sentTo(host, '/api/answer-consent/')).toEqual([]);
  });

  test('that is declined says what stays possible before it asks how to stop', async () => {
    const { host, press, container } = await open(asked, '/consent');
    host.answer(answerConsent, () => ({}));
    await screen.findByText('Surveys');
    await press('I do not agree');
    await waitFor(() => expect(heading()).toBe('You do not agree to the new form'));
    expect(sentTo(host, '/api/answer-consent/')[0]?.body).toEqual({ hash: 'hash-3', answer: 'declined' });
    expect(screen.getByText(/New check-ups wait until you agree/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Call the research team' })).toHaveAttribute(
      'href',
      host.site.researchTeam.tel,
    );
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: /Stop taking part/ }));
    await waitFor(() => expect(heading()).toBe('How do you want to stop?'));
  });

  test.each([
    [true, false, /New check-ups wait until you agree/],
    [false, false, /Go on with your plan and your check-ups/],
    [false, true, null],
  ])(
    'that is declined says whether check-ups go on (stops recording: %s; left the plan: %s)',
    async (stopsRecording, leftplan, words) => {
      const user = { ...asked.user, leftplan };
      await open({ ...asked, user, reconsent: { ...reconsent, stopsRecording } }, '/consent?step=declined');
      await waitFor(() => expect(heading()).toBe('You do not agree to the new form'));
      const said = screen.queryAllByText(/your plan/).map(({ textContent }) => textContent);
      expect(said).toEqual(words ? [expect.stringMatching(words)] : []);
    },
  );
});
