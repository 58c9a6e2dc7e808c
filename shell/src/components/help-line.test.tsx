import '@testing-library/jest-dom/jest-globals';
import { describe, expect, test } from '@jest/globals';
import { surveyData } from '@stepwise/shared-contracts/calls/survey.calls';
import { HELP_PAGE } from '@stepwise/shared-contracts/federation/names';
import { buildAllData, buildSurvey } from '@stepwise/tooling/testing/entity-builders';
import type { FakeHost } from '@stepwise/tooling/testing/fake-host';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderApp } from '../testing/render-app.tsx';

const QUESTIONS = [1, 2].map((id) => ({
  ...{ id, text: '' },
  options: [1, 2].map((option) => ({ id: option, text: '', crisis: id === 2 && option === 2 })),
}));
const answersAre =
  (...answers: (number | null)[]) =>
  (host: FakeHost) =>
    host.answer(surveyData, () => ({ body: buildSurvey({ questions: QUESTIONS, answers }) }));
const line = () => screen.getByRole('complementary', { name: 'Help at any time' });
const callsIn = (part: HTMLElement) =>
  within(part)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
const QUIET = ['000 emergency tel:000', '13 11 14 to talk, 24 hours tel:131114', `Help ${HELP_PAGE}`];
const URGENT = [
  'Call 000 emergency tel:000',
  'Call 13 11 14 to talk, 24 hours tel:131114',
  `Help ${HELP_PAGE}`,
];

describe('the numbers at the top come first', () => {
  test('once an answer of the survey asks for them, until the survey is left', async () => {
    const { host } = await renderApp({ url: '/survey', prepare: answersAre(2, null) });
    expect(callsIn(line())).toEqual(QUIET);
    expect(within(line()).queryByRole('alert')).toBeNull();
    const answer = (...surveyAnswers: number[]) => act(() => host.store.server.setState({ surveyAnswers }));
    answer(2, 2);
    expect(callsIn(line())).toEqual(URGENT);
    expect(within(line()).getByRole('alert')).toHaveTextContent('If you might hurt yourself, call now');
    answer(2, 1);
    expect(callsIn(line())).toEqual(URGENT);
    await userEvent.click(screen.getByRole('link', { name: 'Privacy Statement' }));
    expect(callsIn(line())).toEqual(QUIET);
  });

  test.each([
    ['the welcome page, which has the survey', undefined, URGENT],
    ['Home of a participant, which has none', buildAllData(), QUIET],
  ])('on %s: %#', async (_where, data, expected) => {
    await renderApp({ ...(data && { data }), prepare: answersAre(1, 2) });
    expect(callsIn(line())).toEqual(expected);
  });
});

test('the sheet says whom to call over any page, and gives the focus back', async () => {
  const data = buildAllData({
    doctor: { name: 'Dr Kim', phone: '0491-570-006', email: '' },
    support: { name: 'Sam', phone: '0491-570-156' },
  });
  await renderApp({ url: '/contact', data });
  const opener = within(line()).getByRole('link', { name: 'Help' });
  await userEvent.click(opener);
  expect(window.location.pathname).toBe('/contact');
  const sheet = screen.getByRole('dialog', { name: 'Whom to call' });
  expect(callsIn(sheet)).toEqual([
    'Call 000 tel:000',
    'Call 13 11 14 tel:131114',
    'Call Dr Kim tel:0491570006',
    'Call Sam tel:0491570156',
    'Text 0477 13 11 14 sms:0477131114',
    'Chat with Lifeline https://example.org/chat',
    '03 5550 0000 tel:0355500000',
  ]);
  opener.blur();
  fireEvent(sheet, new Event('close'));
  await waitFor(() => expect(opener).toHaveFocus());
});
