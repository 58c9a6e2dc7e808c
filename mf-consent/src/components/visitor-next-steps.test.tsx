import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { useLocation } from '@stepwise/shared-contracts/router';
import { MemoryRouter } from '@stepwise/tooling/testing/memory-router';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { VisitorNextSteps } from './visitor-next-steps.tsx';

function Place() {
  const { pathname, state } = useLocation();
  return <output>{`${pathname}, then ${state?.returnTo}`}</output>;
}

test('a visitor comes back to the form after log-in and after sign-up', async () => {
  render(
    <MemoryRouter>
      <VisitorNextSteps />
      <Place />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Log in' }));
  expect(screen.getByRole('status')).toHaveTextContent('/login, then /consent');
  await userEvent.click(screen.getByRole('link', { name: 'Sign up' }));
  expect(screen.getByRole('status')).toHaveTextContent('/sign-up, then /consent');
});
