import { expect, test } from '@jest/globals';
import { allData } from '@stepwise/shared-contracts/calls/session.calls';
import { saveDoctor, saveSupport } from '@stepwise/shared-contracts/calls/user.calls';
import { createTestApi } from '../../testing/create-test-api.ts';

const api = await createTestApi();

test('a support person’s email address is read and not saved', async () => {
  const visitor = await api.logIn();
  const body = { name: 'Jo Rivera', phone: '0355-500-022', email: 'jo@example.org' };
  expect((await visitor.request(saveSupport.path, { body })).status).toBe(204);
  expect((await visitor.request(allData.path)).json.support).toEqual({ name: body.name, phone: body.phone });
  expect(
    await api.query('select name, email from helper where participant_id = $1', [visitor.participant.id]),
  ).toEqual([{ name: body.name, email: '' }]);
});

test('a doctor is saved with name, phone and address, beside the support person', async () => {
  const visitor = await api.logIn();
  const doctor = { name: 'Dr Lee', phone: '0355-500-011', email: 'lee@example.org' };
  await visitor.send(saveDoctor, doctor);
  expect((await visitor.send(allData, undefined)).body).toMatchObject({
    doctor,
    support: { name: '', phone: '' },
  });
  const support = { name: 'Jo Rivera', phone: '0355-500-022' };
  await visitor.send(saveSupport, support);
  expect((await visitor.send(allData, undefined)).body).toMatchObject({ doctor, support });
  const other = { name: 'Dr Ito', phone: '', email: '' };
  await visitor.send(saveDoctor, other);
  const changes = ['doctor.', 'support.'].map((type) => api.eventsOf(visitor.participant.id, type));
  expect((await Promise.all(changes)).flat()).toEqual([
    { type: 'doctor.changed', before: null, after: doctor },
    { type: 'doctor.changed', before: doctor, after: other },
    { type: 'support.changed', before: null, after: { ...support, email: '' } },
  ]);
});
