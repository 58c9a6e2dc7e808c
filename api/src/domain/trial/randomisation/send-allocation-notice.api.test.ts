import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { saveHomestep } from '@stepwise/shared-contracts/calls/user.calls';
import { createMailingApi } from '../../../testing/create-mailing-api.ts';
import { buildStaff, logInStaff } from '../../../testing/staff-browser.ts';
import { sendAllocationNotice } from './send-allocation-notice.job.ts';

const api = await createMailingApi({ config: { allocation: 'manual' } });
const eventsOf = (type: string, subject: string) =>
  api.query('select 1 from audit_event where type = $1 and subject = $2', [type, subject]);

test('manual allocation notifies those who may randomise, without a name, and counts who waits', async () => {
  const [allocator, manager, researcher] = [
    await logInStaff(api, 'allocator'),
    await logInStaff(api, 'manager'),
    await logInStaff(api),
  ];
  const participant = await api.logIn({ stage: 'questionnaire', firstName: 'Zephyrine' });
  await participant.send(saveHomestep, { homestep: 3 });
  expect(await api.untilJobsTried()).toBe(0);
  const messages = api.mail.received.filter(
    ({ subject }) => subject === 'A participant waits to be randomised',
  );
  const receivers = messages.map(({ to }) => to?.[0]?.address).sort();
  expect(receivers).toEqual([allocator.staff.email, manager.staff.email].sort());
  for (const { text } of messages) {
    expect(text).toContain('/admin/allocation');
    expect(text).not.toContain('Zephyrine');
    expect(text).not.toContain(participant.participant.id);
  }
  await api.buildParticipant({ stage: 'questionnaire', awaitsRandomisation: 'address' });
  await api.buildParticipant({ awaitsRandomisation: 'team', dataConsent: 'agree' });
  for (const browser of [allocator, manager])
    expect((await browser.open('/admin/allocation')).text).toContain('>Allocation (1)</a>');
  expect((await researcher.open('/admin/participants')).text).not.toContain('Allocation (');

  const path = `/admin/participants/${participant.participant.id}/allocate`;
  await allocator.open(path);
  await allocator.submit(path);
  expect(await eventsOf('allocation.drawn', participant.participant.id)).toHaveLength(1);
  expect((await allocator.open('/admin/allocation')).text).toContain('>Allocation</a>');
});

test('a statistician downloads the allocation report under study ids, and an allocator does not', async () => {
  const statistician = await logInStaff(api, 'statistician');
  const { text } = await statistician.open('/admin/export');
  expect(text).toContain('Download the allocation report');
  const report = await statistician.submit('/admin/allocation/report');
  expect(report.headers.get('content-type')).toContain('text/csv');
  expect(report.text.split('\r\n')[0]).toBe('stratum,position,arm,drawn_at,study_id,audit_event_hash');
  expect(report.text.trimEnd().split('\r\n')).toHaveLength(2);
  const events = await api.query(`select actor from audit_event where type = 'allocation.reported'`);
  expect(events).toEqual([{ actor: `staff:${statistician.staff.id}` }]);
  const allocator = await logInStaff(api, 'allocator');
  await allocator.open('/admin/allocation');
  expect(await allocator.submit('/admin/allocation/report')).toMatchObject({ status: 403 });
});

test('a notice does not go to who may not randomise any more, nor where the participant does not wait', async () => {
  const waiting = await api.buildParticipant({ stage: 'questionnaire', awaitsRandomisation: 'team' });
  const unconfirmed = await api.buildParticipant({ stage: 'questionnaire', awaitsRandomisation: 'address' });
  const randomised = await api.buildParticipant();
  const left = await api.buildParticipant({ awaitsRandomisation: 'team', dataConsent: 'agree' });
  const [allocator, researcher] = [await buildStaff(api, 'allocator'), await buildStaff(api)];
  const before = api.mail.received.length;
  for (const key of [
    `${researcher.id} ${waiting.id}`,
    `${randomUUID()} ${waiting.id}`,
    `${allocator.id} ${unconfirmed.id}`,
    `${allocator.id} ${randomised.id}`,
    `${allocator.id} ${left.id}`,
  ])
    await sendAllocationNotice(api.operation(), key, api.mailing);
  expect(api.mail.received).toHaveLength(before);
});
