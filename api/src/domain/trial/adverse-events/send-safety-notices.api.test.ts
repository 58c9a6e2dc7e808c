import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import { logInStaff } from '../../../testing/staff-browser.ts';

const HOUR_MS = 3_600_000;
const FALL = {
  ...{
    sign: '',
    description: 'Fell in the bath.',
    source: 'call',
    serious: 'yes',
    criteria: 'hospitalisation',
  },
  ...{ severity: 'moderate', relatedness: 'possible', expectedness: 'unexpected', outcome: 'recovering' },
  ...{ action: 'none', onset: '2026-03-09', ended: '', awareAt: '2026-03-10T12:00', reportedAt: '' },
};

const api = await createMailingApi();

test('a serious event is told of by mail until it is reported, to those who report it, without a health detail', async () => {
  const author = await logInStaff(api);
  const manager = await logInStaff(api, 'manager');
  for (const role of ['monitor', 'blinded-researcher', 'allocator'] as const) await logInStaff(api, role);
  const { id, studyId } = await api.buildParticipant({ stage: 'timeline', firstName: 'Zephyrine' });
  const form = `/admin/participants/${id}/adverse-events`;
  await author.open(form);
  const event = (await author.submit(form, { ...FALL, id: randomUUID() })).location ?? '';
  await author.open(form);
  await author.submit(form, {
    ...FALL,
    id: randomUUID(),
    serious: 'no',
    criteria: [],
    description: 'Sneezed.',
  });

  const sent: number[] = [];
  const look = async (hours: number) => {
    api.clock.set(new Date(Date.parse('2026-03-10T01:00:00Z') + hours * HOUR_MS).toISOString());
    const before = api.mail.received.length;
    await Promise.all([api.sendMissedNotices(), api.sendMissedNotices()]);
    await api.sendMissedNotices();
    sent.push(api.mail.received.length - before);
  };
  for (const hours of [1, 11, 12, 13, 23, 24, 25, 40, 71, 73, 300]) await look(hours);
  expect(sent).toEqual([2, 0, 2, 0, 2, 0, 2, 2, 2, 2, 0]);
  const addresses = api.mail.received.map(({ to }) => to?.[0]?.address);
  expect(new Set(addresses)).toEqual(new Set([author.staff.email, manager.staff.email]));
  const { safetyRecorded, safetyHalfWay, safetyDue, safetyOverdue } = api.content.mail;
  expect([...new Set(api.mail.received.map(({ subject }) => subject))]).toEqual(
    [safetyRecorded, safetyHalfWay, safetyDue, safetyOverdue].map(({ subject }) =>
      subject.replaceAll('{product}', api.content.product.name),
    ),
  );
  for (const { subject, text, html } of api.mail.received) {
    expect(text).toContain(event);
    expect(`${subject} ${text} ${html}`).not.toMatch(
      new RegExp(`Zephyrine|${studyId}|${id}|bath|hospital|reduction|usual care|moderate`, 'i'),
    );
  }
});

/** Records events of one participant at an instant, each with these times. Returns the subjects of the author's notices. */
async function noticesOf(instant: string, reported: Record<string, string>[]) {
  await api.removeParticipants();
  api.clock.set(instant);
  const author = await logInStaff(api);
  const { id } = await api.buildParticipant({ stage: 'timeline' });
  const form = `/admin/participants/${id}/adverse-events`;
  for (const times of reported) {
    await author.open(form);
    await author.submit(form, { ...FALL, id: randomUUID(), ...times });
  }
  const before = api.mail.received.length;
  await api.sendMissedNotices();
  const mails = api.mail.received.slice(before).filter(({ to }) => to?.[0]?.address === author.staff.email);
  return mails.map(({ subject }) => subject);
}

const subjectOf = (notice: 'safetyRecorded' | 'safetyOverdue'): string =>
  api.content.mail[notice].subject.replaceAll('{product}', api.content.product.name);

test('a late one has one message, and one that is reported none', async () => {
  const reportedAt = '2026-03-11T09:00';
  const times = [
    { reportedAt: '', ethicsReportedAt: '' },
    { reportedAt, ethicsReportedAt: reportedAt },
  ];
  const overdue = subjectOf('safetyOverdue');
  // To the sponsor, and to the ethics committee.
  expect(await noticesOf('2026-03-20T01:00:00Z', times)).toEqual([overdue, overdue]);
});

test('a late one that was reported to the sponsor only is overdue for the ethics committee', async () => {
  const times = [{ reportedAt: '2026-03-11T09:00', ethicsReportedAt: '' }];
  expect(await noticesOf('2026-03-20T01:00:00Z', times)).toEqual([subjectOf('safetyOverdue')]);
});

test('an event that was reported to the ethics committee only is announced at once', async () => {
  const times = [{ ethicsReportedAt: '2026-03-10T12:30' }];
  expect(await noticesOf('2026-03-10T02:00:00Z', times)).toEqual([subjectOf('safetyRecorded')]);
});
