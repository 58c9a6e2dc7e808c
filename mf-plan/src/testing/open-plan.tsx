import type { AllData } from '@stepwise/shared-contracts/entities/all-data';
import { HostProvider } from '@stepwise/shared-contracts/federation/host-services';
import { useLocation, useNavigate } from '@stepwise/shared-contracts/router';
import { createFakeHost, type FakeHost } from '@stepwise/tooling/testing/fake-host';
import { MemoryRouter, Route, Routes } from '@stepwise/tooling/testing/memory-router';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { PlanPage } from '../pages/plan.page.tsx';

function Browser() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="address">{`${pathname}${search}`}</output>
      <button type="button" data-testid="browser-back" onClick={() => navigate(-1)}>
        Browser back
      </button>
    </>
  );
}

/** The plan in a fake host at an address, and a person to use it; with an earlier `host` as after a reload. */
export function openPlan({
  data,
  search = '',
  host = createFakeHost({ data }),
}: {
  data: AllData;
  search?: string;
  host?: FakeHost;
}) {
  const person = userEvent.setup();
  const view = render(
    <HostProvider services={host}>
      <MemoryRouter initialEntries={[`/plan${search}`]}>
        <Routes>
          <Route path="/plan" element={<PlanPage />} />
          <Route path="/" element={<p>Home</p>} />
        </Routes>
        <Browser />
      </MemoryRouter>
    </HostProvider>,
  );
  return {
    host,
    view,
    person,
    browserBack: () => person.click(screen.getByTestId('browser-back')),
    address: () => screen.getByTestId('address').textContent,
    sent: (path: string) => host.sent.filter((call) => call.path === path).map(({ body }) => body),
  };
}
