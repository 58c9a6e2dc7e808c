import * as calls from '@stepwise/shared-contracts/calls/device.calls';
import { logOutDevice } from '../../domain/people/sessions/devices.command.ts';
import { findDevices } from '../../domain/people/sessions/find-devices.ts';
import { confirmPassword } from '../../request/confirm-password.ts';
import { notWhileActing } from '../route/policies.ts';
import { forReading, forSaving } from '../route/route.ts';

export const deviceRoutes = {
  listDevices: forReading(calls.listDevices, [notWhileActing], async (request) => {
    const { op, participant, session, services } = request;
    const { sessionIdleMs } = services.config;
    const viewed = { participantId: participant.id, current: session.deviceId, sessionIdleMs };
    return { status: 200, body: { devices: await findDevices(op, viewed) } };
  }),

  logOutDevice: forSaving(calls.logOutDevice, [notWhileActing], async (request) => {
    const { op, participant, body } = request;
    await confirmPassword(request, body.currentPassword);
    await logOutDevice(op, participant.id, body.id);
    return { status: 204 };
  }),
};
