import { expect, test } from '@jest/globals';
import { HOME_STEP } from '@stepwise/shared-contracts/entities/user';
import { buildUser } from '@stepwise/tooling/testing/entity-builders';
import { screen, within } from '@testing-library/react';
import { openPlan } from '../testing/open-plan.tsx';
import { stepsFrom, withPlan } from '../testing/plan-data.ts';

const definition = (term: string) => screen.getByText(term).nextElementSibling?.textContent;

test('names the dose in force, the next one with its date, every step, and the warning signs chosen', () => {
  const data = withPlan({
    schedule: 17,
    prescriptions: stepsFrom('2026-10-01', [300, 150, 75, 37, 0]),
    user: buildUser({ randomise: true, homestep: HOME_STEP.timeline, startdose: 300, timesperday: 2 }),
  });
  openPlan({ data, search: '?page=doctor' });
  expect(definition('Dose today')).toBe('150 mg (75mg twice a day)');
  expect(definition('Next dose')).toBe('75 mg (75mg once a day) from 26/11/2026');
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.children]
        .map((cell) => cell.textContent?.trim())
        .join(' ')
        .trim(),
    );
  expect(rows).toEqual([
    'Current dose when the plan began from 01/10/2026 300 mg 150mg twice a day for 28 days',
    'Reduce to from 29/10/2026 Your step today 150 mg 75mg twice a day for 28 days',
    'Reduce to from 26/11/2026 75 mg 75mg once a day for 28 days',
    'Reduce to from 24/12/2026 37.5 mg 37.5mg once a day for 28 days',
    'from 21/01/2027 0 mg',
  ]);
  const signs = within(screen.getByRole('region', { name: 'Warning signs I watch for' }));
  expect(signs.getByText('Waking much too early.')).toBeTruthy();
  expect(signs.queryByText(/Tearful/)).toBeNull();
});

test('on the last step there is no next dose', () => {
  openPlan({
    data: withPlan({ prescriptions: stepsFrom('2026-09-01', [50, 25, 0]) }),
    search: '?page=doctor',
  });
  expect(definition('Dose today')).toBe('0 mg');
  expect(definition('Next dose')).toBe('None: this is the last step');
});

test('before the first step no dose stands as today’s', () => {
  openPlan({
    data: withPlan({ prescriptions: stepsFrom('2026-12-01', [75, 50, 0]) }),
    search: '?page=doctor',
  });
  expect(definition('Dose today')).toBe('The plan has not started yet');
  expect(definition('Next dose')).toBe('75 mg from 01/12/2026');
});
