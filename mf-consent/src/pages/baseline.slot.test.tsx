import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { saveBaseline } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BaselineSlot } from './baseline.slot.tsx';

const option = (id: number, text: string) => ({ id, text });
const words = {
  intro: 'Please tell us first.',
  medicine: 'Which antidepressant?',
  dose: 'How much a day?',
  duration: 'How long?',
  notListed: 'Not in the list? Call us.',
};
const content: Partial<AllData> = {
  baselineWords: words,
  setupQuestions: [
    { id: 1, page: 2, text: '', options: [option(106, 'Sertraline'), option(109, 'Venlafaxine')] },
    { id: 3, page: 2, text: '', options: [] },
    {
      id: 5,
      page: 3,
      text: '',
      options: [option(501, 'Less than 1 year'), option(504, 'More than 5 years')],
    },
  ],
  medication: [
    { id: 6, setupoption: 106, doses: [option(363, '100 mg')] },
    { id: 9, setupoption: 109, doses: [option(391, '75 mg')] },
  ],
};
const ANSWERS = { medicine: 106, dose: 363, duration: 501 };

async function show(
  baseline: AllData['baseline'],
  host = createFakeHost({ data: buildAllData({ ...content, baseline }) }),
) {
  host.answer(saveBaseline, () => ({}));
  render(
    <HostProvider services={host}>
      <main>
        <BaselineSlot />
      </main>
    </HostProvider>,
  );
  return host;
}
const choose = (label: string, answer: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name: label }), answer);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save my answers' }));
const texts = (label: string) =>
  [...screen.getByRole<HTMLSelectElement>('combobox', { name: label }).options].map(({ text }) => text);

test('the answers are saved, shown, and can be changed', async () => {
  const host = await show(null);
  expect(await accessibilityViolations(document.body)).toEqual([]);
  expect(texts(words.dose)).toEqual(['Choose your antidepressant first']);
  expect(texts(words.duration)[0]).toBe('Choose an answer');
  expect(screen.getByRole('combobox', { name: words.dose })).toHaveAccessibleDescription(words.notListed);
  await choose(words.medicine, 'Sertraline');
  await choose(words.dose, '100 mg');
  await choose(words.duration, 'Less than 1 year');
  await save();
  expect(host.sent).toEqual([{ path: saveBaseline.path, body: ANSWERS }]);
  expect(await screen.findByText('Your antidepressant: Sertraline, 100 mg, Less than 1 year')).toBeVisible();
  expect(host.announced).toEqual(['Your answers are saved.']);
  expect(host.outbox.state.getState().typed).toEqual({});
  await userEvent.click(screen.getByRole('button', { name: 'Change these answers' }));
  expect(screen.getByRole('combobox', { name: words.medicine })).toHaveDisplayValue('Sertraline');
});

test('each medicine offers its own doses, and another one asks for the dose again', async () => {
  const host = await show(ANSWERS);
  await userEvent.click(screen.getByRole('button', { name: 'Change these answers' }));
  expect(texts(words.dose)).toEqual(['Choose an answer', '100 mg']);
  await choose(words.medicine, 'Venlafaxine');
  expect(texts(words.dose)).toEqual(['Choose an answer', '75 mg']);
  await save();
  expect(screen.getByRole('alert')).toHaveTextContent('Answer: How much a day?');
  expect(host.sent).toEqual([]);
  await choose(words.medicine, 'Sertraline');
  expect(screen.getByRole('combobox', { name: words.dose })).toHaveDisplayValue('Choose an answer');
});

test('an answer that is missing is named, and nothing is sent', async () => {
  const host = await show(null);
  await choose(words.duration, 'More than 5 years');
  await save();
  expect(screen.getByRole('alert')).toHaveFocus();
  await userEvent.click(screen.getByRole('link', { name: 'Answer: Which antidepressant?' }));
  expect(screen.getByRole('combobox', { name: words.medicine })).toHaveFocus();
  expect(host.sent).toEqual([]);
});

test('half of the answers survive a reload', async () => {
  const host = await show(null);
  await choose(words.medicine, 'Venlafaxine');
  cleanup();
  await show(null, host);
  expect(screen.getByRole('combobox', { name: words.medicine })).toHaveDisplayValue('Venlafaxine');
});

test('a change of saved answers survives a reload', async () => {
  const host = await show(ANSWERS);
  const change = () => userEvent.click(screen.getByRole('button', { name: 'Change these answers' }));
  await change();
  await choose(words.duration, 'More than 5 years');
  cleanup();
  await show(ANSWERS, host);
  await change();
  expect(screen.getByRole('combobox', { name: words.duration })).toHaveDisplayValue('More than 5 years');
});

test('a rejected save says so', async () => {
  const host = await show(null);
  host.answer(saveBaseline, () => {
    throw new CallError('not-yet', 'Drawn.', { status: 409 });
  });
  await choose(words.medicine, 'Sertraline');
  await choose(words.dose, '100 mg');
  await choose(words.duration, 'Less than 1 year');
  await save();
  expect(await screen.findByText('Your answers could not be saved. Please try again.')).toBeVisible();
  expect(host.announced).toEqual([]);
  expect(screen.getByRole('combobox', { name: words.dose })).toHaveDisplayValue('100 mg');
});

test('an earlier server asks nothing', async () => {
  await show(undefined);
  expect(document.body).toHaveTextContent('');
});

test('saving is busy until an answer comes', async () => {
  const host = createFakeHost({ data: buildAllData({ ...content, baseline: null }) });
  await show(null, host);
  host.answer(saveBaseline, () => new Promise(() => {}));
  await choose(words.medicine, 'Sertraline');
  await choose(words.dose, '100 mg');
  await choose(words.duration, 'Less than 1 year');
  await save();
  expect(screen.getByRole('button', { name: 'Save my answers' })).toHaveAttribute('aria-busy', 'true');
});
