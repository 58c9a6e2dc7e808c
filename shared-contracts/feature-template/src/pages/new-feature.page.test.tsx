import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { createFakeHost } from '@stepwise/tooling/testing/fake-host';
import { render, screen } from '@testing-library/react';
import { NewFeaturePage } from './new-feature.page.tsx';

test('the page greets the participant, says its name, and has no violation that axe finds', async () => {
  const data = buildAllData();
  const host = createFakeHost({ data });
  const { container } = render(
    <HostProvider services={host}>
      <main>
        <NewFeaturePage />
      </main>
    </HostProvider>,
  );
  expect(host.titles).toEqual(['New feature']);
  expect(screen.getByText(new RegExp(`Hello ${data.user.firstName}`))).toBeVisible();
  expect(await accessibilityViolations(container)).toEqual([]);
});
