import { expect, test } from '@jest/globals';
import { saveRecord } from '@stepwise/shared-contracts/calls/tracker.calls';
import { saveUser } from '@stepwise/shared-contracts/calls/user.calls';
import { CallError } from '@stepwise/shared-contracts/client/call-error';
import { buildAllData } from '@stepwise/tooling/testing/entity-builders';
import { act, screen } from '@testing-library/react';
import { renderApp } from '../testing/render-app.tsx';

const rejected = () => {
  throw new CallError('unprocessable', 'No.', { status: 422 });
};

test('details that the server rejected are said to be under Helpers, a rejected check-up is not', async () => {
  const { host } = await renderApp({ data: buildAllData() });
  host.answer(saveRecord, rejected);
  host.answer(saveUser, rejected);
  const record = { sleep: true, mood: true, active: true, symptoms: [], activities: [] };
  const details = { firstName: 'Alex', lastName: '', phone: '', email: 'alex@example.org', password: '' };
  await act(async () => void (await host.outbox.send(saveRecord, record).catch(() => {})));
  expect(host.outbox.state.getState().rejected).toHaveLength(1);
  expect(screen.queryByText(/A change of your details/)).toBeNull();
  await act(async () => void (await host.outbox.send(saveUser, details).catch(() => {})));
  const said = await screen.findByText('A change of your details was not saved. See Helpers.');
  expect(said.getAttribute('role')).toBe('status');
});
