import { describe, expect, test } from '@jest/globals';
import { saveReminder } from '@stepwise/shared-contracts/calls/reminder.calls';
import { accessibilityViolations } from '@stepwise/tooling/testing/accessibility';
import { buildHelp, buildRecord } from '@stepwise/tooling/testing/entity-builders';
import type { FakeHost } from '@stepwise/tooling/testing/fake-host';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { clock, onTimeline, show, thursday } from '../testing/show-timeline.tsx';

describe('a daily reminder', () => {
  const reminder = { hour: null, isPaused: false, declinedOn: null };
  const offer = () => screen.queryByRole('region', { name: 'Shall we remind you?' });
  const chosen = ({ sent }: FakeHost) =>
    sent.filter(({ path }) => path === saveReminder.path).map(({ body }) => body);

  test('is offered after the first check-up, at the hour it is, and no more once it is chosen', async () => {
    const { host, container } = show(onTimeline({ records: [buildRecord()], reminder }));
    host.answer(saveReminder, () => ({ status: 204 }));
    expect(await accessibilityViolations(container)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Yes, at 8:00pm' }));
    await waitFor(() => expect(offer()).toBeNull());
    expect(chosen(host)).toEqual([{ hour: 20 }]);
    expect(host.announced).toEqual(['We remind you at 8:00pm.']);
  });

  test('is offered in the morning, while UTC still has the day before', () => {
    clock.instant = '2026-11-19T22:00:00.000Z';
    show(onTimeline({ records: [buildRecord({ date: '2026-11-19' })], reminder }));
    expect(screen.getAllByRole('button', { name: 'Yes, at 9:00am' })).toHaveLength(1);
  });

  test('that is not wanted is not offered again that day, nor on a day like any other', async () => {
    const { host } = show(onTimeline({ records: [buildRecord()], reminder }));
    host.answer(saveReminder, () => ({ status: 204 }));
    await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
    await waitFor(() => expect(offer()).toBeNull());
    expect(chosen(host)).toEqual([{ hour: null }]);
    expect(host.announced).toEqual(['No reminders.']);
    cleanup();
    show(onTimeline({ records: [thursday, buildRecord()], reminder }));
    expect(offer()).toBeNull();
  });

  test('is not offered while help is on', () => {
    const help = buildHelp({ selfHarm: { at: '2026-11-20T09:00:00.000Z', isOpen: true, readAt: null } });
    show(onTimeline({ records: [buildRecord()], reminder, help }));
    expect(offer()).toBeNull();
  });

  test('is not offered to the team while they act', () => {
    show(onTimeline({ records: [buildRecord()], reminder, adminActing: true }));
    expect(offer()).toBeNull();
  });
});
