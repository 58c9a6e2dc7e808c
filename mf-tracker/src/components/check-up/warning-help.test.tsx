import { expect, test } from '@jest/globals';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { buildAllData, buildSymptom } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { render, screen } from '@testing-library/react';
import { WarningHelp } from './warning-help.tsx';

Element.prototype.scrollIntoView = () => {};

test.each([
  ['0491-570-006', ['Call Dr Kim Nguyen', 'Call 13 11 14']],
  ['ask at reception', ['Call 13 11 14']],
])('with a doctor whose phone is %j these can be called', (phone, expected) => {
  const doctor = { name: 'Dr Kim Nguyen', phone, email: '' };
  render(
    <HostProvider services={createFakeHost({ data: buildAllData({ doctor }) })}>
      <WarningHelp chosen={[buildSymptom({ redflag: true })]} />
    </HostProvider>,
  );
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(expected);
});

test.each([
  ['a warning sign', {}],
  ['a sign about self-harm', { selfHarm: true }],
])('%s says that nobody watches outside the team’s hours', (_, kind) => {
  const host = createFakeHost();
  render(
    <HostProvider services={host}>
      <WarningHelp chosen={[buildSymptom({ redflag: true, ...kind })]} />
    </HostProvider>,
  );
  expect(screen.getByText(/Nobody watches what you record outside/).textContent).toContain(
    host.site.researchTeam.hours,
  );
});
