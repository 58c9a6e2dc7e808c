import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { screen } from '@testing-library/react';
import { openPlan } from '../testing/open-plan.tsx';
import { ALL_ANSWERS, atSetup, withPlan } from '../testing/plan-data.ts';

const places = [...Array(12).keys(), 'summary', 'doctor'];

test.each(places)(
  'page %s has one heading of the first level, a title and no axe violation',
  async (place) => {
    const setupPage = typeof place === 'number' && place <= 5;
    const data = setupPage ? atSetup({ setupAnswers: ALL_ANSWERS.slice(1) }) : withPlan();
    if (setupPage && place > 2) data.setupAnswers = ALL_ANSWERS;
    const { view, host, address } = openPlan({ data, search: `?page=${place}` });
    expect(address()).toBe(`/plan?page=${place}`);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(host.titles.at(-1)).toMatch(/\w/);
    expect(await accessibilityViolations(view.container)).toStrictEqual([]);
  },
);

test('the summary of an acting researcher with every part open has no axe violation', async () => {
  const { view, person } = openPlan({ data: withPlan({ adminActing: true }), search: '?page=summary' });
  for (const button of screen.getAllByRole('button', { name: /^(Edit|Add)/ })) await person.click(button);
  expect(screen.getByRole('button', { name: 'Add a row' })).toBeVisible();
  expect(await accessibilityViolations(view.container)).toStrictEqual([]);
  await person.click(screen.getByRole('button', { name: 'Change Schedule' }));
  expect(screen.getByRole('group', { name: 'Starting dose' })).toBeVisible();
  expect(await accessibilityViolations(view.container)).toStrictEqual([]);
});
