import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { MemoryRouter } from '@stepwise/tooling/testing/memory-router';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import type { MouseEvent } from 'react';
import { Link } from './link.tsx';
import { useLocation } from './router.ts';

function Place() {
  const { pathname, state } = useLocation();
  return <p>{`at ${pathname} with ${JSON.stringify(state)}`}</p>;
}

function renderLink(onClick?: (event: MouseEvent) => void) {
  render(
    <MemoryRouter>
      <Link to="/login" state={{ returnTo: '/plan' }} className="brand" onClick={onClick}>
        Log in
      </Link>
      <Place />
    </MemoryRouter>,
  );
  return screen.getByRole('link', { name: 'Log in' });
}

test('a link has an address for the browser and goes there with its state', () => {
  const link = renderLink();
  expect(link).toHaveAttribute('href', '/login');
  expect(link).toHaveClass('brand');
  fireEvent.click(link);
  expect(screen.getByText('at /login with {"returnTo":"/plan"}')).toBeVisible();
});

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])(
  'a press with %j is the browser’s',
  (how) => {
    const link = renderLink();
    const press = createEvent.click(link, how);
    fireEvent(link, press);
    expect(press.defaultPrevented).toBe(false);
    expect(screen.getByText('at / with null')).toBeVisible();
  },
);

test('a handler that prevents the default keeps the page', () => {
  fireEvent.click(renderLink((event) => event.preventDefault()));
  expect(screen.getByText('at / with null')).toBeVisible();
});
