import { expect, test } from '@jest/globals';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { buildAllData, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { render, screen } from '@testing-library/react';
import { urgencyOf } from '../help/urgency.ts';
import { WarningHelp } from './warning-help.tsx';

test.each([
  ['0491-570-006', ['Call Dr Kim Nguyen', 'Call 13 11 14']],
  ['ask at reception', ['Call 13 11 14']],
])('with a doctor whose phone is %j these can be called', (phone, expected) => {
  const doctor = { name: 'Dr Kim Nguyen', phone, email: '' };
  render(
    <HostProvider services={createFakeHost({ data: buildAllData({ doctor }) })}>
      <WarningHelp urgency="warning" />
    </HostProvider>,
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(expected);
});

test.each(['warning', 'crisis'] as const)('the help for %s says the hours of the team', (urgency) => {
  const host = createFakeHost();
  render(
    <HostProvider services={host}>
      <WarningHelp urgency={urgency} />
    </HostProvider>,
  );
  expect(screen.getByText(/Outside them nobody can/).textContent).toContain(host.site.researchTeam.hours);
});

test('a symptom about self-harm is a crisis even where it is no warning sign of its own', () => {
  expect(urgencyOf([buildSymptom({ redflag: true }), buildSymptom({ redflag: false, selfHarm: true })])).toBe(
    'crisis',
  );
  expect(urgencyOf([buildSymptom({ redflag: true })])).toBe('warning');
  expect(urgencyOf([buildSymptom({ redflag: false })])).toBe('none');
});
